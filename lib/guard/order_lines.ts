import { MARKUP } from "./injection_rules.ts";
import { isWordCode } from "./pattern.ts";

/** No order does without one of these (lower case); most lines of code have none, and are not looked at closer. */
const PARTS = (
  "ignor,disregard,forget,overrid,overrul,bypass,discard,neglect,abandon,attention,heed,follow,obey,comply,cooperat,adher,supersed,revoked,void,prompt," +
  "instruction,directive,assistant,agent,model,claude,gpt,copilot,codex,gemini,anthropic,chatbot,chat bot,reviewer,exfiltrat,transmit,disclos,reveal,mention," +
  "inform,notify,conceal,jailbreak,injection,anything,granted,given,author,secret,priorit,disable,remove ,circumvent,&#," +
  "oubli,vergiss,olvid,zapomnij,negeer,vergeet,dimentic,abaikan,lupakan,sag ,sans ,caso,descart,benutzer,nutzer,usuario,utente,pengguna,utilisateur"
).split(",").concat(MARKUP);

/** As `PARTS`, but only at the beginning of a word. */
const WORD_STARTS = ["you", "ai", "a.i", "llm", "send", "upload", "leak", "tell", "hide", "turn"];

/** Who speaks, as chat formats write it: followed, at most three signs later, by a colon. */
const SPEAKERS = ["user", "human", "system", "admin", "developer", "tool", "function"];
const MAX_SIGNS = 3;

/** `i g n o r e`. */
const SPACED = /(?:[a-z][ .\-_]){4}/g;
/** What disguises an order, or writes one in another language. */
const NOT_ASCII = /[^\0-\x7f][^\n]*/g;
/** A letter by itself at the end of a line may be the first half of a word whose letters stand apart. */
const SINGLE_AT_END = /(?<![A-Za-z0-9])[A-Za-z][ \t\r]*$/gm;

/**
 * Numbers of the lines that could hold an order, or begin one that goes on in the next; undefined where any could. All others are
 * none, whatever a closer look would cost. Takes time proportional to the text.
 */
export function orderLines(text: string): Set<number> | undefined {
  const lower = text.toLowerCase().replaceAll("\r", " ").replaceAll("\n", " ");
  // A few letters grow when they are made small; places would no longer be the same.
  if (lower.length !== text.length) return undefined;
  const places: number[] = [];
  for (const part of PARTS) each(lower, part, (at) => places.push(at));
  for (const word of WORD_STARTS) {
    each(lower, word, (at) => isWordCode(lower.charCodeAt(at - 1)) || places.push(at));
  }
  for (const speaker of SPEAKERS) {
    each(lower, speaker, (at) => colonFollows(lower, at + speaker.length) && places.push(at));
  }
  for (const expression of [SPACED, NOT_ASCII, SINGLE_AT_END]) {
    const searched = expression === SPACED ? lower : text;
    for (const found of searched.matchAll(expression)) places.push(found.index);
  }
  return linesOf(text, places.sort((a, b) => a - b));
}

function each(text: string, part: string, visit: (at: number) => void): void {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) visit(at);
}

function colonFollows(text: string, at: number): boolean {
  for (let sign = at; sign <= at + MAX_SIGNS; sign++) {
    if (text.charAt(sign) === ":") return true;
    if (isWordCode(text.charCodeAt(sign))) return false;
  }
  return false;
}

/** @param places in ascending order. */
function linesOf(text: string, places: readonly number[]): Set<number> {
  const lines = new Set<number>();
  let line = 0;
  let end = text.indexOf("\n");
  for (const place of places) {
    while (end >= 0 && end < place) {
      line++;
      end = text.indexOf("\n", end + 1);
    }
    lines.add(line);
  }
  return lines;
}
