import { redact } from "../guard/secrets/redact.ts";
import { simplify } from "./intent/lexicon.ts";

/** A prompt as it may leave: redacted whole for the envelope, redacted and bounded for tools. */
export interface Query {
  prompt: string;
  forTools: string;
  limits: string[];
}

/** UTF-16 units of a prompt that tools get: its beginning says what is wanted, its end often holds a trace. */
const HEAD = 12_000;
const TAIL = 8_000;

export function shapedQuery(prompt: string): Query {
  const text = redact(prompt.toWellFormed()).text;
  if (text.length <= HEAD + TAIL) return { prompt: text, forTools: inBothScripts(text), limits: [] };
  return {
    prompt: text,
    forTools: inBothScripts(`${text.slice(0, HEAD)}\n${text.slice(-TAIL)}`.toWellFormed()),
    limits: [`long prompt: tools saw its first ${HEAD} and last ${TAIL} characters`],
  };
}

/** A text in traditional Chinese is searched for as it stands and in simplified characters, which most comments are written in. */
function inBothScripts(text: string): string {
  const simplified = simplify(text);
  return simplified === text ? text : `${text}\n${simplified}`;
}
