import type { Finding } from "../../contract/finding.ts";
import type { BuiltInTool, ToolContext } from "../codebase.ts";
import { type CodeIndex, withCodeIndex } from "../calls/code_index.ts";
import { type Dependent, dependentsOf } from "../calls/dependents.ts";
import { exportedNames } from "../calls/exported_names.ts";
import { symbolsMeant } from "../calls/symbols_meant.ts";
import { testsToRun, type TestToRun } from "../calls/tests_to_run.ts";
import { findingAtPlace, inOrder } from "../excerpts/place.ts";
import { importLine } from "../excerpts/proof.ts";
import { isTest } from "../files/languages.ts";
import { filesMeant } from "../files/path_match.ts";
import { isSourceFile } from "../files/source_file.ts";
import { fileIndex } from "../imports/file_index.ts";
import { symbolsAsked } from "../query/symbols_asked.ts";
import { qualifiedName } from "../structure/enclosing.ts";
import { counted, toolOutput, toolRequest } from "../tool_request.ts";

const NAME = "ci_impact";
const DEFAULT_LIMIT = 12;
/** Names of a changed file whose users are looked for, and files. */
const MAX_EXPORTS = 8;
const MAX_PATHS = 3;
/** Files that import a changed one and are read to show the line. */
const MAX_IMPORTERS = 60;
/** Tests named in `data`. */
const MAX_TESTS = 20;
const IMPORTS_FILE = 0.65;
/** What a test gains that is named like the file, or changes with it, besides that it uses what changes. */
const MORE_REASONS = 0.02;

/** `{query, symbols?, paths?}` → what uses a symbol or a file and may break when it changes, and which tests show it. */
export const tool: BuiltInTool = async (args, context) => {
  const request = toolRequest(args, DEFAULT_LIMIT);
  return await withCodeIndex(NAME, context, (index) => {
    const asked = symbolsAsked(request);
    const paths = request.paths.length === 0 ? [] : filesOf(request.paths, index);
    const changed = paths.filter((path) => isSourceFile(path, index.read)).slice(0, MAX_PATHS);
    const targets = asked.length > 0
      ? asked.flatMap((symbol) => symbolsMeant(symbol, index))
      : changed.flatMap((path) => exportedNames(index.read(path), MAX_EXPORTS));
    if (asked.length === 0 && changed.length === 0) {
      const summary = "the request names no symbol and no file";
      return toolOutput({ summary, findings: [], limit: request.limit });
    }
    const own = asked.length > 0 ? [] : changed;
    const answers = targets.map((target) => dependentsOf(target, index, context.deadline));
    const groups = byFile(
      answers.flatMap(({ found }) => found).filter(({ file }) => !own.includes(file.path)),
    );
    const homes = asked.length > 0 ? [...new Set(targets.map(({ file }) => file.path))] : changed;
    const tests = testsToRun(homes.slice(0, MAX_PATHS), index).filter(({ file }) => !own.includes(file.path));
    const importers = own.flatMap((path) => importersOf(path, index)).filter(({ path }) => !groups.has(path));
    const findings = inOrder([
      ...[...groups.values()].map((group) => usageFinding(group, tests, context)),
      ...importers.map(({ path, of }) => importerFinding(path, of, index, context)).filter((each) =>
        each !== undefined
      ),
      ...tests.filter(({ file }) => !groups.has(file.path)).map((test) => testFinding(test, context)),
    ]);
    const found = [...new Set(findings.map(({ path = "" }) => path))];
    const testPaths = found.filter(isTest);
    const subject = [...asked.map(({ name }) => name), ...own].join(", ");
    const left = Math.max(0, ...answers.map((each) => each.left));
    return toolOutput({
      summary: findings.length === 0
        ? `${subject}: nothing found that uses it`
        : `${subject}: used in ${counted(found.length - testPaths.length, "file")} and ${
          counted(testPaths.length, "test file")
        }`,
      findings: balanced(findings, request.limit),
      limit: request.limit,
      data: {
        symbols: [...new Set(targets.map(({ definition }) => definition.name))],
        dependents: found.length - testPaths.length,
        tests: testPaths.slice(0, MAX_TESTS),
      },
      limits: [
        ...index.limits,
        ...answers.some(({ cutOff }) => cutOff) ? ["cut off by time; users may be missing"] : [],
        ...left > 0 ? [`${counted(left, "file")} that name ${subject} not read; users may be missing`] : [],
      ].map((limit) => `${NAME}: ${limit}`),
    });
  });
};

