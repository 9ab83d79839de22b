import type { Candidate, Definition } from "./definition.ts";

/** A definition whose end has not been seen yet. */
export interface OpenBlock {
  definition: Definition;
  /** Brace depth, or columns of indentation, at its first line. */
  level: number;
  /** Depth of round and square brackets at its first line. */
  brackets: number;
  indent: number;
  /** Whether its body has begun. */
  entered: boolean;
  /** 1-based line on which its head ends: its body cannot be missing before. */
  headEnd: number;
}

/** How blocks are told apart: by braces, or by indentation with an optional closing word. */
export type BlockStyle = "braces" | "indent";

const CONTINUES = /^(?:[{)}\].:|&?=<>,+\-*/]|where\b|throws\b|extends\b|implements\b|with\b|permits\b)/;
const SAME_BLOCK = /^(?:rescue|ensure|else|elif|elsif|elseif|except|finally|catch|after|when|in)\b/;
/** Go's `interface{}` and `struct{}` are types, not bodies. */
const EMPTY_TYPE = /\b(?:interface|struct)\{\}/;
const EMPTY_TYPES = new RegExp(EMPTY_TYPE, "g");
const CLOSES = /^(?:end\b|[}\])])/;

/**
 * Follows a file line by line and says which definitions are open, closing each where its block ends. One pass; every line
 * must be given once, in order: `before` it is matched, `opened` for what it defines, `after` when done with it.
 */
export class OpenBlocks {
  readonly stack: OpenBlock[] = [];
  depth = 0;
  private brackets = 0;
  private lastCode = 0;
  /** Depths at `#if`, so that `#else` begins where its `#if` began. */
  private readonly conditions: { depth: number; brackets: number }[] = [];

  constructor(private readonly style: BlockStyle) {}

  get top(): OpenBlock | undefined {
    return this.stack.at(-1);
  }

  /** Closes what cannot reach this line. `line` is 1-based, `code` without leading blanks. */
  before(line: number, indent: number, code: string): void {
    for (let top = this.top; top !== undefined; top = this.top) {
      if (this.style === "indent") {
        if (indent > top.level) break;
        if (indent === top.level && SAME_BLOCK.test(code)) break;
        if (indent === top.level && CLOSES.test(code)) {
          if (code.startsWith(")") || code.startsWith("]")) break;
          this.close(line);
          break;
        }
      } else if (top.entered || line <= top.headEnd || indent > top.indent || CONTINUES.test(code)) break;
      this.close(this.lastCode);
    }
  }

  /** Opens `candidate`, found on a line that has been given to `before`; its head goes on to `headEnd`. */
  open(
    candidate: Candidate,
    at: { line: number; indent: number; headEnd: number },
    signature: string,
  ): Definition {
    const { line, indent, headEnd } = at;
    const definition: Definition = { ...candidate, line, endLine: line, signature };
    const level = this.style === "indent" ? indent : this.depth;
    this.stack.push({
      definition,
      level,
      brackets: this.brackets,
      indent,
      headEnd,
      entered: this.style === "indent",
    });
    return definition;
  }

  /** Counts the brackets of a line and closes what ends on it. */
  after(line: number, whole: string): void {
    const code = EMPTY_TYPE.test(whole) ? whole.replaceAll(EMPTY_TYPES, "") : whole;
    this.lastCode = line;
    if (this.style === "indent") return;
    if (code.startsWith("#")) return this.condition(code);
    for (let at = 0; at < code.length; at++) {
      switch (code.charCodeAt(at)) {
        case 123: // {
          this.depth++;
          this.enter(line);
          break;
        case 125: // }
          this.depth = Math.max(0, this.depth - 1);
          this.closeEnded(line, code.slice(at, at + 100));
          break;
        case 40: // (
        case 91: // [
          this.brackets++;
          break;
        case 41: // )
        case 93: // ]
          this.brackets = Math.max(0, this.brackets - 1);
          this.closeEnded(line, "");
          break;
        case 59: { // ;
          const top = this.top;
          if (
            top !== undefined && !top.entered && this.depth === top.level && this.brackets <= top.brackets
          ) {
            this.close(line);
          }
        }
      }
    }
  }

  /** Closes everything at the end of the file. */
  finish(): void {
    while (this.top !== undefined) this.close(this.lastCode);
  }

  /** A function's body is not among its parameters, where a brace is a type or a pattern; an object may stand in a call's. */
  private enter(line: number): void {
    const top = this.top;
    if (top === undefined || this.depth !== top.level + 1 || line < top.headEnd) return;
    const callable = top.definition.kind === "function" || top.definition.kind === "method";
    if (!callable || this.brackets <= top.brackets) top.entered = true;
  }

  private closeEnded(line: number, rest: string): void {
    for (let top = this.top; top !== undefined; top = this.top) {
      const left = this.depth < top.level;
      if (!left && !(top.entered && this.depth === top.level && this.brackets <= top.brackets)) return;
      if (top.definition.name === "") top.definition.name = /^\}\s*(\w+)/.exec(rest)?.[1] ?? "";
      this.close(left && !top.entered ? line - 1 : line);
    }
  }

  private close(line: number): void {
    const block = this.stack.pop();
    if (block !== undefined) block.definition.endLine = Math.max(block.definition.line, line);
  }

  private condition(code: string): void {
    if (/^#\s*if/.test(code)) this.conditions.push({ depth: this.depth, brackets: this.brackets });
    const begun = this.conditions.at(-1);
    if (begun === undefined) return;
    if (/^#\s*el/.test(code)) ({ depth: this.depth, brackets: this.brackets } = begun);
    if (/^#\s*endif/.test(code)) this.conditions.pop();
  }
}
