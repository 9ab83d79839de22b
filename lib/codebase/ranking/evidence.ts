import { type Concept, says } from "../query/concepts.ts";
import type { Ranked } from "./rank.ts";
import type { RequestWords } from "./request_words.ts";
import type { Hit } from "../query/word_matcher.ts";
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
  /** Whether it has a distinctive word. */
  isDistinct: boolean;
  /** True where a word is among them that only code has, or two that code writes as one. */
  telling: boolean;
  /** 0..1: how much of the request's words, by weight. */
  coverage: number;
  /** What it says of what the request speaks of. */
  concepts: Concept[];
}

/** A text and where the request's words stand in it. */
interface Searched {
  text: string;
  hits: ReadonlyMap<number, readonly Hit[]>;
}

/** Weighs what the text at hand has of the request's words. */
export function evidence(file: Ranked, best: Ranked, searched: Searched, words: RequestWords): Evidence {
  const inPath = hitsIn(file.path, words);
  const found = had(
    [...[...searched.hits.values()].flat(), ...inPath],
    words,
    (literal) => searched.text.includes(literal) || file.path.includes(literal),
  );
  const { signals } = file;
  const named = Math.max(
    signals.place,
    0.8 * signals.fileName,
    0.6 * signals.definition,
  );
  const relative = best.score > 0 ? file.score / best.score : 0;
  const confidence = relative * Math.min(1, 0.4 + 0.4 * Math.sqrt(found.coverage) + 0.3 * named);
  return {
    ...found,
    confidence: Math.round(confidence * 100) / 100,
    isEnough: signals.place > 0 || isEnough(file, found, searched, words),
  };
}

function isEnough(file: Ranked, found: Covered, { text, hits }: Searched, request: RequestWords): boolean {
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
  if (support(found) < needed) return false;
  const inPath = hitsIn(file.path, request);
  const lines = asked.some(({ literal }) => literal !== undefined) ? text.split("\n") : [];
  const isLiteral = (line: string) =>
    asked.some(({ literal }) => literal !== undefined && line.includes(literal));
  const telling = [...hits.keys(), ...[...lines.keys()].filter((at) => isLiteral(lines[at] ?? ""))];
  const steps = new Set(telling.map((at) => Math.floor(at / STEP)).flatMap((step) => [step - 1, step]));
  return [...steps].some((step) => {
    const from = step * STEP;
    const here = Array.from({ length: TOGETHER_LINES }, (_, at) => hits.get(from + at) ?? []).flat();
    const part = lines.slice(Math.max(0, from), from + TOGETHER_LINES);
    const isSaid = (literal: string) => [...part, file.path].some((line) => line.includes(literal));
    return support(had([...here, ...inPath], request, isSaid)) >= needed;
  }) || support(had(inPath, request, (literal) => file.path.includes(literal))) >= needed;
}

function hitsIn(text: string, { content }: RequestWords): Hit[] {
  return [...content.byLine(text).values()].flat();
}

function rootsIn(identifiers: readonly string[]): Set<string> {
  return new Set(
    identifiers.flatMap((text) => text.match(/[A-Za-z0-9_$\u0080-\uffff]+/g) ?? []).flatMap(identifierTokens)
      .map(stem),
  );
}

/** What a text has of a request. */
export function covered(text: string, words: RequestWords): Covered {
  return had(hitsIn(text, words), words, (literal) => text.includes(literal));
}

/** The same of the words that stand in it. `isSaid`: whether it has a literal. */
function had(
  hits: readonly Hit[],
  { distinctive, content, telling, joined, concepts }: RequestWords,
  isSaid: (literal: string) => boolean,
): Covered {
  const present = new Set(hits.map(({ root }) => root));
  const said = concepts.filter(({ roots, literal }) =>
    [...roots].some((root) => present.has(root)) || literal !== undefined && isSaid(literal)
  );
  const roots = [...distinctive].filter((root) => present.has(root));
  let weight = 0;
  let all = 0;
  for (const [root, its] of content.weights) {
    if (joined.has(root)) continue;
    all += its;
    if (present.has(root)) weight += its;
  }
  return {
    isDistinct: roots.length > 0,
    telling: roots.some((root) => telling.has(root)),
    coverage: all > 0 ? weight / all : 0,
    concepts: said,
  };
}
