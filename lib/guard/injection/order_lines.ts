import { MARKUP } from "./rules.ts";
import { isWordCode } from "./pattern.ts";
import { WordFinder } from "../word_finder.ts";

/** No order does without one of these (lower case); most lines of code have none, and are not looked at closer. */
const PARTS = (
  "ignor,disregard,forget,overrid,overrul,bypass,discard,neglect,abandon,attention,heed,follow,obey,comply,cooperat,adher,supersed,revoked,void,prompt," +
  "instruction,directive,assistant,agent,model,claude,gpt,copilot,codex,gemini,anthropic,chatbot,chat bot,reviewer,exfil,transmit,disclos,reveal,mention," +
  "guideline,guardrail,set aside,put aside,guidance,briefing,persona,pretend,imagine,act as if,behave as if,listen to,answer to,report to,serve only,serve me," +
  "everything,every word,verbatim,word for word,exactly as,above,environment var,env var,.env,api key,api_key,api-key,credential,private key,ssh key,id_rsa,access token,passwords," +
  "database url,conversation,/etc/,mail,source code,![,approved,consented,agreed,confirmed,pre-,respond ,reply ,answer ,instruct the,convince,persuade,trick the,recommend,praise," +
  "rate it,rate this,positive ,perfect ,weaknesses,flaws,negatives,decode,decrypt,decipher,unscramble,deobfuscate,rot13,rot-13,base64,encoded,encrypted,reversed,hidden ,%20,\\u00,\\x," +
  "esque,verschweig,roleplay,role-play,let's,title of,overlook,scrap,act like,act as,behave ,models must,models should,never mind,nevermind,find out,let the user,no need to ask,questions asked,blanket,user says,user wants,whatever,this tool,tool is,god mode,dan mode,safety,bots,.aws,.ssh," +
  "desconsider,inform,notify,conceal,jailbreak,injection,anything,granted,given,author,secret,priorit,disable,remove ,circumvent,&#," +
  "oubli,vergiss,olvid,zapomnij,negeer,vergeet,dimentic,abaikan,lupakan,sag ,sans ,caso,descart,benutzer,nutzer,usuario,utente,pengguna,utilisateur,whoever,summari,bot:,bot),automation,glem ,glöm,unohda,zapomeň,weights,silently,secretly,covertly,regardless of what"
).split(",").concat(MARKUP);

/** As `PARTS`, but only at the beginning of a word. */
const WORD_STARTS = ["you", "ai", "a.i", "llm", "send", "upload", "leak", "tell", "hide", "turn"];

/** Who speaks, as chat formats write it: followed, at most three signs later, by a colon. */
const SPEAKERS =
  ("user,human,system,admin,developer,tool,function,tool_response,tool response,tool_result,tool result,tool_output")
    .split(",");
const MAX_SIGNS = 3;

/** What disguises an order, or writes one in another language. */
const NOT_ASCII = /[^\0-\x7f][^\n]*/g;
const FINDER = new WordFinder([...PARTS, ...WORD_STARTS, ...SPEAKERS]);

/** Whether one of the texts that were found is a cue where it stands. */
function isCue(lower: string, text: number, at: number): boolean {
  if (text < PARTS.length) return true;
  const wordStart = WORD_STARTS[text - PARTS.length];
  if (wordStart !== undefined) return !isWordCode(lower.charCodeAt(at - 1));
  return colonFollows(lower, at + (SPEAKERS[text - PARTS.length - WORD_STARTS.length] ?? "").length);
}

/**
 * Numbers of the lines that could hold an order, or begin one that goes on in the next; undefined where any could. All others are
 * none, whatever a closer look would cost. Takes time proportional to the text.
 */
export function orderLines(text: string): Set<number> | undefined {
  const lower = text.toLowerCase().replaceAll("\r", " ").replaceAll("\n", " ");
  // A few letters grow when they are made small; places would no longer be the same.
  if (lower.length !== text.length) return undefined;
  const places: number[] = [];
  FINDER.find(lower, (text, at) => {
    if (isCue(lower, text, at)) places.push(at);
  });
  for (const found of text.matchAll(NOT_ASCII)) places.push(found.index);
  return linesOf(text, places.sort((a, b) => a - b));
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
