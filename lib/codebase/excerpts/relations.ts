import { areForeign, isFamily } from "../structure/language_table.ts";
import { type Corpus, documentsOf, isOfKind, KEY, KIND } from "../corpus/corpus.ts";
import { fileName } from "../files/file_kind.ts";
import { language } from "../files/languages.ts";
import type { SourceFile } from "../files/source_file.ts";
import { isCodeLike } from "../query/tokens.ts";
import { IMPORT_LINE, wordPattern } from "../structure/line_patterns.ts";

/** How one file hangs together with another, as a person would say it of the neighbour. */
export interface Relation {
  document: number;
  /** `tests http/retry.ts`, `defines Retry used in http/retry.ts`, `uses retry of http/retry.ts`. */
  says: string;
  tie: "test" | "definer" | "user";
  /** Path of the other file. */
  of: string;
  /** 0..1, less where many files stand in the same relation. */
  weight: number;
  /** Names of one of the two that the other has. */
  names: readonly string[];
}

/** Files that all define or use a name: more of them than this, and the name ties nothing. */
const MAX = { test: 3, definer: 3, user: 12 } as const;
const MAX_NAMES = 40;
const WEIGHT = { test: 0.9, definer: 0.8, user: 0.7 } as const;

/** Neighbours of a file over names and tests. `defined`: names it defines that the request is about; `used`: words of the lines shown that may be defined elsewhere. */
export function relations(
  corpus: Corpus,
  document: number,
  defined: readonly string[],
  used: readonly string[],
): Relation[] {
  const of = corpus.path(document);
  // Its whole path is told elsewhere.
  const short = of.split("/").slice(-2).join("/");
  const tied = (
    tie: Relation["tie"],
    documents: readonly number[],
    says: string,
    names: readonly string[],
  ) => {
    const near = documents.filter((each) => !areForeign(corpus.path(each), of));
    if (near.length > MAX[tie] || near.includes(document)) return [];
    const weight = WEIGHT[tie] / (tie === "test" ? 1 : Math.sqrt(near.length));
    return near.map((document): Relation => ({ document, says, tie, of, weight, names }));
  };
  const definers = (name: string) => documentsOf(corpus, [KEY.definition + name]);
  const users = (name: string) =>
    documentsOf(corpus, [name.toLowerCase()]).filter((each) =>
      each !== document && isOfKind(corpus, each, KIND.source)
    );
  return [
    ...tied("test", testsOf(corpus, document), `tests ${short}`, defined),
    ...used.filter(isCodeLike).slice(0, MAX_NAMES).flatMap((name) =>
      tied("definer", definers(name), `defines ${name} used in ${short}`, [name])
    ),
    ...defined.filter((name) => definers(name).length <= MAX.definer).flatMap((name) =>
      tied("user", users(name), `uses ${name} of ${short}`, [name])
    ),
  ];
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
  return (same.length > 0 ? same : tests).slice(0, MAX.test);
}

/** Characters of a line that are looked at. */
const MAX_CHARS = 400;

/** The line (from 1) of a neighbour that shows how it is related to the other file: the definition, the use or the import; undefined where it is not found. */
export function provingLine(
  { lines, code, definitions }: SourceFile,
  { tie, of, names }: Relation,
): number | undefined {
  if (tie === "definer") return definitions.find(({ name }) => names.includes(name))?.line;
  const used = lineOf(code, names, (line) => !IMPORT_LINE.test(line));
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