function filesOf(written: readonly string[], { corpus }: CodeIndex): string[] {
  const all = Array.from({ length: corpus.size }, (_, document) => corpus.path(document))
    .filter((path) => path !== "" && corpus.document(path) !== undefined);
  const index = fileIndex(all);
  return [...new Set(written.flatMap((path) => filesMeant(path, index)))];
}

function byFile(all: readonly Dependent[]): Map<string, Dependent[]> {
  const groups = new Map<string, Dependent[]>();
  for (const each of all) groups.set(each.file.path, [...groups.get(each.file.path) ?? [], each]);
  return groups;
}

/** One finding a file, at its strongest use. */
function usageFinding(
  group: readonly Dependent[],
  tests: readonly TestToRun[],
  context: ToolContext,
): Finding {
  const best = group.reduce((a, b) => b.value > a.value ? b : a);
  const { file, line, symbol, says, value } = best;
  const where = symbol === undefined ? "" : qualifiedName(symbol);
  const also = [
    ...new Set(group.flatMap((each) => each.symbol === undefined ? [] : qualifiedName(each.symbol))),
  ]
    .filter((place) => place !== where).slice(0, 3);
  const uses = new Set(group.map((each) => each.line)).size;
  const more = tests.filter((test) => test.file === file).flatMap(({ why }) => why).map((why) => `; ${why}`);
  return findingAtPlace(NAME, {
    file,
    line,
    ...(symbol && { symbol }),
    summary: `${role(file.path)}${where === "" ? "" : `${where} `}${says} (line ${line}; ${
      counted(uses, "use")
    } here${also.length === 0 ? "" : `, also in ${also.join(", ")}`})${more.join("")}`,
    confidence: value + (more.length === 0 ? 0 : MORE_REASONS),
  }, context);
}

function importersOf(path: string, index: CodeIndex): { path: string; of: string }[] {
  return index.importers(path).slice(0, MAX_IMPORTERS).map((importer) => ({ path: importer, of: path }));
}

function importerFinding(
  path: string,
  of: string,
  index: CodeIndex,
  context: ToolContext,
): Finding | undefined {
  const file = index.read(path);
  return file && findingAtPlace(NAME, {
    file,
    line: importLine(file.lines, of) ?? 1,
    summary: `${role(path)}imports ${of}`,
    confidence: IMPORTS_FILE,
  }, context);
}

function testFinding({ file, line, symbol, why, value }: TestToRun, context: ToolContext): Finding {
  const summary = `${role(file.path)}${why.join("; ")}`;
  return findingAtPlace(NAME, { file, line, ...(symbol && { symbol }), summary, confidence: value }, context);
}

function role(path: string): string {
  return isTest(path) ? "test to run: " : "";
}

/** A third of what is shown is for tests: to change safely, they have to be known. */
function balanced(findings: readonly Finding[], limit: number): Finding[] {
  const tests = findings.filter(({ path = "" }) => isTest(path));
  const rest = findings.filter((finding) => !tests.includes(finding));
  const room = Math.max(Math.floor(limit / 3), limit - rest.length);
  const shown = new Set([...rest.slice(0, limit - Math.min(room, tests.length)), ...tests.slice(0, room)]);
  return [...findings.filter((each) => shown.has(each)), ...findings.filter((each) => !shown.has(each))];
}
