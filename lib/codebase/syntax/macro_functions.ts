import type { Definition } from "../structure/definition.ts";

/** A function whose head is a macro's call: `TEST(ShopTest, Sells) {`. */
interface MacroFunction {
  /** Offset of the head. */
  at: number;
  name: string;
  container?: string;
}

/** A text whose grammar takes such heads for functions, and what they are called in truth. */
export interface WithMacroFunctions {
  /** As long as the text, with the same line ends. */
  code: string;
  found: readonly MacroFunction[];
}

/** At the beginning of a line: in a function such a macro is a loop or a condition. */
const HEAD =
  /^([A-Z][A-Z\d_]{3,60})\(((?:"(?:[^"\\\n]|\\.){0,200}"|[^()";{}]){1,300})\)(?:\([^()\n;{}]{0,200}\))?(?=\s{0,20}\{)/gm;
/** What stands in place of a head, as its grammar knows functions. */
const PLAIN = "int f()";
/** Where the name is in it. */
const NAME_AT = 4;
/** Macros that take what a function belongs to before its name; others have the name first. */
const OWNER_FIRST = /(?:TEST|METHOD|BENCHMARK)(?!.*(?:CASE|SUITE))/;
const MAX_NAME = 100;

/** Gives functions that macros declare a head of the same length that a grammar of C and C++ can read. */
export function withPlainHeads(text: string): WithMacroFunctions {
  const found: MacroFunction[] = [];
  const code = text.replace(HEAD, (head: string, macro: string, written: string, at: number) => {
    const names = namesIn(macro, written);
    if (names === undefined || head.length < PLAIN.length || head.slice(0, PLAIN.length).includes("\n")) {
      return head;
    }
    found.push({ at, ...names });
    return PLAIN + head.slice(PLAIN.length).replace(/[^\r\n]/g, " ");
  });
  return { code, found };
}

function namesIn(macro: string, written: string): { name: string; container?: string } | undefined {
  const text = /^\s*"((?:[^"\\]|\\.)+)"/.exec(written)?.[1];
  if (text !== undefined) return { name: text.slice(0, MAX_NAME) };
  const names = written.split(",").map((each) => each.trim());
  const [first = "", second = ""] = names;
  if (!/^[A-Za-z_]\w*$/.test(first)) return undefined;
  return names.length === 2 && OWNER_FIRST.test(macro) && /^[A-Za-z_]\w*$/.test(second)
    ? { container: first, name: second }
    : { name: first };
}

/** The definitions with the names that macros give. */
export function renamed(
  definitions: readonly Definition[],
  text: string,
  found: readonly MacroFunction[],
): Definition[] {
  if (found.length === 0) return [...definitions];
  const byLine = new Map<number, MacroFunction>();
  let line = 1;
  let counted = 0;
  for (const each of found) {
    for (; counted < each.at; counted++) if (text.charCodeAt(counted) === 10) line++;
    byLine.set(line, each);
  }
  return definitions.map((definition) => {
    const macro = byLine.get(definition.line);
    if (macro === undefined || definition.name !== text[macro.at + NAME_AT]) return definition;
    const { name, container } = macro;
    return { ...definition, name, ...(container !== undefined && { container }) };
  });
}
