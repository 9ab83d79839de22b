/** A number for each document that was touched, so that clearing costs what was touched and not the size of the repository. */
export class Accumulator {
  readonly values: Float64Array;
  readonly touched: number[] = [];

  constructor(size: number) {
    this.values = new Float64Array(size);
  }

  /** `by` is greater than 0. */
  add(document: number, by: number): void {
    if (this.values[document] === 0) this.touched.push(document);
    this.values[document] = (this.values[document] ?? 0) + by;
  }

  /** Adds what another one has, times `by`, which is greater than 0. */
  addAll(other: Accumulator, by: number): void {
    const { values, touched } = this;
    const theirs = other.values;
    for (let at = 0; at < other.touched.length; at++) {
      const document = other.touched[at] ?? 0;
      const before = values[document] ?? 0;
      if (before === 0) touched.push(document);
      values[document] = before + by * (theirs[document] ?? 0);
    }
  }

  get(document: number): number {
    return this.values[document] ?? 0;
  }

  max(): number {
    const { values, touched } = this;
    let max = 0;
    for (let at = 0; at < touched.length; at++) {
      const value = values[touched[at] ?? 0] ?? 0;
      if (value > max) max = value;
    }
    return max;
  }

  /** The documents of the `count` greatest values, in no order, and those that tie with the last of them. */
  best(count: number): number[] {
    if (this.touched.length <= count) return [...this.touched];
    const least = this.#greatest(count);
    const { values, touched } = this;
    const best: number[] = [];
    for (let at = 0; at < touched.length; at++) {
      const document = touched[at] ?? 0;
      if ((values[document] ?? 0) >= least) best.push(document);
    }
    return best;
  }

  /** The last of the `count` greatest values: the least of a heap that holds as many, since there may be very many others. */
  #greatest(count: number): number {
    const { values, touched } = this;
    const heap = Float64Array.from(touched.slice(0, count), (document) => values[document] ?? 0).sort();
    for (let at = count; at < touched.length; at++) {
      const value = values[touched[at] ?? 0] ?? 0;
      if (value <= (heap[0] ?? 0)) continue;
      let hole = 0;
      for (let child = 1; child < count; child = 2 * hole + 1) {
        if (child + 1 < count && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child++;
        const lesser = heap[child] ?? 0;
        if (lesser >= value) break;
        heap[hole] = lesser;
        hole = child;
      }
      heap[hole] = value;
    }
    return heap[0] ?? 0;
  }

  clear(): void {
    const { values, touched } = this;
    if (touched.length > values.length / 8) values.fill(0);
    else for (const document of touched) values[document] = 0;
    touched.length = 0;
  }

  /** Divides everything by the greatest value. */
  normalized(): this {
    const max = this.max();
    if (max > 0) { for (const document of this.touched) this.values[document] = this.get(document) / max; }
    return this;
  }
}
