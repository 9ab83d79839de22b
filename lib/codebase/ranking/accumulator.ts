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

  /** `by` is greater than 0. */
  scale(document: number, by: number): void {
    this.values[document] = this.get(document) * by;
  }

  get(document: number): number {
    return this.values[document] ?? 0;
  }

  max(): number {
    let max = 0;
    for (const document of this.touched) max = Math.max(max, this.get(document));
    return max;
  }

  /** The documents of the `count` greatest values, in no order, and those that tie with the last of them. */
  best(count: number): number[] {
    if (this.touched.length <= count) return [...this.touched];
    const sorted = Float64Array.from(this.touched, (document) => this.get(document)).sort();
    const least = sorted[sorted.length - count] ?? 0;
    return this.touched.filter((document) => this.get(document) >= least);
  }

  clear(): void {
    for (const document of this.touched) this.values[document] = 0;
    this.touched.length = 0;
  }

  /** Divides everything by the greatest value. */
  normalized(): this {
    const max = this.max();
    if (max > 0) { for (const document of this.touched) this.values[document] = this.get(document) / max; }
    return this;
  }
}
