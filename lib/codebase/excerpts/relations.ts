import { areForeign, isFamily } from "../structure/language_table.ts";
import { type Corpus, documentsOf, isOfKind, KEY, KIND } from "../corpus/corpus.ts";
import { fileName } from "../files/file_kind.ts";
import { shortPath } from "../files/file_system.ts";
import { language } from "../files/languages.ts";
import type { SourceFile } from "../files/source_file.ts";
import { isCodeLike } from "../query/tokens.ts";
import { IMPORT_LINE, wordPattern } from "../structure/line_patterns.ts";

/** What a neighbour is to the other file. */
export type Tie = "test" | "definer" | "caller" | "user";

/** How one file hangs together with another, as a person would say it of the neighbour. */
export interface Relation {
  document: number;
  /** `tests http/retry.ts`, `defines Retry used in http/retry.ts`, `calls retry of http/retry.ts (line 7)`. */
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

/** Files that all define or use a name: more of them than this, and the name ties nothing. */
const MAX = { definers: 3, users: 12 } as const;
const MAX_NAMES = 40;

const WEIGHT: Readonly<Record<Tie, number>> = { test: 0.9, definer: 0.8, caller: 0.75, user: 0.7 };

/**
 * Neighbours of a file over names and tests. `defined`: names it defines that the request is about; `used`: words of the lines shown
 * that may be defined elsewhere.
 */
export function relations(
  corpus: Corpus,
  document: number,
  defined: readonly string[],
  used: readonly string[],
): Relation[] {
  const of = corpus.path(document);
  const short = shortPath(of);
  const found = new Map<number, Relation>();
  /** `among`: files that stand in the same relation. */
  const add = (
    neighbour: number,
    among: number,
    said: Pick<Relation, "tie" | "says" | "symbol" | "line">,
  ) => {
    const weight = WEIGHT[said.tie] / Math.sqrt(among);
    if (neighbour === document || weight <= (found.get(neighbour)?.weight ?? 0)) return;
    found.set(neighbour, { document: neighbour, of, weight, ...said });
  };
  const isNear = (each: number) => !areForeign(corpus.path(each), of);
  for (const test of testsOf(corpus, document)) add(test, 1, { tie: "test", says: `tests ${short}` });
  const calls = corpus.outline(document)?.calls ?? [];
  for (const symbol of used.filter(isCodeLike).slice(0, MAX_NAMES)) {
    const definers = documentsOf(corpus, [KEY.definition + symbol]).filter(isNear);
    if (definers.length > MAX.definers || definers.includes(document)) continue;
    const call = calls.find(({ name }) => name === symbol);
    const how = call === undefined ? `used in ${short}` : `called in ${short} (line ${call.line})`;
    const says = `defines ${symbol} ${how}`;
    for (const definer of definers) add(definer, definers.length, { tie: "definer", says, symbol });
  }
  for (const symbol of defined) {
    if (documentsOf(corpus, [KEY.definition + symbol]).length > MAX.definers) continue;
    const users = documentsOf(corpus, [symbol.toLowerCase()]).filter((user) =>
      user !== document && isOfKind(corpus, user, KIND.source) && isNear(user)
    );
    if (users.length > MAX.users) continue;
    for (const user of users) {
      const line = corpus.outline(user)?.calls.find(({ name }) => name === symbol)?.line;
      const says = line === undefined
        ? `uses ${symbol} defined in ${short}`
        : `calls ${symbol} of ${short} (line ${line})`;
      add(user, users.length, {
        says,
        symbol,
        ...(line === undefined ? { tie: "user" } : { tie: "caller", line }),
      });
    }
  }
  return [...found.values()].sort((a, b) =>
    b.weight - a.weight || (corpus.path(a.document) < corpus.path(b.document) ? -1 : 1)
  );
}

/** Tests that carry the file's name: `test_x`, `x_test`, `XTest`, `x.spec`; those in its language, all where there is none. */
export function testsOf(corpus: Corpus, document: number): number[] {
  const path = corpus.path(document);
  if (isOfKind(corpus, document, KIND.test)) return [];
  const name = fileName(path);
  const names = new Set([name, `test${name}`, `${name}test`, `${name}tests`, `${name}spec`, `${name}it`]);
  const found = [...names].flatMap((each) => documentsOf(corpus, [KEY.fileName + each])).filter((each) =>
    isOfKind(corpus, each, KIND.test)
  );
  const tests = [...new Set(found)];
  const same = tests.filter((each) => isFamily(language(corpus.path(each)), language(path)));
  return (same.length > 0 ? same : tests).slice(0, MAX.definers);
}

/** Characters of a line that are looked at. */
const MAX_CHARS = 400;

/**
 * The line (from 1) of a neighbour that shows how it is related to the other file: the definition, the use or the import; undefined where it is not
 * found. `names`: what the other file defines and the request is about.
 */
export function provingLine(
  { lines, code, definitions }: Pick<SourceFile, "lines" | "code" | "definitions">,
  { tie, symbol, of, line }: Pick<Relation, "tie" | "symbol" | "of" | "line">,
  names: readonly string[],
): number | undefined {
  if (tie === "definer") return definitions.find(({ name }) => name === symbol)?.line;
  // The file may have changed since it was parsed.
  if (line !== undefined && lines[line - 1]?.includes(symbol ?? "")) return line;
  const used = lineOf(code, symbol === undefined ? names : [symbol], (line) => !IMPORT_LINE.test(line));
  return used ?? (tie === "test" ? importLine(lines, of) : undefined);
}

/** The line (from 1) that imports a path: it says the name of its file, or of its folder where the file's says nothing. */
export function importLine(lines: readonly string[], path: string): number | undefined {
  const parts = path.split("/");
  const own = (parts.at(-1) ?? "").replace(/\.[^.]*$/, "");
  const names = /^(?:__init__|index|mod|lib|main)$/.test(own) ? [parts.at(-2) ?? own, own] : [own];
  return lineOf(lines, names, (line) => IMPORT_LINE.test(line) || /\bfrom\s*['"]/.test(line));
}

function lineOf(
  lines: readonly string[],
  names: readonly string[],
  fits: (line: string) => boolean,
): number | undefined {
  for (const name of names) {
    const word = wordPattern(name);
    const at = lines.findIndex((line) => {
      const part = line.slice(0, MAX_CHARS);
      return part.includes(name) && word.test(part) && fits(part);
    });
    if (at !== -1) return at + 1;
  }
  return undefined;
}
