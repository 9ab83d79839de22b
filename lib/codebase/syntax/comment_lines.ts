import { isBlankAt, type SyntaxTree } from "./syntax_tree.ts";

/** Collects the lines that hold nothing but comment. Comments must be added in order of the text. */
export class CommentLines {
  readonly #tree: SyntaxTree;
  readonly #runs: [number, number][] = [];
  /** Where the last comment that began a line, or followed another that did, ended. */
  #coveredTo = 0;
  #line = 0;
  #lineCode = 0;

  constructor(tree: SyntaxTree) {
    this.#tree = tree;
  }

  add(node: number): void {
    const tree = this.#tree;
    const start = tree.starts[node] ?? 0;
    const end = tree.ends[node] ?? 0;
    const first = tree.line(node);
    const last = tree.endLine(node);
    const opens = this.#coveredTo > tree.lineStart(first)
      ? isBlank(tree.text, this.#coveredTo, start)
      : this.#firstCode(first) >= start;
    const closes = isBlank(tree.text, end, tree.lineStart(last + 1));
    if (opens) this.#coveredTo = end;
    const from = opens ? first : first + 1;
    const to = closes ? last : last - 1;
    if (from > to) return;
    const run = this.#runs.at(-1);
    if (run !== undefined && run[1] + 1 >= from) run[1] = Math.max(run[1], to);
    else this.#runs.push([from, to]);
  }

  runs(): [number, number][] {
    return this.#runs;
  }

  /** Offset of the first character of a line that is not blank; found once for the many comments a line may have. */
  #firstCode(line: number): number {
    if (this.#line !== line) {
      this.#line = line;
      const end = this.#tree.lineStart(line + 1);
      this.#lineCode = this.#tree.lineStart(line);
      while (this.#lineCode < end && isBlankAt(this.#tree.text, this.#lineCode)) this.#lineCode++;
    }
    return this.#lineCode;
  }
}

/** Looks at no more than it takes to see something. */
function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isBlankAt(text, at)) return false;
  return true;
}
