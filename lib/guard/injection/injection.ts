import chinese from "../data/orders_chinese.txt" with { type: "text" };
import english from "../data/orders_english.txt" with { type: "text" };
import markup from "../data/markup.txt" with { type: "text" };
import { type Rule, rulesOf } from "../rule_table.ts";
import { WordFinder } from "../word_finder.ts";
import { removeHiddenCharacters } from "./hidden_text.ts";
import { MARK, patternOf } from "./sentence_pattern.ts";

interface RuleSet {
  rules: readonly Rule[];
  /** Compiled when they are first asked for. */
  patterns: (RegExp | undefined)[];
  /** Texts that are looked for, and the rules that need each. */
  needs: readonly (readonly [string, readonly number[]])[];
  finder: WordFinder;
}

function ruleSet(rules: readonly Rule[]): RuleSet {
  const needs = new Map<string, number[]>();
  rules.forEach((rule, index) => {
    for (const need of rule.needs) needs.set(need, [...needs.get(need) ?? [], index]);
  });
  return { rules, patterns: [], needs: [...needs], finder: new WordFinder([...needs.keys()]) };
}

/** Markup and English, and Chinese where a text has any. */
export const TABLES = [markup, english, chinese] as const;
const LATIN = ruleSet([markup, english].flatMap(rulesOf));
let hanToo: RuleSet | undefined;
const HAN = /[\u4e00-\u9fff]/;
/** A need that is a whole word: longer ones may be the beginning of one. */
const SHORT_WORD = /^[a-z]{2,3}$/;
/** Characters that no match exceeds. */
const LONGEST = 300;
/** Characters before an order in which its sentence is looked for, and behind it in which its line has to end. */
const REACH = 400;
const SENTENCE_END = /[.!?。！？；;](?=\s|[\x80-\uffff])/g;
/** Indentation and the sign of a comment. */
const LEAD = /^\s*(?:(?:\/\/+|#+|\*+|--|;+|\/\*+|<!--|"""|'''|%|>)\s*)?/;
const COMMENT_END = /(?:\*\/|-->|"""|''')$/;

/**
 * Removes fake markup of turns and marks, direct orders to a model, and characters that cannot be seen. It is hygiene: what keeps a stranger's text from being
 * taken for anybody's orders are the marks it stands between.
 *
 * The sentence goes, and what follows it in its line, with `[filtered]` in its place; the number of lines stays. `filtered` counts places. Takes time
 * proportional to the text.
 */
export function filterInjection(text: string): { text: string; filtered: number } {
  const hidden = removeHiddenCharacters(text);
  const spans = spansOf(hidden.text);
  if (spans.length === 0) return { text: hidden.text, filtered: hidden.removed };
  let out = "";
  let from = 0;
  for (const { start, end } of spans) {
    out += hidden.text.slice(from, start) + blanked(hidden.text.slice(start, end));
    from = end;
  }
  return { text: out + hidden.text.slice(from), filtered: hidden.removed + spans.length };
}

interface Span {
  start: number;
  end: number;
}

/** What is to go, in order and apart. */
function spansOf(text: string): Span[] {
  const spans = (HAN.test(text) ? [LATIN, hanToo ??= ruleSet(rulesOf(chinese))] : [LATIN]).flatMap((rules) =>
    matches(text, rules)
  );
  return joined(spans.map(({ start, end }) => sentenceAround(text, start, end)));
}

/** Where the patterns of rules match: each is tried around what it needs. */
function matches(text: string, { rules, patterns, needs, finder }: RuleSet): Span[] {
  const places = rules.map((): Span[] => []);
  const lower = lowered(text);
  finder.find(lower, (need, at) => {
    const [text, ruled] = needs[need] ?? ["", []];
    if (isLetter(lower, at - 1) || SHORT_WORD.test(text) && isLetter(lower, at + text.length)) return;
    for (const rule of ruled) places[rule]?.push({ start: Math.max(0, at - LONGEST), end: at + LONGEST });
  });
  return rules.flatMap(({ patterns: [written = ""] }, index) =>
    joined(places[index] ?? []).flatMap(({ start, end }) => {
      const regex = patterns[index] ??= patternOf(written);
      regex.lastIndex = start;
      const found: Span[] = [];
      const head = text.slice(0, end);
      for (let match = regex.exec(head); match; match = regex.exec(head)) {
        found.push({ start: match.index, end: regex.lastIndex });
      }
      return found;
    })
  );
}

/** Spans that touch as one, in order. */
function joined(spans: Span[]): Span[] {
  const apart: Span[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (last === undefined || span.start > last.end) apart.push(span);
    else last.end = Math.max(last.end, span.end);
  }
  return apart;
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
function sentenceAround(text: string, start: number, end: number): Span {
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
