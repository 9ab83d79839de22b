/** ms to wait after the second failure in a row, doubled with each that follows; the first may have been an accident. */
const FIRST_MS = 1000;
const LONGEST_MS = 60_000;

/** Holds back the restart of what fails again and again. */
export class BackOff {
  #failures = 0;
  #notBefore = 0;

  /** @param elapsed ms, never going back. */
  constructor(readonly elapsed: () => number) {}

  get failures(): number {
    return this.#failures;
  }

  /** ms until the next try; 0 where it may be now. */
  waitMs(): number {
    return Math.max(0, this.#notBefore - this.elapsed());
  }

  failed(): void {
    this.#failures++;
    const wait = this.#failures === 1 ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** (this.#failures - 2));
    this.#notBefore = this.elapsed() + wait;
  }

  worked(): void {
    this.#failures = 0;
    this.#notBefore = 0;
  }
}
