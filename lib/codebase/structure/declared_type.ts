import type { SourceFile } from "../files/source_file.ts";
import type { Definition } from "./definition.ts";
import { onceAFile } from "./once_a_file.ts";

/** What stands behind a function's arrow or colon; what is only wrapped around a value is not its type. */
const GIVES =
  /(?:->|\)\s*:|^\??:)\s*(?:&|mut\s|dyn\s|impl\s|'\w+\s|(?:\w+(?:\.|::))*(?:Promise|Option|Optional|Result|Box|Arc|Rc|Awaitable)[<\[])*(?:\w+(?:\.|::))*([A-Z]\w*)/;
/** Lines of one file that are searched for a variable's declaration. */
const MAX_LINES = 20_000;
/** Characters of a line that are looked at. */
const MAX_CHARS = 400;

const WRAPPED =
  "(?:&|\\*|\\?|\\[\\]|'\\w+\\s+|mut\\s+|dyn\\s+|impl\\s+|readonly\\s+|(?:Optional|Option|Box|Arc|Rc|RefCell|Mutex|Ref|Type)[<\\[]\\s*)*";
const PATH = "(?:[A-Za-z_]\\w*(?:\\.|::))*";

type Written = Pick<SourceFile, "lines" | "language" | "text" | "codeLine">;

/**
 * The type that a variable, parameter or field is declared with, as its own function says, else its file; of what it is made with where it has no
 * declaration. The last part of the type's name; undefined where nothing says so.
 */
export function declaredType(
  file: Written,
  variable: string,
  around: Definition | undefined,
): string | undefined {
  return (around && declaredIn(file, variable, around)) ?? declaredIn(file, variable, undefined);
}

/** The same, as a function alone says, and where there is none, as any line of the file does. */
export function declaredIn(
  file: Written,
  variable: string,
  around: Definition | undefined,
): string | undefined {
  const name = variable.replace(/[^\w$]/g, "");
  const lines = around === undefined ? "" : `${around.line} ${around.endLine}`;
  return declaredBetween(file, `${name} ${lines}`);
}

/** The key is a name, and the first and last line of the function, if any. */
const declaredBetween = onceAFile((file: Written, key): string | undefined => {
  const { lines, language, text } = file;
  const [name = "", first, last] = key.trimEnd().split(" ");
  if (name === "" || !text.includes(name)) return undefined;
  const patterns = patternsOf(name, language);
  const search = (from: number, to: number): string | undefined => {
    for (let at = from; at < Math.min(to, lines.length, from + MAX_LINES); at++) {
      if (lines[at]?.includes(name) !== true) continue;
      // PHP declares in comments too; elsewhere they only tell.
      const line = (language === "php" ? lines[at] ?? "" : file.codeLine(at + 1)).slice(0, MAX_CHARS);
      for (const pattern of patterns) {
        const type = pattern.exec(line)?.[1];
        if (type !== undefined) return type;
      }
    }
    return undefined;
  };
  return first === undefined ? search(0, lines.length) : search(Number(first) - 1, Number(last));
});

function patternsOf(name: string, language: SourceFile["language"]): RegExp[] {
  const word = `(?<![\\w$])${name.replaceAll("$", "\\$")}`;
  const made = new RegExp(
    `${word}\\s*(?::=|=)\\s*(?:await\\s+)?(?:new\\s+|&)?${PATH}([A-Z]\\w*)\\s*(?:<[^()]{0,100}>)?(?:[({]|::)`,
  );
  const annotated = new RegExp(`${word}\\??\\s*:\\s*${WRAPPED}${PATH}([A-Z]\\w*)`);
  const before = new RegExp(
    `(?<![\\w$.])${PATH}([A-Z]\\w*)(?:<[^()=]{0,120}>)?(?:\\[\\]|\\?)?(?:\\s+|\\s*[&*]+\\s*)(?:const\\s+)?${word}\\s*(?:[=;,):{]|$)`,
  );
  const plain = name.replaceAll("$", "");
  switch (language) {
    case "go":
      return [
        new RegExp(
          `${word}(?:\\s*,\\s*\\w+)*\\s+\\*?(?:\\[\\])?\\*?(?:\\w+\\.)?([A-Za-z]\\w*)\\s*(?:[,)\`/]|$)`,
        ),
        new RegExp(`${word}\\s*:=\\s*&?(?:\\w+\\.)?([A-Za-z]\\w*)\\{`),
      ];
    case "java":
    case "csharp":
    case "cpp":
    case "c":
    case "groovy":
    case "dart":
      return [before, made];
    case "php":
      return [
        new RegExp(`([A-Z]\\w*)\\s+\\$${plain}(?!\\w)`),
        new RegExp(`\\$${plain}\\s*=\\s*new\\s+\\\\?(?:\\w+\\\\)*([A-Z]\\w*)`),
      ];
    case "ruby":
      return [
        new RegExp(`${word}\\s*(?:\\|\\|)?=\\s*(?:::)?(?:[A-Z]\\w*::)*([A-Z]\\w*)\\.new(?![\\w?!])`),
        annotated,
      ];
    case "rust":
      // Behind a type stands its constructor or its variant.
      return [
        annotated,
        new RegExp(
          `${word}\\s*=\\s*&?(?:mut\\s+)?(?:[a-z_]\\w*::)*([A-Z]\\w*)\\s*(?:<[^()]{0,100}>)?(?:[({]|::)`,
        ),
      ];
    default:
      return [annotated, made];
  }
}

/** Languages in which a variable that a function gives a value is the function's own. */
const OWN_BY_VALUE: ReadonlySet<SourceFile["language"]> = new Set(["python", "ruby", "php"] as const);

/** What gives a variable its value. */
export interface Assigned {
  /** The last function called there; empty where it is no call. */
  call: string;
  /** Whether the variable is the function's own, and no field or global one. */
  local: boolean;
}

/** The function whose result a variable of a function is; undefined where the variable is not given a value there. */
export function assignedCall(
  { lines, text, language }: Pick<SourceFile, "lines" | "text" | "language">,
  variable: string,
  around: Definition | undefined,
): Assigned | undefined {
  if (around === undefined || !text.includes(variable)) return undefined;
  const given = new RegExp(
    `(?<declares>\\b(?:const|let|var|val|auto)\\s+(?:mut\\s+)?)?(?<![\\w$.>@])${
      variable.replace(/[^\w]/g, "\\$&")
    }(?:\\s*:[^=:]{1,80})?\\s*(?<colon>:)?=(?![=>~])\\s*(?<value>.*)$`,
  );
  for (let at = around.line - 1; at < Math.min(around.endLine, lines.length, around.line + MAX_LINES); at++) {
    const line = (lines[at] ?? "").slice(0, MAX_CHARS);
    const found = line.includes(variable) ? given.exec(line)?.groups : undefined;
    const value = found?.["value"];
    if (value === undefined) continue;
    const local = OWN_BY_VALUE.has(language) || found?.["declares"] !== undefined ||
      found?.["colon"] !== undefined;
    // `x = x.copy()` says nothing of what it was before.
    return { call: value.startsWith(`${variable}.`) ? "" : lastCall(value), local };
  }
  return undefined;
}

/** `search` of `await worker(a).search(b)?;` and of `worker.search(`, where the arguments are on the next lines. */
function lastCall(value: string): string {
  const whole = value.replace(/[?!;,\s]+$/, "");
  if (whole.endsWith("(")) return /(\w+)\s*\($/.exec(whole)?.[1] ?? "";
  if (!whole.endsWith(")")) return "";
  let depth = 0;
  for (let at = whole.length - 1; at >= 0; at--) {
    if (whole[at] === ")") depth++;
    else if (whole[at] === "(" && --depth === 0) return /(\w+)\s*$/.exec(whole.slice(0, at))?.[1] ?? "";
  }
  return "";
}

/** The type that a function gives or a property has, by its head; undefined where that does not say. */
export function resultType(
  { name, signature }: Definition,
  language: SourceFile["language"],
): string | undefined {
  const at = signature.indexOf(name);
  if (at === -1) return undefined;
  const before = signature.slice(0, at);
  const after = signature.slice(at + name.length);
  switch (language) {
    case "java":
    case "csharp":
    case "cpp":
    case "c":
    case "groovy":
    case "dart":
      return /([A-Z]\w*)(?:<[^()]{0,100}>)?\??[\s*&]+$/.exec(before)?.[1];
    case "go":
      return /\)\s*\(?\*?(?:\w+\.)?([A-Za-z]\w*)[^()]*\)?\s*\{?$/.exec(after)?.[1];
    default:
      return GIVES.exec(after)?.[1];
  }
}
