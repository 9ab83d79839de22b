/** Characters kept: some megabytes, which the texts of a small project take, or of what was edited. */
const MAX_CHARACTERS = 16_000_000;

/** Texts that were just indexed, for the parser, which else would have to read and check each file a second time. */
export class RecentTexts {
  readonly #byHash = new Map<string, string>();
  #left = MAX_CHARACTERS;

  add(hash: string, text: string): void {
    if (text.length > this.#left || this.#byHash.has(hash)) return;
    this.#left -= text.length;
    this.#byHash.set(hash, text);
  }

  get(hash: string): string | undefined {
    return this.#byHash.get(hash);
  }
}
