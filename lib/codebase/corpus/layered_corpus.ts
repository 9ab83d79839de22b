import type { Outline } from "../syntax/outline.ts";
import type { Corpus, Visit } from "./corpus.ts";

/** A corpus with newer files laid over it: documents in `masked` are replaced or gone, those of `over` come after its numbers. */
export class LayeredCorpus implements Corpus {
  readonly size: number;
  readonly files: number;
  readonly totalLength: number;
  readonly totalPathLength: number;

  constructor(readonly base: Corpus, readonly over: Corpus, readonly masked: ReadonlySet<number>) {
    let length = 0;
    let pathLength = 0;
    for (const document of masked) {
      length += base.length(document);
      pathLength += base.pathLength(document);
    }
    this.size = base.size + over.size;
    this.files = base.files - masked.size + over.files;
    this.totalLength = base.totalLength - length + over.totalLength;
    this.totalPathLength = base.totalPathLength - pathLength + over.totalPathLength;
  }

  length(document: number): number {
    return document < this.base.size
      ? this.base.length(document)
      : this.over.length(document - this.base.size);
  }
  pathLength(document: number): number {
    return document < this.base.size
      ? this.base.pathLength(document)
      : this.over.pathLength(document - this.base.size);
  }
  kind(document: number): number {
    return document < this.base.size ? this.base.kind(document) : this.over.kind(document - this.base.size);
  }
  path(document: number): string {
    return document < this.base.size ? this.base.path(document) : this.over.path(document - this.base.size);
  }
  imports(document: number): string[] {
    return document < this.base.size
      ? this.base.imports(document)
      : this.over.imports(document - this.base.size);
  }

  names(document: number): readonly string[] {
    return document < this.base.size ? this.base.names(document) : this.over.names(document - this.base.size);
  }
  outline(document: number): Outline | undefined {
    return document < this.base.size
      ? this.base.outline(document)
      : this.over.outline(document - this.base.size);
  }

  document(path: string): number | undefined {
    const newer = this.over.document(path);
    if (newer !== undefined) return this.base.size + newer;
    const older = this.base.document(path);
    return older === undefined || this.masked.has(older) ? undefined : older;
  }

  each(key: string, visit: Visit): void {
    this.base.each(key, (document, count, inDefinitions) => {
      if (!this.masked.has(document)) visit(document, count, inDefinitions);
    });
    this.over.each(
      key,
      (document, count, inDefinitions) => visit(this.base.size + document, count, inDefinitions),
    );
  }
}
