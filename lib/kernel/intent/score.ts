import { GENERAL_WEIGHT, generalQuestion } from "./general.ts";
import { chineseEvidence, englishEvidence, englishTokens, type Evidence, type Token } from "./lexicon.ts";
import {
  CODE_AFTER_WRITING_EN,
  COMPOSE_NOUNS_EN,
  COMPOSE_VERBS_EN,
  FILLERS_EN,
  NOUN_FOLLOWS_EN,
  OPENING_VERBS_EN,
  PERSONS_EN,
  PLACE_ASKERS_EN,
  PLACE_HELPERS_EN,
  VERB_FOLLOWS_EN,
} from "./words_en.ts";
import { COMPOSING_ZH, OPENING_ZH, PLACE_ASKED_ZH } from "./words_zh.ts";

/** How much all words of a role can add together: many verbs do not make a prompt about code, and everyday nouns do not either. */
const CAP = { noun: 1.2, everydayNoun: 0.25, verb: 0.45, state: 0.25, question: 0.15, against: 1.2 } as const;
/** Below this a noun is everyday English. */
const EVERYDAY = 0.15;
/** A verb from this weight on is said of code alone and needs no noun. */
const CODE_VERB = 0.45;

/** Words between a verb of writing and what is written: `write me a short email`. */
const COMPOSE_REACH = 5;
const COMPOSE_WEIGHT = 0.6;
/** An everyday topic says less in a request for a change: programs are about pets and hotels too. */
const TOPIC_IN_REQUEST = 0.5;
/** Words a request may open with before its verb. */
const MAX_FILLERS = 4;
/** Words that must follow the verb for it to be a request. */
const MIN_OBJECT_WORDS = 2;
const OPENING_WEIGHT = 0.3;
/** What an unknown English word in a Chinese sentence says, and how long it is at least. */
const FOREIGN_WEIGHT = 0.2;
const MIN_FOREIGN = 4;
/** The same of a word with a hyphen: `v-else`. */
const JOINED_WEIGHT = 0.35;

/** Every word of `text` (simplified) that says something about it, English first, each role in order of appearance. */
export function readWords(text: string): Evidence[] {
  const tokens = englishTokens(text);
  const english = oneRoleEach(englishEvidence(tokens), tokens);
  const found = [
    ...english,
    ...chineseEvidence(text),
    ...composing(tokens),
    ...opening(tokens),
    ...placeAsked(tokens, english),
    ...amongChinese(text, tokens, english),
  ];
  for (const [role, pattern, weight] of CHINESE_FORMS) {
    const match = pattern.exec(text);
    if (match !== null) found.push({ role, match: match[0].trim(), weight, at: match.index });
  }
  const general = generalQuestion(text);
  if (general !== undefined) found.push({ role: "against", match: general, weight: GENERAL_WEIGHT, at: 0 });
  return found;
}

const CHINESE_FORMS = [
  ["against", COMPOSING_ZH, COMPOSE_WEIGHT],
  ["opening", OPENING_ZH, OPENING_WEIGHT],
  ["opening", PLACE_ASKED_ZH, OPENING_WEIGHT],
] as const;

/** `where is the intent read?`, `how are retries counted?`: asks for the place of something that code does. */
function placeAsked(tokens: readonly Token[], words: readonly Evidence[]): Evidence[] {
  const [asks, helper, subject] = tokens.map(({ word }) => word);
  if (
    asks === undefined || helper === undefined || !PLACE_ASKERS_EN.has(asks) || !PLACE_HELPERS_EN.has(helper)
  ) return [];
  if (subject === undefined || PERSONS_EN.has(subject)) return [];
  const verb = words.find(({ role, at }) => role === "verb" && at > (tokens[1]?.at ?? 0));
  return verb === undefined
    ? []
    : [{ role: "opening", match: `${asks} ${helper} … ${verb.match}`, weight: OPENING_WEIGHT, at: 0 }];
}

