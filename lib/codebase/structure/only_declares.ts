import type { Definition } from "./definition.ts";
import { isCallable } from "./enclosing.ts";

/** What looks like a call; so does the head of a function. */
const CALL = /[\w$>\])]\s?\(/g;

/** Calls that a file may make and still only say what there is. */
const FEW = 1;

/** Whether a text does nothing by itself: its types, constants and signatures are used elsewhere. `masked`: what `maskedLines` gives. */
export function onlyDeclares(masked: readonly string[], definitions: readonly Definition[]): boolean {
  let left = FEW + definitions.filter(isCallable).length;
  for (const line of masked) {
    if (!line.includes("(")) continue;
    left -= line.match(CALL)?.length ?? 0;
    if (left < 0) return false;
  }
  return true;
}
