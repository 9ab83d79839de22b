import { type Definition, isCallable } from "./definition.ts";

/** What looks like a call; so does the head of a function. */
const CALL = /[\w$>\])]\s?\(/g;
/** Calls that a file may make and still only say what there is. */
const FEW = 1;

/** Lines that pass on what other files have. */
const PASSES_ON =
  /^\s*(?:import\b|export\b|from\s+\S+\s+import\b|pub\s+(?:use|mod)\b|(?:use|mod)\s|require(?:_relative)?\b|module\.exports\b|__all__\b|(?:const|let|var)\s+[\w{},\s]+=\s*require\()/;
/** Share of a file's lines of code from which on it is only a door to others. */
const MOSTLY = 0.6;

/**
 * Whether a text does nothing by itself: its types, constants and signatures are used elsewhere, or it passes on what other files have.
 * `masked`: what `maskedLines` gives.
 */
export function onlyDeclares(masked: readonly string[], definitions: readonly Definition[]): boolean {
  return callsNothing(masked, definitions) || passesOn(masked);
}

function callsNothing(masked: readonly string[], definitions: readonly Definition[]): boolean {
  let left = FEW + definitions.filter(isCallable).length;
  for (const line of masked) {
    if (!line.includes("(")) continue;
    left -= line.match(CALL)?.length ?? 0;
    if (left < 0) return false;
  }
  return true;
}

function passesOn(masked: readonly string[]): boolean {
  const code = masked.filter((line) => /\w/.test(line));
  return code.filter((line) => PASSES_ON.test(line)).length >= MOSTLY * code.length;
}