/** An English word in a Chinese sentence is a term of the trade, or a name that code has, more often than anything else. */
function amongChinese(text: string, tokens: readonly Token[], words: readonly Evidence[]): Evidence[] {
  if (!/[\u4e00-\u9fff]{2}/.test(text)) return [];
  const joined = /(?<![\w-])[A-Za-z]\w{0,30}-[A-Za-z]\w{0,30}(?![\w-])/.exec(text);
  if (joined !== null) {
    return [{ role: "noun", match: joined[0], weight: JOINED_WEIGHT, at: joined.index }];
  }
  const known = new Set(words.map(({ at }) => at));
  const foreign = tokens.find(({ word, at }) => word.length >= MIN_FOREIGN && !known.has(at));
  return foreign === undefined
    ? []
    : [{ role: "noun", match: foreign.word, weight: FOREIGN_WEIGHT, at: foreign.at }];
}

/** A word that may be a noun or a verb is what the word before it makes it: `to build`, `the build`; else the one that says more. */
function oneRoleEach(words: readonly Evidence[], tokens: readonly Token[]): Evidence[] {
  const before = new Map(tokens.map(({ at }, index) => [at, tokens[index - 1]?.word ?? ""]));
  const nouns = new Map(words.filter(({ role }) => role === "noun").map((word) => [word.at, word]));
  const verbs = new Map(words.filter(({ role }) => role === "verb").map((word) => [word.at, word]));
  return words.filter((word) => {
    const other = word.role === "noun"
      ? verbs.get(word.at)
      : word.role === "verb"
      ? nouns.get(word.at)
      : undefined;
    if (other === undefined) return true;
    const previous = before.get(word.at) ?? "";
    if (VERB_FOLLOWS_EN.has(previous)) return word.role === "verb";
    if (NOUN_FOLLOWS_EN.has(previous)) return word.role === "noun";
    return word.weight > other.weight || (word.weight === other.weight && word.role === "noun");
  });
}

/** Writing of some other kind than code; `email template` and its like are code again. */
function composing(tokens: readonly Token[]): Evidence[] {
  for (const [index, { word, at }] of tokens.entries()) {
    if (!COMPOSE_VERBS_EN.has(word)) continue;
    for (let i = index + 1; i <= index + COMPOSE_REACH; i++) {
      const noun = tokens[i];
      if (noun === undefined || !noun.forms.some((form) => COMPOSE_NOUNS_EN.has(form))) continue;
      if (tokens[i + 1]?.forms.some((form) => CODE_AFTER_WRITING_EN.has(form))) return [];
      return [{ role: "against", match: `${word} ${noun.word}`, weight: COMPOSE_WEIGHT, at }];
    }
  }
  return [];
}

/** A request for a change that opens the prompt. */
function opening(tokens: readonly Token[]): Evidence[] {
  const index = tokens.slice(0, MAX_FILLERS + 1).findIndex(({ word }) => !FILLERS_EN.has(word));
  const verb = tokens[index];
  if (verb === undefined || !OPENING_VERBS_EN.has(verb.word) || tokens.length <= index + MIN_OBJECT_WORDS) {
    return [];
  }
  return [{ role: "opening", match: verb.word, weight: OPENING_WEIGHT, at: verb.at }];
}

/**
 * What the words say together. Verbs and questions count only beside a thing they can be about: a noun, an opening that asks for a
 * change, a verb said of code alone, or (`anchored`) something said earlier in the session.
 */
export function wordScore(words: readonly Evidence[], anchored: boolean): number {
  const of = (role: Evidence["role"]) => words.filter((word) => word.role === role);
  const sum = (list: readonly Evidence[], cap: number) =>
    Math.min(cap, list.reduce((total, { weight }) => total + weight, 0));
  const nouns = of("noun");
  const things = sum(nouns.filter(({ weight }) => weight >= EVERYDAY), CAP.noun) +
    sum(nouns.filter(({ weight }) => weight < EVERYDAY), CAP.everydayNoun);
  const verbs = of("verb");
  const request = sum(of("opening"), OPENING_WEIGHT);
  const against = sum(of("against"), CAP.against) * (request > 0 ? TOPIC_IN_REQUEST : 1);
  if (things === 0 && request === 0 && !anchored && !verbs.some(({ weight }) => weight >= CODE_VERB)) {
    return -against;
  }
  return things + request + sum(verbs, CAP.verb) + sum(of("state"), CAP.state) +
    sum(of("question"), CAP.question) - against;
}
