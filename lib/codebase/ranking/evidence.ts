import { type Concept, says } from "../query/concepts.ts";
import type { Ranked } from "./rank.ts";
import type { RequestWords } from "./request_words.ts";
import { identifierTokens, stem } from "../query/tokens.ts";

/** What a concept counts where a file says it, beside a word that tells files apart. */
const SAID = { name: 2, strong: 1, weak: 1, loose: 1 } as const;
/** What it counts besides where the file, its folder or a definition in it is named after it. */
const NAMED = 1;
/** Sum from which on a file is worth being named, or that of all concepts where it is less. */
const ENOUGH = 2;
/** The same where nothing else says that the request is about code: this share of all concepts, and one by name. */
const STRICT_SHARE = 2 / 3;
/** Lines within which concepts meet: what a reader sees at once. Anywhere in a long file a few words stand by chance. */
const TOGETHER_LINES = 30;
/** Lines from one such stretch to the next. */
const STEP = TOGETHER_LINES / 2;

/** What of the request a file really has: the grounds for naming it, and the words of its summary. */
export interface Evidence extends Covered {
  /** 0..1: how sure one may be that the request is about this file. */
  confidence: number;
  /** Whether it is worth being named: it was named itself, or enough of what the request speaks of meets in it. */
  isEnough: boolean;
}

interface Covered {
  isDistinct: boolean;
  /** True where a word is among them that only code has, or two that code writes as one. */
  telling: boolean;
  /** 0..1: how much of the request's words, by weight; nobody asks it of each stretch. */
  coverage: number;
  /** What it says of what the request speaks of. */
  concepts: Concept[];
}

export function evidence(file: Ranked, best: Ranked, text: string, words: RequestWords): Evidence {
  const present = words.content.in(file.path);
  for (const hits of words.content.byLine(text).values()) for (const { root } of hits) present.add(root);
  const found = covered(present, `${text}\n${file.path}`, words);
  const { signals } = file;
  const named = Math.max(signals.place, 0.6 * signals.definition);
  const relative = best.score > 0 ? file.score / best.score : 0;
  const confidence = relative * Math.min(1, 0.4 + 0.4 * Math.sqrt(found.coverage) + 0.3 * named);
  return {
    ...found,
    confidence: Math.round(confidence * 100) / 100,
    isEnough: signals.place > 0 || isEnough(file, found, text, words),
  };
}

function isEnough(file: Ranked, whole: Covered, text: string, request: RequestWords): boolean {
  const asked = request.concepts;
  const hasContent = asked.some(({ kind }) => kind !== "weak");
  // Words of the work around the code count beside others, or alone in a question: `where are the tests run?`, but not `fix the tests`.
  if (!hasContent && !request.isQuestion) return false;
  const sum = (concepts: readonly Concept[]) => concepts.reduce((total, { kind }) => total + SAID[kind], 0);
  const content = (concepts: readonly Concept[]) =>
    hasContent ? concepts.filter(({ kind }) => kind !== "weak") : concepts;
  const needed = request.strict
    ? STRICT_SHARE * content(asked).length + NAMED
    : Math.min(ENOUGH, sum(asked.filter(({ kind }) => kind !== "loose")));
  const roots = rootsIn([file.path, ...request.names(file.document)]);
  const support = ({ concepts, telling, isDistinct }: Covered) => {
    const named = content(concepts).filter((concept) => says(concept, roots, ""));
    const met = !isDistinct || content(concepts).length === 0 ? named : concepts;
    return (telling ? SAID.name : 0) + sum(request.strict ? content(met) : met) + NAMED * named.length;
  };
  if (support(whole) < needed) return false;
  const literals = asked.flatMap(({ literal }) => literal ?? []).filter((literal) => text.includes(literal));
  const lines = literals.length > 0 ? text.split("\n") : [];
  const tells = (at: number) => literals.some((literal) => lines[at]?.includes(literal));
  const found = request.content.byLine(text);
  const hits = [...found.keys(), ...lines.keys().filter(tells)];
  const steps = hits.map((at) => Math.floor(at / STEP)).flatMap((step) => [Math.max(0, step - 1), step]);
  const inPath = request.content.in(file.path);
  return [...new Set([0, ...steps])].some((step) => {
    const [first, end] = [step * STEP, step * STEP + TOGETHER_LINES];
    const present = new Set(inPath);
    for (let at = first; at < end; at++) for (const { root } of found.get(at) ?? []) present.add(root);
    return support(covered(present, [...lines.slice(first, end), file.path].join("\n"), request)) >= needed;
  });
}

function rootsIn(identifiers: readonly string[]): Set<string> {
  return new Set(
    identifiers.flatMap((text) => text.match(/[A-Za-z0-9_$\u0080-\uffff]+/g) ?? []).flatMap(identifierTokens)
      .map(stem),
  );
}

/** What a text, whose stems are `present`, has of a request. */
export function covered(present: ReadonlySet<string>, text: string, words: RequestWords): Covered {
  const { distinctive, content, telling, joined, concepts } = words;
  const roots = [...distinctive].filter((root) => present.has(root));
  return {
    isDistinct: roots.length > 0,
    telling: roots.some((root) => telling.has(root)),
    get coverage() {
      const weighed = [...content.weights].filter(([root]) => !joined.has(root));
      const sum = (weights: typeof weighed) => weights.reduce((total, [, weight]) => total + weight, 0);
      const all = sum(weighed);
      return all > 0 ? sum(weighed.filter(([root]) => present.has(root))) / all : 0;
    },
    concepts: concepts.filter((concept) => says(concept, present, text)),
  };
}
