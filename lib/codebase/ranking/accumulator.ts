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

  /** Leaves a document with no less than `value`, which is greater than 0. */
  raise(document: number, value: number): void {
    if (value > this.get(document)) this.add(document, value - this.get(document));
  }

  /** Adds what another one has, times `by`, which is greater than 0. */
  addAll({ values, touched }: Accumulator, by: number): void {
    for (let at = 0; at < touched.length; at++) {
      const document = touched[at] ?? 0;
      this.add(document, by * (values[document] ?? 0));
    }
  }

  scale(document: number, by: number): void {
    this.values[document] = by * this.get(document);
  }

  get(document: number): number {
    return this.values[document] ?? 0;
  }

  max(): number {
    return this.touched.reduce((max, document) => Math.max(max, this.get(document)), 0);
  }

  /** The documents of the `count` greatest values, in no order, and those that tie with the last of them. */
  best(count: number): number[] {
    if (this.touched.length <= count) return [...this.touched];
    const ordered = Float64Array.from(this.touched, (document) => this.get(document)).sort();
    const least = ordered[ordered.length - count] ?? 0;
    return this.touched.filter((document) => this.get(document) >= least);
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
