import type { Outline } from "../syntax/outline.ts";
import type { Corpus, Visit } from "./corpus.ts";

/** A corpus with newer files laid over it: documents in `replaced` are replaced or gone, those of `over` come after its numbers. */
export class LayeredCorpus implements Corpus {
  readonly size: number;
  readonly files: number;
  readonly totalLength: number;
  readonly totalPathLength: number;

  constructor(readonly base: Corpus, readonly over: Corpus, readonly replaced: ReadonlySet<number>) {
    const sum = (of: (document: number) => number) =>
      [...replaced].reduce((total, document) => total + of(document), 0);
    this.size = base.size + over.size;
    this.files = base.files - replaced.size + over.files;
    this.totalLength = base.totalLength + over.totalLength - sum((document) => base.length(document));
    this.totalPathLength = base.totalPathLength + over.totalPathLength -
      sum((document) => base.pathLength(document));
  }

  length(document: number): number {
    return this.#layer(document).length(this.#number(document));
  }
  pathLength(document: number): number {
    return this.#layer(document).pathLength(this.#number(document));
  }
  kind(document: number): number {
    return this.#layer(document).kind(this.#number(document));
  }
  path(document: number): string {
    return this.#layer(document).path(this.#number(document));
  }
  imports(document: number): string[] {
    return this.#layer(document).imports(this.#number(document));
  }
  names(document: number): readonly string[] {
    return this.#layer(document).names(this.#number(document));
  }
  outline(document: number): Outline | undefined {
    return this.#layer(document).outline(this.#number(document));
  }

  document(path: string): number | undefined {
    const newer = this.over.document(path);
    if (newer !== undefined) return this.base.size + newer;
    const older = this.base.document(path);
    return older === undefined || this.replaced.has(older) ? undefined : older;
  }

  each(key: string, visit: Visit): void {
    this.base.each(key, (document, count, inDefinitions) => {
      if (!this.replaced.has(document)) visit(document, count, inDefinitions);
    });
    this.over.each(
      key,
      (document, count, inDefinitions) => visit(this.base.size + document, count, inDefinitions),
    );
  }

  #layer(document: number): Corpus {
    return document < this.base.size ? this.base : this.over;
  }

  #number(document: number): number {
    return document < this.base.size ? document : document - this.base.size;
  }
}
