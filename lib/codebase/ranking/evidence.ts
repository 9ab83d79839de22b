import { type Concept, says } from "../query/concepts.ts";
import type { Ranked } from "./rank.ts";
import type { RequestWords } from "./request_words.ts";
import type { Match } from "../query/word_matcher.ts";

/** What of the request a file really has: the grounds for naming it, and the words of its summary. */
export interface Evidence extends Covered {
  /** 0..1: how sure one may be that the request is about this file. */
  confidence: number;
  /** The text that was weighed. */
  text: string;
  /** True of the file that ranks first. */
  first: boolean;
}

interface Covered {
  /** Distinctive words found in its text, weightiest first: as it has them, Chinese as the request has it. */
  words: string[];
  /** True where a word is among them that only code has, or two that code writes as one. */
  telling: boolean;
  /** 0..1: how much of the request's words, by weight. */
  coverage: number;
  /** What it says of what the request speaks of. */
  concepts: Concept[];
}

/** Weighs what the text at hand has of the request's words. */
export function evidence(file: Ranked, best: Ranked, text: string, words: RequestWords): Evidence {
  const found = covered(`${text}\n${file.path}`, words);
  const { signals } = file;
  const named = Math.max(
    signals.place,
    0.8 * signals.fileName,
    0.7 * signals.member,
    0.6 * signals.definition,
  );
  const relative = best.score > 0 ? file.score / best.score : 0;
  const confidence = relative * Math.min(1, 0.4 + 0.4 * Math.sqrt(found.coverage) + 0.3 * named);
  return { ...found, confidence: Math.round(confidence * 100) / 100, text, first: relative === 1 };
}

/** What a text has of a request: its distinctive words, weightiest first, each in its shortest form, and its share of all words by weight. */
export function covered(
  text: string,
  { distinctive, content, telling, joined, concepts }: RequestWords,
): Covered {
  const present = new Map<string, string>();
  content.each(text, ({ token, root }: Match) => {
    if ((present.get(root)?.length ?? Infinity) > token.length) present.set(root, token);
  });
  const said = concepts.filter((concept) => says(concept, present, text));
  const value = (root: string) => distinctive.weight(root);
  const roots = [...present.keys()].filter((root) => value(root) > 0);
  let had = 0;
  let all = 0;
  for (const [root, weight] of content.distinctive) {
    if (joined.has(root)) continue;
    all += weight;
    if (present.has(root)) had += weight;
  }
  return {
    words: shownWords(roots.map((root) => [present.get(root) ?? root, value(root)]), said, text),
    telling: roots.some((root) => telling.has(root)),
    coverage: all > 0 ? had / all : 0,
    concepts: said,
  };
}

const HAN = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/;

/** Found words as a person reads them: Chinese is looked up in pairs of characters, and shown in the request's own words. */
function shownWords(
  found: readonly (readonly [string, number])[],
  said: readonly Concept[],
  text: string,
): string[] {
  const shown = new Map<string, number>();
  for (const [word, weight] of found) if (!HAN.test(word)) shown.set(word, weight);
  for (const { literal } of said) {
    if (literal === undefined || !text.includes(literal)) continue;
    if (!HAN.test(literal)) {
      shown.set(literal, Infinity);
      continue;
    }
    const pairs = found.filter(([word]) => HAN.test(word) && literal.includes(word));
    if (pairs.length > 0) shown.set(literal, Math.max(...pairs.map(([, weight]) => weight)));
  }
  return [...shown].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([word]) => word);
}
