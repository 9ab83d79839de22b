import { type Corpus, KEY, KIND } from "../corpus/corpus.ts";
import { fileName } from "../files/file_kind.ts";
import { importedBy, importersOf } from "../ranking/graph_signals.ts";
import { isCodeLike } from "../query/tokens.ts";

/** What a neighbour is to the other file. */
export type Tie = "test" | "definer" | "user" | "importer" | "imported";

/** How one file hangs together with another, as a person would say it of the neighbour. */
export interface Relation {
  document: number;
  /** `imports lib/a.ts`, `defines Retry used in lib/a.ts`, `tests lib/a.ts`. */
  says: string;
  tie: Tie;
  /** Path of the other file. */
  of: string;
  /** 0..1, less where many files stand in the same relation. */
  weight: number;
  /** Name that ties the two, where there is one. */
  symbol?: string;
}

/** Files that all use a name: more of them than this, and the name ties nothing. */
const MAX_USERS = 12;
const MAX_DEFINERS = 3;
const MAX_NAMES = 40;

const WEIGHT: Readonly<Record<Tie, number>> = {
  test: 0.9,
  definer: 0.8,
  user: 0.7,
  imported: 0.6,
  importer: 0.6,
};

/**
 * Neighbours of a file over imports, names and tests. `defined`: names it defines that the request is about; `used`: words of the lines shown
 * that may be defined elsewhere.
 */
export function relations(
  corpus: Corpus,
  document: number,
  defined: readonly string[],
  used: readonly string[],
): Relation[] {
  const path = corpus.path(document);
  const found = new Map<number, Relation>();
  const add = (relation: Omit<Relation, "of">) => {
    if (relation.document === document) return;
    const known = found.get(relation.document);
    if (!known || relation.weight > known.weight) found.set(relation.document, { ...relation, of: path });
  };
  for (const test of testsOf(corpus, document)) {
    add({ document: test, tie: "test", says: `tests ${path}`, weight: WEIGHT.test });
  }
  for (const symbol of used.filter(isCodeLike).slice(0, MAX_NAMES)) {
    const definers = documents(corpus, KEY.definition + symbol);
    if (definers.length > MAX_DEFINERS || definers.includes(document)) continue;
    for (const definer of definers) {
      add({
        document: definer,
        tie: "definer",
        says: `defines ${symbol} used in ${path}`,
        weight: WEIGHT.definer / Math.sqrt(definers.length),
        symbol,
      });
    }
  }
  for (const symbol of defined) {
    if (documents(corpus, KEY.definition + symbol).length > MAX_DEFINERS) continue;
    const users = documents(corpus, symbol.toLowerCase()).filter((user) =>
      user !== document && corpus.kind(user) & KIND.source
    );
    if (users.length > MAX_USERS) continue;
    for (const user of users) {
      add({
        document: user,
        tie: "user",
        says: `uses ${symbol} defined in ${path}`,
        weight: WEIGHT.user / Math.sqrt(users.length),
        symbol,
      });
    }
  }
  const importers = importersOf(corpus, document);
  for (const importer of importers) {
    add({
      document: importer,
      tie: "importer",
      says: `imports ${path}`,
      weight: WEIGHT.importer / Math.sqrt(importers.length),
    });
  }
  const imported = importedBy(corpus, document);
  for (const target of imported) {
    const popularity = Math.sqrt(importersOf(corpus, target).length + 1);
    add({
      document: target,
      tie: "imported",
      says: `imported by ${path}`,
      weight: WEIGHT.imported / popularity,
    });
  }
  return [...found.values()].sort((a, b) =>
    b.weight - a.weight || (corpus.path(a.document) < corpus.path(b.document) ? -1 : 1)
  );
}

/** Tests that carry the file's name: `test_x`, `x_test`, `XTest`, `x.spec`. */
export function testsOf(corpus: Corpus, document: number): number[] {
  const path = corpus.path(document);
  if (corpus.kind(document) & KIND.test) return [];
  const name = fileName(path);
  const names = new Set([name, `test${name}`, `${name}test`, `${name}tests`, `${name}spec`, `${name}it`]);
  const found = [...names].flatMap((each) => documents(corpus, KEY.fileName + each)).filter((each) =>
    corpus.kind(each) & KIND.test
  );
  return [...new Set(found)].slice(0, MAX_DEFINERS);
}

function documents(corpus: Corpus, key: string): number[] {
  const found: number[] = [];
  corpus.each(key, (document) => found.push(document));
  return found;
}
