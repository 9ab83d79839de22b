import { type Concept, says } from "../query/concepts.ts";
import { covered, type Evidence } from "./evidence.ts";
import type { Ranked } from "./rank.ts";
import type { RequestWords } from "./request_words.ts";
import { identifierTokens, stem } from "../query/tokens.ts";

/** Concepts of the request that must meet in a file when nothing else speaks for it. */
const ENOUGH = 2;
/** Lines within which concepts meet: what a reader sees at once. Anywhere in a long file a few words stand by chance. */
const TOGETHER_LINES = 30;
/** Share of the request's concepts that a file must have where its own name is one of them as a whole, and where a part of it or of a definition's is. */
const SHARE = { whole: 0.3, part: 0.5 } as const;
/** The same of the file that ranks first, wherever in it they stand. */
const FIRST_SHARE = 0.6;
/** Share of what a request speaks of that a file must have where nothing else says that it is about code. */
const STRICT_SHARE = 0.67;

/** True where a file is worth being named: it was named itself, or enough of what the request speaks of meets in it, or a name that only code has. */
export function isEnough(
  file: Ranked,
  { words, telling, concepts, text, first }: Evidence,
  request: RequestWords,
): boolean {
  const { signals, document, path } = file;
  if (signals.place > 0 || signals.member > 0) return true;
  const { absent } = request;
  const has = (identifiers: readonly string[]) => {
    const roots = rootsIn(identifiers);
    return (concept: Concept) => says(concept, roots, "");
  };
  // Two words that code writes as one tell little where nothing says that it is about code, and nothing is asked: `every second day`.
  if (telling && (request.isQuestion || !request.strict)) return true;
  if (request.strict) {
    const content = (list: readonly Concept[]) => list.filter(({ kind }) => kind !== "weak");
    const [had, all] = [content(concepts), content(request.concepts)];
    if (had.length === 0 || had.length < STRICT_SHARE * all.length) return false;
    if (!had.some(has([path])) && !had.some(has(request.names(document)))) return false;
    if (telling) return true;
  }
  if (absent.some(({ nearest }) => nearest?.document === document)) return true;
  const unknown = new Set(absent.map(({ name }) => name));
  const asked = request.concepts.filter(({ said }) => !unknown.has(said));
  const of = (list: readonly Concept[], ...kinds: Concept["kind"][]) =>
    list.filter(({ kind }) => kinds.includes(kind));
  // Beside a name that is nowhere, what was asked about it is no evidence.
  const anyStrong = unknown.size > 0 || of(asked, "name", "strong").length + of(concepts, "loose").length > 0;
  const found = anyStrong ? of(concepts, "name", "strong", "loose") : of(concepts, "weak");
  if (found.length === 0 || (!anyStrong && !request.isQuestion)) return false;
  if (concepts.filter(has([path])).length >= ENOUGH) return true;
  const all = request.concepts.length - of(asked, "loose").length;
  const share = found.length / Math.max(1, all);
  if (share >= SHARE.whole && found.some(has([path.slice(path.lastIndexOf("/") + 1)]))) {
    if (signals.fileName >= 0.5 || share >= SHARE.part) return true;
  }
  const defined = request.names(document);
  if (share >= SHARE.part && words.length > 0 && found.some(has(defined))) return true;
  if (concepts.length >= ENOUGH && defined.some((name) => isComposed(name, concepts))) return true;
  const needed = all > 1 ? ENOUGH : 1;
  if (first && words.length > 0 && concepts.length >= Math.max(needed, FIRST_SHARE * all)) return true;
  return words.length > 0 && concepts.length >= needed && (needed === 1 || meet(text, path, request));
}

/** Whether enough concepts, one of which tells files apart, meet in a few lines of a text, or in them and its path. */
function meet(text: string, path: string, request: RequestWords): boolean {
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at += TOGETHER_LINES / 2) {
    const part = lines.slice(at, at + TOGETHER_LINES).join("\n");
    const { words, concepts } = covered(`${part}\n${path}`, request);
    if (words.length > 0 && concepts.length >= ENOUGH) return true;
  }
  return false;
}

function rootsIn(identifiers: readonly string[]): Set<string> {
  return new Set(
    identifiers.flatMap((text) => text.match(/[A-Za-z0-9_$\u0080-\uffff]+/g) ?? []).flatMap(identifierTokens)
      .map(stem),
  );
}

/** Whether a name is made of two of the concepts: `teardown_request`. */
function isComposed(name: string, concepts: readonly Concept[]): boolean {
  const roots = identifierTokens(name).slice(1).map(stem);
  if (roots.length < ENOUGH) return false;
  const had = concepts.filter((concept) => roots.some((root) => concept.roots.has(root)));
  return had.length >= ENOUGH;
}
