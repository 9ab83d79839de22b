import { type CodeIndex, type Defined, withCodeIndex } from "../calls/code_index.ts";
import { symbolsMeant } from "../calls/resolve.ts";
import { dependentsOf, type Related, testsToRun } from "../calls/uses.ts";
import type { Place } from "../excerpts/place.ts";
import { importLine } from "../excerpts/relations.ts";
import { isTest } from "../files/languages.ts";
import { isSourceFile, type SourceFile } from "../files/source_file.ts";
import { symbolsAsked } from "../query/names.ts";
import { bestTail } from "../ranking/name_signals.ts";
import { isType, qualifiedName } from "../structure/definition.ts";
import { counted, placeTool } from "../tool_request.ts";

const DEFAULT_LIMIT = 12;
/** Names of a changed file whose users are looked for, and files. */
const MAX_EXPORTS = 8;
const MAX_PATHS = 3;
/** Files that import a changed one and are read to show the line. */
const MAX_IMPORTERS = 60;
const IMPORTS_FILE = 0.65;
/** What a test gains that is named like the file, besides that it uses what changes. */
const MORE_REASONS = 0.02;
/** What says that others may use a name, in languages where nothing else is said of the rest. */
const EXPORTED = /^(?:export\b|(?:module\.)?exports\b|pub\b|public\b)/;

/** `{query, symbols?, paths?}` → what uses a symbol or a file and may break when it changes, and which tests show it. */
export const tool = placeTool(
  "ci_impact",
  DEFAULT_LIMIT,
  (request, context) =>
    withCodeIndex(context, (index) => {
      const asked = symbolsAsked(request);
      const changed = filesNamed(request.paths, index);
      if (asked.length === 0 && changed.length === 0) {
        return { summary: "the request names no symbol and no file" };
      }
      const own = asked.length > 0 ? [] : changed;
      const targets = asked.length > 0
        ? asked.flatMap((symbol) => symbolsMeant(symbol, index))
        : changed.flatMap((path) => exportedNames(index.read(path)));
      const isOther = ({ file }: Related) => !own.includes(file.path);
      const uses = targets.flatMap((target) => dependentsOf(target, index)).filter(isOther);
      const homes = asked.length > 0 ? [...new Set(targets.map(({ file }) => file.path))] : changed;
      const tests = homes.slice(0, MAX_PATHS).flatMap((path) => testsToRun(path, index)).filter(isOther);
      const places = new Map(own.flatMap((path) => importers(path, index)).map((it) => [it.file.path, it]));
      for (const [path, group] of Map.groupBy(uses, ({ file }) => file.path)) places.set(path, usage(group));
      for (const { file, line, says, sure } of tests) {
        const known = places.get(file.path);
        const summary = known === undefined ? `${role(file.path)}${says}` : `${known.summary}; ${says}`;
        const confidence = known === undefined ? sure : Math.max(sure, known.confidence) + MORE_REASONS;
        places.set(file.path, { file, line, ...known, summary, confidence });
      }
      const found = [...places.values()];
      const inTests = found.filter(({ file }) => isTest(file.path)).length;
      const subject = [...asked.map(({ name }) => name), ...own].join(", ");
      const users = `${counted(found.length - inTests, "file")} and ${counted(inTests, "test file")}`;
      return {
        summary: `${subject}: ${found.length === 0 ? "nothing found that uses it" : `used in ${users}`}`,
        places: found,
        // To change safely, tests have to be known.
        reserved: ({ file }) => isTest(file.path),
        limits: index.limits("users"),
      };
    }),
);

/** The sources that paths as they are written mean; none for one that fits more of them. */
function filesNamed(written: readonly string[], { corpus, read }: CodeIndex): string[] {
  const meant = written.map((path) => bestTail(corpus, path)).filter(({ length }) => length <= MAX_PATHS);
  const paths = new Set(meant.flat().map((document) => corpus.path(document)));
  return [...paths].filter((path) => isSourceFile(path, read)).slice(0, MAX_PATHS);
}

/** The definitions of a file that others may use, types first. */
function exportedNames(file: SourceFile | undefined): Defined[] {
  if (file === undefined) return [];
  const top = file.definitions.filter(({ container, name, kind, signature }) =>
    container === undefined && name.length > 3 && !name.startsWith("_") && kind !== "implementation" &&
    kind !== "module" && !/^static\b/.test(signature)
  );
  const said = top.filter(({ signature }) => EXPORTED.test(signature));
  const byName = Map.groupBy(said.length > 0 ? said : top, ({ name }) => name);
  return [...byName.values()].flatMap(([first]) => first ?? [])
    .sort((a, b) => Number(isType(b.kind)) - Number(isType(a.kind))).slice(0, MAX_EXPORTS)
    .map((definition) => ({ file, definition }));
}

/** The uses in one file as one place, at the strongest. */
function usage(group: readonly Related[]): Place {
  const { file, line, symbol, says, sure } = group.reduce((a, b) => b.sure > a.sure ? b : a);
  const where = symbol && qualifiedName(symbol);
  const others = new Set(group.flatMap((each) => each.symbol ? qualifiedName(each.symbol) : []));
  const also = [...others].filter((other) => other !== where).slice(0, 3).join(", ");
  const uses = counted(new Set(group.map((each) => each.line)).size, "use");
  return {
    file,
    line,
    ...(symbol && { symbol }),
    summary: `${role(file.path)}${where ? `${where} ` : ""}${says} (line ${line}; ${uses} here${
      also && `, also in ${also}`
    })`,
    confidence: sure,
  };
}

function importers(path: string, index: CodeIndex): Place[] {
  return index.importers(path).slice(0, MAX_IMPORTERS).flatMap((importer) => {
    const file = index.read(importer);
    return file === undefined ? [] : [{
      file,
      line: importLine(file.lines, path) ?? 1,
      summary: `${role(importer)}imports ${path}`,
      confidence: IMPORTS_FILE,
    }];
  });
}

function role(path: string): string {
  return isTest(path) ? "test to run: " : "";
}
