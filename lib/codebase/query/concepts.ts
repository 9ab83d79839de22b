import { CHORE_WORDS, EVERYDAY, STOP_WORDS } from "./common_words.ts";
import { glossed, piecesOf } from "./chinese.ts";
import { withoutEndings } from "./names.ts";
import { related } from "./thesaurus.ts";
import { COMPOUND, eachRun, identifierTokens, isCodeLike, stem } from "./tokens.ts";

/** One thing that a request speaks of, in whatever words: `retries`, `登录`, `parseConfig`. */
export interface Concept {
  /** As the request has it: whole words and terms, never a part of one. */
  said: string;
  /** Stems any of which says it in a text: its own, and those of what code calls it. */
  roots: ReadonlySet<string>;
  /** Chinese, or a word with a hyphen, as written; a text that has it as a whole says it. */
  literal?: string;
  /** `name`: only code has such a word. `strong`: a word of content. `weak`: says where to look beside a strong one only.
   * `loose`: Chinese that no glossary knows and that may be no word: it counts where a file has it, and is not missed elsewhere. */
  kind: "name" | "strong" | "weak" | "loose";
}

/** Longer requests are pasted text; what they are about stands in front. */
const MAX_CHARS = 4000;
const MAX_CONCEPTS = 40;
/** Characters of a Chinese word that no glossary knows. */
const LOOSE = { least: 2, most: 6 } as const;
const CHORE_STEMS: ReadonlySet<string> = new Set([...CHORE_WORDS].map(stem));

const QUESTION =
  /^\s*(?:where|which|what|how|why|who|when)\b|^[^\n]{0,200}\b(?:where|how|why) (?:is|are|was|were|do|does|did|can)\b|[?？]\s*$|[哪谁]|怎么|如何|为什么|为何|为啥|原理/i;

/** Whether a request asks something, which may be about words of the work around the code: `where are the tests run?`, but not `fix the tests`. */
export function isQuestion(text: string): boolean {
  return QUESTION.test(text);
}

/** The concepts of a request, in its order, each once. `symbols`: identifiers that were found in it. */
export function conceptsOf(request: string, symbols: readonly string[] = []): Concept[] {
  const text = withoutEndings(request.slice(0, MAX_CHARS));
  const found = new Map<string, Concept>();
  const add = (concept: Concept) => {
    const key = concept.literal ?? [...concept.roots][0] ?? "";
    if (found.size < MAX_CONCEPTS && !found.has(key)) found.set(key, concept);
  };
  for (const [compound] of text.matchAll(COMPOUND)) {
    const parts = compound.split("-");
    // One whose parts say too little alone.
    if (parts.length > 2 || parts.every((part) => conceptOf(part, false) !== undefined)) continue;
    const roots = new Set([stem(parts.join("").toLowerCase())]);
    add({ said: compound, roots, literal: compound, kind: "strong" });
  }
  const called = new Set(symbols.flatMap((symbol) => symbol.split(/\.|::|->|#/).slice(-1)));
  eachRun(text, (start, end, pairs) => {
    const run = text.slice(start, end);
    if (pairs) addChinese(run, add);
    else {
      const concept = conceptOf(run, called.has(run));
      if (concept !== undefined) add(concept);
    }
  });
  return [...found.values()];
}

function conceptOf(word: string, called: boolean): Concept | undefined {
  const [whole] = identifierTokens(word);
  if (whole === undefined || whole.length < 2) return undefined;
  const root = stem(whole);
  if (isCodeLike(word)) return { said: word, roots: new Set([root]), kind: "name" };
  if (STOP_WORDS.has(whole) && !called) return undefined;
  return {
    said: word,
    roots: new Set([root, ...related([whole]).map(stem)]),
    kind: saysLittle(whole) && !called ? "weak" : "strong",
  };
}

const saysLittle = (word: string) => EVERYDAY.has(word) || CHORE_STEMS.has(stem(word));

function addChinese(run: string, add: (concept: Concept) => void): void {
  let rest = run;
  for (const { term, english } of glossed(run)) {
    rest = rest.replace(term, " ");
    const weak = CHORE_WORDS.has(term) || english.every(saysLittle);
    add({
      said: term,
      roots: new Set(english.filter((word) => weak || !EVERYDAY.has(word)).map(stem)),
      literal: term,
      kind: weak ? "weak" : "strong",
    });
  }
  for (const piece of piecesOf(rest)) {
    if (piece.length < LOOSE.least || piece.length > LOOSE.most) continue;
    add({ said: piece, roots: new Set(), literal: piece, kind: CHORE_WORDS.has(piece) ? "weak" : "loose" });
  }
}

/** Whether a text, whose stems are `present`, says the concept. */
export function says(concept: Concept, present: { has(root: string): boolean }, text: string): boolean {
  for (const root of concept.roots) if (present.has(root)) return true;
  return concept.literal !== undefined && text.includes(concept.literal);
}
