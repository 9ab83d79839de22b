import { chineseEvidence, englishEvidence, type Evidence } from "./intent_lexicon.ts";
import { COMPOSE_NOUNS_EN, COMPOSE_VERBS_EN, OPENING_VERBS_EN } from "./intent_words_en.ts";
import { OPENING_ZH } from "./intent_words_zh.ts";

/** How much all words of a role can add together: many verbs do not make a prompt about code, and everyday nouns do not either. */
const CAP = { noun: 1.2, everydayNoun: 0.25, verb: 0.45, state: 0.25, question: 0.15, against: 1.2 } as const;
/** Below this a noun is everyday English. */
const EVERYDAY = 0.2;
/** A verb from this weight on is said of code alone and needs no noun. */
const CODE_VERB = 0.45;

/** `write me a short email`: writing of some other kind, with a few words between. */
const COMPOSING = new RegExp(
  `\\b(${COMPOSE_VERBS_EN.join("|")})\\b(?: [\\w'-]{1,20}){0,4} (${
    COMPOSE_NOUNS_EN.join("|")
  })s?\\b(?! (template|valid|field|sen[dt]|serv|handl|queue|form|endpoint|page|component|model|parser|test))`,
  "i",
);
const COMPOSING_ZH =
  /(写|撰写|起草|草拟)(一|几|个|篇|份|封|首|段|条|张|点|些)[^\n]{0,12}(邮件|信|诗|文章|作文|文案|稿|歌|故事|小说|祝福|总结|评语|检讨|贺卡|描述|日记|剧本|心得|介绍信|邀请函|感言)/;
const COMPOSE_WEIGHT = 0.6;
/** An everyday topic says less in a request for a change: programs are about pets and hotels too. */
const TOPIC_IN_REQUEST = 0.5;

/** A request that opens with a verb of change. */
const OPENING = new RegExp(
  `^\\s{0,20}(?:(?:please|can you|could you|we should|we need to|let's|now|then|also|and|just|i want to|i need to)[ ,]{1,3}){0,3}(?:${
    OPENING_VERBS_EN.join("|")
  })\\b(?= \\w+ \\w+)`,
  "i",
);
const OPENING_WEIGHT = 0.3;

/** Every word of `text` (simplified) that says something about it, English first, each role in order of appearance. */
export function readWords(text: string): Evidence[] {
  const words = [...englishEvidence(text), ...chineseEvidence(text)];
  for (const pattern of [COMPOSING, COMPOSING_ZH]) {
    const found = pattern.exec(text);
    if (found !== null) {
      words.push({ role: "against", match: found[0], weight: COMPOSE_WEIGHT, at: found.index });
    }
  }
  for (const pattern of [OPENING, OPENING_ZH]) {
    const found = pattern.exec(text);
    if (found !== null) {
      words.push({ role: "opening", match: found[0].trim(), weight: OPENING_WEIGHT, at: found.index });
    }
  }
  return words;
}

/**
 * What the words say together. Verbs and questions count only beside a thing they can be about: a noun, an opening that asks for a change, a verb said of code alone, or
 * (`anchored`) something said earlier in the session.
 */
export function wordScore(words: readonly Evidence[], anchored: boolean): number {
  const of = (role: Evidence["role"]) => words.filter((word) => word.role === role);
  const sum = (list: readonly Evidence[], cap: number) =>
    Math.min(cap, list.reduce((total, { weight }) => total + weight, 0));
  const nouns = of("noun");
  const things = sum(nouns.filter(({ weight }) => weight >= EVERYDAY), CAP.noun) +
    sum(nouns.filter(({ weight }) => weight < EVERYDAY), CAP.everydayNoun);
  const verbs = of("verb");
  const opening = sum(of("opening"), OPENING_WEIGHT);
  const against = sum(of("against"), CAP.against) * (opening > 0 ? TOPIC_IN_REQUEST : 1);
  if (things === 0 && opening === 0 && !anchored && !verbs.some(({ weight }) => weight >= CODE_VERB)) {
    return -against;
  }
  return things + opening + sum(verbs, CAP.verb) + sum(of("state"), CAP.state) +
    sum(of("question"), CAP.question) - against;
}
