import { PASTED_LINE } from "./prompt_assembler.ts";

const BEGIN = "\u001b[200~";
const END = "\u001b[201~";

/**
 * Reads what a terminal in bracketed-paste mode sends: takes the brackets away and marks each line break
 * inside them, so that a pasted block stays one prompt and can still be edited. Chunks may end anywhere but
 * right behind the Escape of an opening bracket, which could be the key.
 */
export function pasteFilter(): (chunk: Uint8Array) => string {
  const decoder = new TextDecoder();
  let held = "";
  let pasting = false;
  return (chunk) => {
    let text = held + decoder.decode(chunk, { stream: true });
    held = "";
    let out = "";
    for (;;) {
      const bracket = pasting ? END : BEGIN;
      const at = text.indexOf(bracket);
      if (at < 0) break;
      out += plain(text.slice(0, at), pasting);
      text = text.slice(at + bracket.length);
      pasting = !pasting;
    }
    // A lone Escape is a key, so only a longer beginning of a bracket waits for its rest. In a paste, \r may be half of \r\n.
    const part = beginning(text, pasting ? END : BEGIN);
    const wait = part >= 2 || pasting ? Math.max(part, pasting && text.endsWith("\r") ? 1 : 0) : 0;
    held = wait === 0 ? "" : text.slice(-wait);
    return out + plain(wait === 0 ? text : text.slice(0, -wait), pasting);
  };
}

function plain(text: string, pasting: boolean): string {
  return pasting ? text.replace(/\r\n|\r|\n/g, `${PASTED_LINE}\r`) : text;
}

/** Length of the longest end of `text` that is a beginning of `bracket`. */
function beginning(text: string, bracket: string): number {
  for (let length = Math.min(text.length, bracket.length - 1); length > 0; length--) {
    if (bracket.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
