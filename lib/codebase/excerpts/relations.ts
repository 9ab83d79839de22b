import { areForeign, inItsLanguage } from "../structure/language_families.ts";
import { type Corpus, KEY, KIND } from "../corpus/corpus.ts";
import { fileName } from "../files/file_kind.ts";
import { importedBy, importersOf } from "../ranking/graph_signals.ts";
import { isCodeLike } from "../query/tokens.ts";
import { isType } from "../structure/definition.ts";

/** What a neighbour is to the other file. */
export type Tie = "test" | "definer" | "base" | "heir" | "caller" | "user" | "importer" | "imported";

/** How one file hangs together with another, as a person would say it of the neighbour. */
export interface Relation {
  document: number;
  /** `imports lib/a.ts`, `defines Retry used in lib/a.ts`, `extends Retry of lib/a.ts (line 7)`, `tests lib/a.ts`. */
  says: string;
  tie: Tie;
  /** Path of the other file. */
  of: string;
  /** 0..1, less where many files stand in the same relation. */
  weight: number;
  /** Name that ties the two, where there is one. */
  symbol?: string;
  /** Line of the neighbour that shows it, 1-based, where a parser has told. */
  line?: number;
}

/** Files that all use a name: more of them than this, and the name ties nothing. */
const MAX_USERS = 12;
const MAX_DEFINERS = 3;
const MAX_NAMES = 40;
/** Types of one file whose bases and heirs are looked for, and files of heirs beyond which a type ties nothing. */
const MAX_TYPES = 8;
const MAX_HEIRS = 40;

const WEIGHT: Readonly<Record<Tie, number>> = {
  test: 0.9,
  definer: 0.8,
  base: 0.8,
  heir: 0.75,
  caller: 0.75,
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
  const called = new Map(
    (corpus.outline(document)?.calls ?? []).toReversed().map(({ name, line }) => [name, line]),
  );
  const add = (relation: Omit<Relation, "of">) => {
    if (relation.document === document) return;
    const known = found.get(relation.document);
    if (!known || relation.weight > known.weight) found.set(relation.document, { ...relation, of: path });
  };
  for (const test of testsOf(corpus, document)) {
    add({ document: test, tie: "test", says: `tests ${path}`, weight: WEIGHT.test });
  }
  for (const relation of inherited(corpus, document, defined)) add(relation);
  for (const symbol of used.filter(isCodeLike).slice(0, MAX_NAMES)) {
    const definers = documents(corpus, KEY.definition + symbol).filter((definer) =>
      !areForeign(corpus.path(definer), path)
    );
    if (definers.length > MAX_DEFINERS || definers.includes(document)) continue;
    for (const definer of definers) {
      add({
        document: definer,
        tie: "definer",
        says: `defines ${symbol} ${
          called.has(symbol) ? `called in ${path} (line ${called.get(symbol)})` : `used in ${path}`
        }`,
        weight: WEIGHT.definer / Math.sqrt(definers.length),
        symbol,
      });
    }
  }
  for (const symbol of defined) {
    if (documents(corpus, KEY.definition + symbol).length > MAX_DEFINERS) continue;
    const users = documents(corpus, symbol.toLowerCase()).filter((user) =>
      user !== document && corpus.kind(user) & KIND.source && !areForeign(corpus.path(user), path)
    );
    if (users.length > MAX_USERS) continue;
    for (const user of users) {
      const line = corpus.outline(user)?.calls.find(({ name }) => name === symbol)?.line;
      const tie = line === undefined ? "user" : "caller";
      add({
        document: user,
        tie,
        says: line === undefined
          ? `uses ${symbol} defined in ${path}`
          : `calls ${symbol} of ${path} (line ${line})`,
        weight: WEIGHT[tie] / Math.sqrt(users.length),
        symbol,
        ...(line !== undefined && { line }),
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

/** Files of the types that those defined here extend, and of those that extend them. */
function inherited(corpus: Corpus, document: number, defined: readonly string[]): Omit<Relation, "of">[] {
  const path = corpus.path(document);
  const found: Omit<Relation, "of">[] = [];
  const types = (corpus.outline(document)?.definitions ?? []).filter(({ name, kind, bases, container }) =>
    isType(kind) &&
    (defined.length === 0 ? bases !== undefined && container === undefined : defined.includes(name))
  );
  for (const { name, line, bases = [] } of types.slice(0, MAX_TYPES)) {
    for (const base of bases) {
      const definers = documents(corpus, KEY.definition + base);
      if (definers.length > MAX_DEFINERS || definers.includes(document)) continue;
      for (const definer of definers) {
        const type = corpus.outline(definer)?.definitions.find((each) =>
          each.name === base && isType(each.kind) && each.kind !== "implementation"
        );
        if (type === undefined) continue;
        const verb = type.kind === "interface" ? "implemented" : "extended";
        found.push({
          document: definer,
          tie: "base",
          says: `${base} (line ${type.line}) is ${verb} by ${name} in ${path} (line ${line})`,
          weight: WEIGHT.base / Math.sqrt(definers.length),
          symbol: base,
          line: type.line,
        });
      }
    }
  }
  for (const name of new Set([...types.map((type) => type.name), ...defined])) {
    const own = types.find((type) => type.name === name);
    const heirs = documents(corpus, KEY.base + name);
    if (heirs.length > MAX_HEIRS) continue;
    for (const heir of heirs) {
      const type = corpus.outline(heir)?.definitions.find(({ bases }) => bases?.includes(name));
      if (type === undefined) continue;
      const verb = own?.kind === "interface" && type.kind !== "interface" ? "implements" : "extends";
      found.push({
        document: heir,
        tie: "heir",
        says: `${type.name} (line ${type.line}) ${verb} ${name} of ${path}`,
        weight: WEIGHT.heir / Math.sqrt(heirs.length),
        symbol: name,
        line: type.line,
      });
    }
  }
  return found;
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
  return inItsLanguage([...new Set(found)], path, (each) => corpus.path(each)).slice(0, MAX_DEFINERS);
}

function documents(corpus: Corpus, key: string): number[] {
  const found: number[] = [];
  corpus.each(key, (document) => found.push(document));
  return found;
}
