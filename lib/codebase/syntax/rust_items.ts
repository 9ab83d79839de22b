import { maskedLines } from "../structure/mask.ts";

/** `cfg_net! {`, `pin_project! {`, `cfg_if::cfg_if! {` where a line begins. */
const INVOKED = /^[ \t]{0,100}((?:[a-z_]\w{0,60}::){0,4}[a-z_]\w{0,60}![ \t]{0,9}\{)/gm;
const ATTRIBUTES = /(?:\s*#!?\[[^\]]{0,300}\])*\s*/.source;
/** What a body begins with that is items: one of them, or another macro around some. */
const BEGINS = new RegExp(
  `^${ATTRIBUTES}(?:macro_rules!|pub|fn|impl|struct|enum|trait|mod|union|unsafe|async|const|static|type|use|extern|(?:[a-z_]\\w{0,60}::){0,4}[a-z_]\\w{0,60}!\\s{0,9}\\{)`,
);
const ITEM =
  /^[ \t]{0,100}(?:pub(?:\([^)\n]{0,60}\))?\s+)?(?:(?:default|const|async|unsafe|extern)\s+){0,4}(?:fn|impl|struct|enum|trait|mod|union)\b/m;
/** What is to be filled in, and what only looks like an item: `struct Flags: u32`, `fn works(size in 0..9)`. */
const OF_THE_MACRO = /\$[\w(]|#[A-Za-z_(]|\bstruct\s+\w+\s*:|\bfn\s+\w+\([^)]{0,300}\bin\b/;
/** What is made there for others to invoke, and may be anything. */
const RULES = /\bmacro_rules!\s{1,9}\w{1,100}\s{0,9}\{/g;
const MAX_LENGTH = 100_000;

/**
 * Blanks macros that are only written around items, such as `cfg_net! { pub fn open() {} }`: a grammar takes what stands in a macro for mere words.
 * As long as the text, with the same line ends.
 */
export function withoutMacrosAroundItems(text: string): string {
  if (!/!\s?\{/.test(text)) return text;
  const code = maskedLines(text, "rust").join("\n");
  // A line too long to be masked is left out there.
  if (code.length !== text.length) return text;
  const ends = closingBraces(code);
  const plain = withoutRules(code, ends);
  const blanks: [from: number, to: number][] = [];
  for (const match of code.matchAll(INVOKED)) {
    const written = match[1] ?? "";
    const behind = match.index + match[0].length;
    const end = ends.get(behind - 1);
    if (end === undefined || end - behind > MAX_LENGTH) continue;
    const body = plain.slice(behind, end);
    if (!BEGINS.test(body) || !ITEM.test(body) || OF_THE_MACRO.test(body)) continue;
    blanks.push([behind - written.length, behind], [end, end + 1]);
  }
  if (blanks.length === 0) return text;
  let kept = "";
  let at = 0;
  for (const [from, to] of blanks.sort(([a], [b]) => a - b)) {
    kept += text.slice(at, from) + " ".repeat(to - from);
    at = to;
  }
  return kept + text.slice(at);
}

/** The code with the bodies of `macro_rules!` blanked. */
function withoutRules(code: string, ends: ReadonlyMap<number, number>): string {
  let kept = "";
  for (const { index, 0: head } of code.matchAll(RULES)) {
    const from = index + head.length;
    const end = ends.get(from - 1);
    if (end === undefined || from < kept.length) continue;
    kept += code.slice(kept.length, from) + " ".repeat(end - from);
  }
  return kept + code.slice(kept.length);
}

/** Where each opening brace is closed, by offset. */
function closingBraces(code: string): Map<number, number> {
  const found = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < code.length; at++) {
    const character = code.charCodeAt(at);
    if (character === 123) open.push(at);
    else if (character === 125) {
      const from = open.pop();
      if (from !== undefined) found.set(from, at);
    }
  }
  return found;
}
