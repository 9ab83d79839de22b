import { type Call, type Definition, isCallable } from "./definition.ts";

/** A line that names what a file takes from others. */
export const IMPORT_LINE =
  /^\s*(?:import\b|from\s+\S+\s+import\b|export\b.*\bfrom\b|use\s|pub\s+use\s|using\s|#\s*include|#\s*import|require(?:_relative)?\b|(?:const|let|var)\b.*\brequire\s*\(|alias\s|@import)/;
/** A line that passes on what other files have. */
const PASSES_ON =
  /^\s*(?:import\b|export\b|from\s+\S+\s+import\b|pub\s+(?:use|mod)\b|(?:use|mod)\s|require(?:_relative)?\b|module\.exports\b|__all__\b|(?:const|let|var)\s+[\w{},\s]+=\s*require\()/;
/** Share of a file's lines of code from which on it is only a door to others. */
const MOSTLY = 0.6;
/** Calls that a file may make and still only say what there is. */
const FEW = 1;

const CALL =
  /(?:([A-Za-z_$][\w$]*)\s*(?:\?\.|\.|->|::)\s*)?(?<![\w$])([A-Za-z_$][\w$]*[?!]?)\s*(?:::)?(?:<[^()<>]{0,100}>)?\(/g;
const NO_CALL =
  /^(?:if|for|while|switch|catch|return|function|with|elif|and|or|not|in|sizeof|typeof|super|new|await|match|when|unless|assert|defer|go|func|fn|def|lambda|throw|raise|yield|case|else|do|using|lock|foreach)$/;
/** Calls of one file beyond which it is generated data. */
const MAX_CALLS = 20_000;

/** A name as a whole word; `$` counts as a letter. */
export function wordPattern(name: string): RegExp {
  return new RegExp(`(?<![\\w$])${name.replace(/[^\w]/g, "\\$&")}(?![\\w$])`);
}

/** Calls in lines without comments and strings, as a pattern finds them: a definition's own head looks like one. */
export function callsIn(code: readonly string[]): Call[] {
  const found: Call[] = [];
  for (const [at, line] of code.entries()) {
    for (const { 1: receiver, 2: name = "" } of line.matchAll(CALL)) {
      if (NO_CALL.test(name) || receiver === "new") continue;
      found.push({ name, line: at + 1, ...(receiver !== undefined && { receiver }) });
    }
    if (found.length >= MAX_CALLS) break;
  }
  return found;
}

/** Whether a text does nothing by itself: its types, constants and signatures are used elsewhere, or it passes on what other files have. `masked`: what `maskedLines` gives. */
export function onlyDeclares(masked: readonly string[], definitions: readonly Definition[]): boolean {
  const code = masked.filter((line) => /\w/.test(line));
  if (code.filter((line) => PASSES_ON.test(line)).length >= MOSTLY * code.length) return true;
  let left = FEW + definitions.filter(isCallable).length;
  // The head of a function looks like a call.
  return code.every((line) => (left -= line.match(/[\w$>\])]\s?\(/g)?.length ?? 0) >= 0);
}
