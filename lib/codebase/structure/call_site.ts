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

/** Languages in which a bare name may be a method of the own class. */
export const IMPLICIT_THIS: ReadonlySet<Language> = new Set(
  ["java", "csharp", "cpp", "kotlin", "swift", "ruby", "scala", "groovy", "dart"] as const,
);

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
  /** The type of an object that is made right there. */
  made?: string;
  /** What is written before the name on its line. */
  written?: string;
}

/** Characters before a name that are looked at. */
const MAX_WRITTEN = 200;

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
  const written = text.slice(Math.max(0, at - MAX_WRITTEN), Math.max(0, at)).trimEnd();
  const link = /(?:\?|!!?|&)?(?:\.|->|::)$/.exec(written);
  if (at === -1 || link === null) return { kind: "bare" };
  // `::name()` is the name itself, wherever it is written.
  if (link[0] === "::" && /(?:^|[\s(,;={!&|<>?:+*/-])$/.test(written.slice(0, link.index))) {
    return { kind: "bare" };
  }
  const object = written.slice(0, link.index).trimEnd();
  const made = madeType(object);
  const last = /([A-Za-z_$@][\w$]*)$/.exec(withoutGroups(object))?.[1];
  return {
    kind: "member",
    written,
    ...(last !== undefined && { name: last }),
    ...(made !== undefined && { made }),
  };
}

/** `a.b` of `a.b(c, d())[0]`. */
function withoutGroups(text: string): string {
  let rest = text.replace(/(?:\?|!!?)$/, "").trimEnd();
  for (let groups = 0; groups < 4 && /[)\]}>]$/.test(rest); groups++) {
    const from = groupStart(rest);
    if (from === undefined) return "";
    rest = rest.slice(0, from).trimEnd().replace(/(?:\?\.|::|!!?|\?)$/, "").trimEnd();
  }
  return rest;
}

/** Where the bracket opens with whose closing one the text ends. */
function groupStart(text: string): number | undefined {
  const closing = text.at(-1) ?? "";
  const opening = "([{<"[")]}>".indexOf(closing)] ?? "";
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === closing) depth++;
    else if (text[at] === opening && --depth === 0) return at;
  }
  return undefined;
}

/** `Type` of `new Type(a)`, `(new Type)`, `Type.new(a)`, `Type::new(a, b)`, `Type{a}` and `(&Type{a})`. */
function madeType(object: string): string | undefined {
  const from = groupStart(object);
  // Ruby's `Type.new.method`
  if (from === undefined) return /(?<![\w$])([A-Z]\w*)\.new$/.exec(object)?.[1];
  const head = object.slice(0, from).trimEnd();
  const type =
    /(?:\bnew\s+\\?(?:\w+[.\\])*([A-Z]\w*)(?:<[^()]*>)?|(?<![\w$])([A-Z]\w*)(?:::<[^()]*>)?(?:\.|::)new)$/
      .exec(head);
  if (type !== null) return type[1] ?? type[2];
  if (object.endsWith("}")) return /(?<![\w$])([A-Z]\w*)$/.exec(head)?.[1];
  if (/[\w$\])>]$/.test(head) && !/\b(?:return|await|if|in|not|and|or|else|yield|throw)$/.test(head)) {
    return undefined;
  }
  const inner = object.slice(from + 1, -1).trim();
  return madeType(inner) ?? /^new\s+\\?(?:\w+[.\\])*([A-Z]\w*)$/.exec(inner)?.[1];
}

/** A name as a pattern that matches it. */
export function escaped(name: string): string {
  return name.replace(/[^\w]/g, "\\$&");
}
