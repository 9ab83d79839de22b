import type { SourceFile } from "../files/source_file.ts";
import type { Language } from "../files/languages.ts";
import type { Call } from "../syntax/outline.ts";
import { type Definition, isType } from "./definition.ts";

/** A call and where it is made. */
export interface CallSite {
  call: Call;
  file: SourceFile;
  /** The function around it. */
  caller?: Definition;
}

/** Words for the own object or type, and for what is above it, by language; the rest of the world calls variables so. */
const OWN: Readonly<Partial<Record<Language, RegExp>>> = {
  python: /^(?:self|cls)$/,
  rust: /^(?:self|Self)$/,
  swift: /^(?:self|Self)$/,
  ruby: /^@?self$/,
  php: /^(?:\$this|self|static)$/,
};
const THIS = /^(?:this|\$this)$/;
const ABOVE: Readonly<Partial<Record<Language, RegExp>>> = {
  csharp: /^base$/,
  php: /^parent$/,
};
const SUPER = /^super$/;

/** Whether a receiver is the own object or type, or what is above it. */
export function ownSide(receiver: string, language: Language): "own" | "above" | undefined {
  if (THIS.test(receiver) || OWN[language]?.test(receiver)) return "own";
  // Rust's `super` is the module above.
  return language !== "rust" && (ABOVE[language] ?? SUPER).test(receiver) ? "above" : undefined;
}

/** The type whose method a function is; of a function inside of a method, that method's. */
export function ownType(caller: Definition | undefined, file: SourceFile): string | undefined {
  if (caller === undefined) return undefined;
  if (caller.container !== undefined && caller.kind !== "function") return caller.container;
  return file.definitions.filter(({ kind, line, endLine }) =>
    isType(kind) && line <= caller.line && endLine >= caller.endLine
  ).at(-1)?.name ?? caller.container;
}

/** Go: `c` of `func (c *Context) Next()`. */
export function ownReceiver(caller: Definition | undefined): string | undefined {
  return /^func\s*\(\s*(\w+)\s/.exec(caller?.signature ?? "")?.[1];
}

/** What a call is made on. */
export interface Before {
  kind: "bare" | "member";
  /** The last plain name before the dot. */
  name?: string;
  /** What is written before the name on its line. */
  written?: string;
}

/** What stands before a call's name on its line: the receiver, or the end of an expression. */
export function beforeName({ name, line, receiver }: Call, { lines }: SourceFile): Before {
  if (receiver !== undefined) return { kind: "member", name: receiver };
  const text = lines[line - 1] ?? "";
  let at = -1;
  for (let from = text.indexOf(name); from !== -1; from = text.indexOf(name, from + 1)) {
    if (/[\w$]/.test(text[from - 1] ?? "") || !/^\s*(?:[!<(?:]|$)/.test(text.slice(from + name.length))) {
      continue;
    }
    at = from;
    break;
  }
  const written = text.slice(Math.max(0, at - 200), Math.max(0, at)).trimEnd();
  if (at === -1 || !/(?:\.|->|::|&\.|\?\.)$/.test(written)) return { kind: "bare" };
  const last =
    /(?:\bnew\s+)?([A-Za-z_$@][\w$]*)(?:<[^()<>]*>)?(?:\([^()]*\)|\[[^\[\]]*\])?(?:\?|!!?|&)?(?:\.|->|::)$/
      .exec(
        written,
      )?.[1];
  return { kind: "member", written, ...(last !== undefined && { name: last }) };
}

/** A name as a pattern that matches it. */
export function escaped(name: string): string {
  return name.replace(/[^\w]/g, "\\$&");
}
