import type { Call } from "../syntax/outline.ts";

const CALL =
  /(?:([A-Za-z_$][\w$]*)\s*(?:\?\.|\.|->|::)\s*)?(?<![\w$])([A-Za-z_$][\w$]*[?!]?)\s*(?:::)?(?:<[^()<>]{0,100}>)?\(/g;
const NO_CALL = new Set(
  "if for while switch catch return function with elif and or not in is print sizeof typeof super new await match when unless assert defer go func fn def lambda throw raise yield case else do using lock foreach echo isset unset empty list array Some None Ok Err String Number Boolean Array Object Error len str int range"
    .split(" "),
);
/** Calls of one file beyond which it is generated data. */
const MAX_CALLS = 20_000;

/** Calls in lines without comments and strings, as patterns find them: a definition's own head looks like one. */
export function callsIn(code: readonly string[]): Call[] {
  const found: Call[] = [];
  for (const [at, line] of withoutAttributes(code).entries()) {
    for (const { 1: receiver, 2: name = "" } of line.matchAll(CALL)) {
      if (NO_CALL.has(name) || receiver === "new") continue;
      if (found.length >= MAX_CALLS) return found;
      found.push({ name, line: at + 1, ...(receiver !== undefined && { receiver }) });
    }
  }
  return found;
}

/** Lines without Rust's attributes: `#[derive(Clone)]` calls nothing, nor does one that goes on in the next lines. */
function withoutAttributes(code: readonly string[]): string[] {
  let open = false;
  return code.map((line) => {
    const text = open ? `#[${line}` : line;
    open = Math.max(text.lastIndexOf("#["), text.lastIndexOf("#![")) > text.lastIndexOf("]");
    return text.replace(/#!?\[[^\]]*(?:\]|$)/g, "");
  });
}
