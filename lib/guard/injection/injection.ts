import chinese from "../data/orders_chinese.txt" with { type: "text" };
import english from "../data/orders_english.txt" with { type: "text" };
import markup from "../data/markup.txt" with { type: "text" };
import hidden from "../data/hidden.txt" with { type: "text" };
import { RuleFinder } from "../rule_finder.ts";
import { patternsIn, rulesOf } from "../rule_table.ts";
import { joined, type Place, spliced } from "../span.ts";

/** Stands where something was removed. No pattern reaches across it, so that a second pass finds nothing that the first has not. */
const MARK = "[filtered]";

/** Between two words: blanks, emphasis, what joins words in a file's name, the end of a line with the sign of a comment. */
const BETWEEN = "(?:(?:[\\s_*`~#/>|-]|\\\\[nrt]|%20){1,12})";

const ANYTHING = "(?:[^.!?。！？；\\[]|\\[(?!filtered\\]))";

/** A pattern in which a blank is whatever stands between words, `«a|b»` one of these words, `…20` at most 20 characters of the sentence. Its repeats are bounded. `_` joins words and is no letter of theirs. */
export function sentencePattern(text: string): RegExp {
  const source = text.replaceAll(" ", BETWEEN).replaceAll("«", "(?<![a-z])(?:").replaceAll("»", ")(?![a-z])")
    .replace(/…(\d+)/g, `${ANYTHING}{0,$1}?`);
  return new RegExp(source, "gim");
}

/** Markup and English, and Chinese where a text has any. */
export const TABLES = [markup, english, chinese] as const;
const LATIN = new RuleFinder([markup, english].flatMap(rulesOf), sentencePattern);
let hanToo: RuleFinder | undefined;
const HAN = /[\u4e00-\u9fff]/;
/** A need that is a whole word: longer ones may be the beginning of one. */
const SHORT_WORD = /^[a-z]{2,3}$/;
const LONGEST = 300;
/** Characters before an order in which its sentence is looked for, and behind it in which its line has to end. */
const REACH = 400;
const SENTENCE_END = /[.!?。！？；;](?=\s|[\x80-\uffff])/g;
const LEAD = /^\s*(?:(?:\/\/+|#+|\*+|--|;+|\/\*+|<!--|"""|'''|%|>)\s*)?/;
const COMMENT_END = /(?:\*\/|-->|"""|''')$/;

/** Removes fake markup of turns and marks, direct orders to a model, and characters that cannot be seen: the sentence and the rest of its line become `[filtered]`; the number of lines stays. `filtered` counts places. Linear. */
export function filterInjection(text: string): { text: string; filtered: number } {
  const { text: seen, removed } = removeHiddenCharacters(text);
  const spans = spansOf(seen);
  return { text: spliced(seen, spans, blanked), filtered: removed + spans.length };
}

function spansOf(text: string): Place[] {
  const spans =
    (HAN.test(text) ? [LATIN, hanToo ??= new RuleFinder(rulesOf(chinese), sentencePattern)] : [LATIN])
      .flatMap((rules) => matches(text, rules));
  return joined(spans.map(({ start, end }) => sentenceAround(text, start, end)));
}

function matches(text: string, finder: RuleFinder): Place[] {
  const places = new Map<number, Place[]>();
  const lower = lowered(text);
  finder.find(lower, (rule, need, at) => {
    if (isLetter(lower, at - 1) || SHORT_WORD.test(need) && isLetter(lower, at + need.length)) return;
    const known = places.get(rule) ?? [];
    known.push({ start: Math.max(0, at - LONGEST), end: at + LONGEST });
    places.set(rule, known);
  });
  return [...places].flatMap(([rule, around]) => {
    const pattern = finder.pattern(rule);
    return joined(around).flatMap(({ start, end }) => {
      pattern.lastIndex = start;
      const found = text.slice(0, end).matchAll(pattern);
      return Array.from(found, ({ 0: order, index }) => ({ start: index, end: index + order.length }));
    });
  });
}

/** In lower case, each letter in its place. */
function lowered(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function isLetter(lower: string, at: number): boolean {
  const code = lower.charCodeAt(at);
  return code >= 97 && code <= 122;
}

/** From the beginning of the sentence to the end of the line; where these are far, from the order itself, and to the next blank. */
function sentenceAround(text: string, start: number, end: number): Place {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const from = Math.max(lineStart, start - REACH);
  const sentence = [...text.slice(from, start).matchAll(SENTENCE_END)].at(-1);
  const behind = text.slice(end, end + REACH);
  const lineEnd = behind.indexOf("\n");
  const stop = lineEnd >= 0 ? lineEnd : behind.length < REACH ? behind.length : behind.search(/\s|$/);
  return {
    start: sentence ? from + sentence.index + 1 : from === lineStart ? lineStart : start,
    end: end + stop,
  };
}

/** Keeps indentation, the sign of a comment and its end, so that what is left still reads as code. */
function blanked(text: string): string {
  return text.split("\n").map((line) => {
    const body = line.trimEnd();
    const lead = LEAD.exec(body)?.[0] ?? "";
    const sign = COMMENT_END.exec(body.slice(-3))?.[0] ?? "";
    const tail = body.slice(lead.length).endsWith(sign) && sign !== ""
      ? body.slice(body.slice(0, -sign.length).trimEnd().length)
      : "";
    return `${lead}${MARK}${tail}${line.endsWith("\r") ? "\r" : ""}`;
  }).join("\n");
}

/** What most texts have nothing of, and which is told quickly. */
const UNUSUAL = /[^\t\n -~]/;

/** Compiled once a text has anything unusual: whether something hides in it, and what. */
let patterns: RegExp[] | undefined;

/** Drops what cannot be seen or drives a terminal. A byte order mark at the very start and form feeds go without being counted. */
export function removeHiddenCharacters(text: string): { text: string; removed: number } {
  if (!UNUSUAL.test(text)) return { text, removed: 0 };
  const [any = /^/, ...each] = patterns ??= patternsIn(hidden);
  if (!any.test(text)) return { text, removed: 0 };
  let removed = 0;
  const drop = () => {
    removed++;
    return "";
  };
  const shown = text.replace(/^\ufeff/, "").replaceAll("\f", "");
  const clean = each.reduce((rest, hiding) => rest.replace(hiding, drop), shown);
  return { text: clean.replace(/[\u2028\u2029\u0085]/g, " "), removed };
}
