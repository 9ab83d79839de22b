import type { SourceFile } from "../files/source_file.ts";
import type { Definition } from "./definition.ts";
import { isCallable } from "./enclosing.ts";

/** Where a script says what others may use of it. */
const EXPORTS = /^\s*(?:export\b|(?:module\.)?exports\b)/;
/** Such a statement that names what stands elsewhere: `export { a };`, `export default a;`, `module.exports = { a, b }`. */
const LISTS =
  /^\s*(?:export\s*(?:type\s*)?[{=]|export\s+default\s+(?!(?:async|class|function|abstract)\b)|(?:module\.)?exports\s*=(?!\s*(?:async|class|function)\b))/;
/** Lines of one such statement. */
const MAX_LINES = 200;

/** Whether other files can use a definition by its name: what stands in a function they cannot, nor what a script keeps to itself. */
export function exportedOf(file: SourceFile): (definition: Definition) => boolean {
  const told = /^(?:javascript|typescript)$/.test(file.language) ? exportedWords(file) : undefined;
  const callables = file.definitions.filter(isCallable);
  return (definition) =>
    !callables.some((each) =>
      each !== definition && each.line <= definition.line && definition.endLine <= each.endLine &&
      each.endLine > each.line
    ) && (told === undefined || definition.kind === "method" || told.has(definition.name));
}

/** Names that a script exports; undefined where it exports nothing, so that all of it is known to all. */
function exportedWords({ lines, code, definitions }: SourceFile): Set<string> | undefined {
  const words = new Set<string>();
  let open = 0;
  let left = 0;
  let found = false;
  for (const [at, line] of code.entries()) {
    if (open <= 0 || left <= 0) {
      open = 0;
      if (!EXPORTS.test(line)) continue;
      found = true;
      if (!LISTS.test(line)) {
        // `export const { a, b } = …`, `export function a() {`, `exports.a = …`
        for (const { line: own, name } of definitions) if (own === at + 1) words.add(name);
        for (const [word] of (line.split("=")[0] ?? "").matchAll(/[\w$]+/g)) words.add(word);
        continue;
      }
      left = MAX_LINES;
    }
    left--;
    for (const [word] of (lines[at] ?? "").matchAll(/[\w$]+/g)) words.add(word);
    for (const bracket of line) open += "{(".includes(bracket) ? 1 : "})".includes(bracket) ? -1 : 0;
  }
  return found ? words : undefined;
}
