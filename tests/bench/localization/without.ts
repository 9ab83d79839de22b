import { type Corpus, KEY, KIND, type Visit } from "../../../lib/codebase/corpus/corpus.ts";
import type { Query } from "../../../lib/codebase/query/query.ts";
import { STEM } from "../../../lib/codebase/query/tokens.ts";

/** What can be left out of a ranking to see what it is worth. */
export const SIGNALS = [
  "title",
  "stems",
  "paths",
  "definitions",
  "file names",
  "named places",
  "scope",
  "commits",
  "kinds",
  "composed names",
  "imports",
  "translations",
] as const;
export type Signal = typeof SIGNALS[number];

/** The text of a request whose first line is no title. */
export function promptWithout(left: Signal | undefined, prompt: string): string {
  return left === "title" ? `the\n${prompt}` : prompt;
}

/** The query with nothing in it that the signal works on. */
export function queryWithout(left: Signal | undefined, query: Query): Query {
  switch (left) {
    case "stems": {
      const words = [...query.weights].filter(([key]) => !key.startsWith(STEM));
      return { ...query, weights: new Map(words.map(([key, weight]) => [key, 2 * weight])) };
    }
    case "definitions":
      return { ...query, names: new Map() };
    case "file names":
      return { ...query, said: new Map() };
    case "named places":
      return { ...query, places: { ...query.places, paths: [], modules: [] } };
    case "scope":
      return { ...query, scopes: [] };
    default:
      return query;
  }
}

/** The corpus as if the signal had nothing to find in it. */
export function corpusWithout(left: Signal | undefined, corpus: Corpus): Corpus {
  const hidden = (key: string) =>
    (left === "paths" && key.startsWith(KEY.path)) || (left === "imports" && key.startsWith(KEY.importer));
  return {
    size: corpus.size,
    files: corpus.files,
    totalLength: corpus.totalLength,
    totalPathLength: corpus.totalPathLength,
    length: (document) => corpus.length(document),
    pathLength: (document) => corpus.pathLength(document),
    kind: (document) => left === "kinds" ? KIND.source : corpus.kind(document),
    path: (document) => corpus.path(document),
    document: (path) => corpus.document(path),
    imports: (document) => left === "imports" ? [] : corpus.imports(document),
    outline: (document) => corpus.outline(document),
    names: (document) => left === "composed names" ? [] : corpus.names(document),
    each: (key: string, visit: Visit) => {
      if (!hidden(key)) corpus.each(key, visit);
    },
  };
}
