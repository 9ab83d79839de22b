import { technicalTerms } from "../../codebase/query/glossary.ts";
import { TRADITIONAL } from "./traditional.ts";
import * as en from "./words_en.ts";
import * as zh from "./words_zh.ts";

/** What a word can say about a prompt. `against` speaks for a prompt that is not about code,
 * `opening` is a request for a change that begins it. */
export type Role = "noun" | "verb" | "state" | "question" | "against" | "opening";

/** One word or phrase that was found: `at` is its place in the text it was found in. */
export interface Evidence {
  role: Role;
  match: string;
  weight: number;
  at: number;
}

const ROLES: readonly Role[] = ["noun", "verb", "state", "question", "against"];
const ENGLISH = [en.NOUNS_EN, en.VERBS_EN, en.STATES_EN, en.QUESTIONS_EN, en.AGAINST_EN];
const CHINESE = [zh.NOUNS_ZH, zh.VERBS_ZH, zh.STATES_ZH, zh.QUESTIONS_ZH, zh.AGAINST_ZH];

/** Longest English phrase, in words, and longest Chinese word, in characters, of the tables. */
const PHRASE_WORDS = 3;
const CHINESE_CHARS = 5;

/** What a term of the glossary says: many are everyday words too, so one of them and a question word are not enough. */
const GLOSSARY_WEIGHT = 0.19;

type Weights = Map<string, number>;

function weightsOf(groups: readonly string[]): Weights {
  const weights: Weights = new Map();
  for (const group of groups) {
    const words = group.replaceAll("\n", " ").split(" ");
    const weight = Number(words[0]);
    for (let at = 1; at < words.length; at++) {
      const word = words[at] ?? "";
      const phrase = word.includes("_") ? word.replaceAll("_", " ") : word;
      if (phrase !== "" && !weights.has(phrase)) weights.set(phrase, weight);
    }
  }
  return weights;
}

/** Built when first asked for: most prompts are in one language, and text that no person typed needs neither. */
const english = lazy(() => ENGLISH.map(weightsOf));
const chinese = lazy(() => withGlossary(CHINESE.map(weightsOf)));
const simplified = lazy(() => {
  const pairs = new Map<string, string>();
  for (let i = 0; i + 1 < TRADITIONAL.length; i += 2) {
    pairs.set(TRADITIONAL.charAt(i), TRADITIONAL.charAt(i + 1));
  }
  return pairs;
});

function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Technical terms that the tables do not weigh count as the kind of word their first English reading is. */
function withGlossary(tables: Weights[]): Weights[] {
  const [nouns, verbs] = tables;
  const [englishNouns, englishVerbs] = english();
  for (const line of technicalTerms()) {
    const [term = "", reading = ""] = line.split(" ");
    if (term.length < 2 || tables.some((weights) => weights.has(term))) continue;
    const verb = englishVerbs?.has(reading) === true && englishNouns?.has(reading) !== true;
    (verb ? verbs : nouns)?.set(term, GLOSSARY_WEIGHT);
  }
  return tables;
}

/** Base forms an English word may have: `retries` → `retry`, `logged` → `log`, `parsing` → `parse`. The word itself comes first. */
export function stems(word: string): string[] {
  const forms = [word];
  if (word.length > 3 && word.endsWith("s") && !word.endsWith("ss")) {
    forms.push(word.slice(0, -1));
    if (word.endsWith("es")) forms.push(word.slice(0, -2));
    if (word.endsWith("ies")) forms.push(`${word.slice(0, -3)}y`);
  }
  const root = word.endsWith("ing") ? word.slice(0, -3) : word.endsWith("ed") ? word.slice(0, -2) : "";
  if (root.length >= 2) {
    forms.push(root, `${root}e`);
    if (root.at(-1) === root.at(-2)) forms.push(root.slice(0, -1));
    if (root.endsWith("i")) forms.push(`${root.slice(0, -1)}y`);
  }
  return forms;
}

/** Text with its traditional characters simplified, of the same length, so that places stay what they are. */
export function simplify(text: string): string {
  return text.replace(/[\u4e00-\u9fff]/g, (char) => simplified().get(char) ?? char);
}

/** A name that was typed in full width, with the signs that join its parts: `ｓｒｃ／ｌｏｇｉｎ．ｔｓ`. */
const FULL_WIDTH_NAME =
  /[\uff10-\uff19\uff21-\uff3a\uff3f\uff41-\uff5a]+(?:[\uff0d\uff0e\uff0f][\uff10-\uff19\uff21-\uff3a\uff3f\uff41-\uff5a]+)*/g;

/**
 * Text with names in full width, as Chinese and Japanese keyboards write them, in the letters and digits of code; of the same length. Punctuation stays
 * what it is: `，` and `：` are Chinese.
 */
export function halfWidth(text: string): string {
  return text.replace(FULL_WIDTH_NAME, (name) => name.normalize("NFKC"));
}

/** An English word in lower case, its base forms, and where it stands. */
export interface Token {
  word: string;
  forms: string[];
  at: number;
}

export function englishTokens(text: string): Token[] {
  return [...text.toLowerCase().matchAll(/[a-z][a-z0-9]*/g)].map((found) => ({
    word: found[0],
    forms: stems(found[0]),
    at: found.index,
  }));
}

/** Evidence of English words, longest phrase first at each place, each match once a role. */
export function englishEvidence(words: readonly Token[]): Evidence[] {
  return collect(english(), (weights) => {
    const found: Omit<Evidence, "role">[] = [];
    for (let i = 0; i < words.length; i++) {
      for (let length = Math.min(PHRASE_WORDS, words.length - i); length > 0; length--) {
        const head = words.slice(i, i + length - 1).map(({ word }) => word);
        const last = words[i + length - 1];
        const phrase = last?.forms.map((form) => [...head, form].join(" ")).find((one) => weights.has(one));
        if (phrase === undefined) continue;
        found.push({ match: phrase, weight: weights.get(phrase) ?? 0, at: words[i]?.at ?? 0 });
        i += length - 1;
        break;
      }
    }
    return found;
  });
}

/** Evidence of the Chinese words of `text`, which is simplified already; regional wording is read as what it means. */
export function chineseEvidence(text: string): Evidence[] {
  if (!/[\u4e00-\u9fff]/.test(text)) return [];
  return collect(chinese(), (weights) => {
    const found: Omit<Evidence, "role">[] = [];
    for (let i = 0; i < text.length; i++) {
      if (text.charCodeAt(i) < 0x4e00) continue;
      for (let length = CHINESE_CHARS; length > 0; length--) {
        const word = text.slice(i, i + length);
        const weight = word.length === length ? weights.get(zh.REGIONAL_WORDS[word] ?? word) : undefined;
        if (weight === undefined) continue;
        found.push({ match: word, weight, at: i });
        i += length - 1;
        break;
      }
    }
    return found;
  });
}

function collect(
  tables: readonly Weights[],
  find: (weights: Weights) => Omit<Evidence, "role">[],
): Evidence[] {
  return tables.flatMap((weights, index) => {
    const role = ROLES[index] ?? "noun";
    const seen = new Set<string>();
    return find(weights).flatMap((one) => {
      if (seen.has(one.match)) return [];
      seen.add(one.match);
      return [{ role, ...one }];
    });
  });
}
