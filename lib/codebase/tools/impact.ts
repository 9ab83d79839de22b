import type { Finding } from "../../contract/finding.ts";
import type { BuiltInTool, ToolContext } from "../codebase.ts";
import { defaultCalls } from "../default_calls.ts";
import { type Dependent, dependents, learnHeirs } from "../dependents.ts";
import { isCallable, qualifiedName } from "../structure/enclosing.ts";
import { type Defined, definitionsMeant, Hierarchy } from "../structure/hierarchy.ts";
import { imports, resolveImports } from "../imports/imports.ts";
import { importLine } from "../excerpts/proof.ts";
import { isTest, type Language, mayBeSource } from "../files/languages.ts";
import { exportedOf } from "../structure/exported.ts";
import type { Lookup } from "../lookup/lookup.ts";
import { withLookup } from "../lookup/with_lookup.ts";
import { filesMeant } from "../files/path_match.ts";
import { findingAtPlace, inOrder } from "../excerpts/place.ts";
import { isSourceFile, type SourceFile } from "../files/source_file.ts";
import { symbolsAsked } from "../query/symbols_asked.ts";
import { testsToRun, type TestToRun } from "../tests_to_run.ts";
import { counted, timeLeft, toolOutput, toolRequest } from "../tool_request.ts";
import { filesLeftOut, usages } from "../structure/usages.ts";

const NAME = "ci_impact";
const DEFAULT_LIMIT = 12;
/** Names of a changed file whose users are looked for. */
const MAX_EXPORTS = 8;
const MAX_PATHS = 3;
/** Names that [Limits] tells. */
const MAX_NAMED = 3;
/** Files that import the changed one and are read to show the line. */
const MAX_IMPORTERS = 60;
/** Tests named in `data`. */
const MAX_TESTS = 20;
const IMPORTS_FILE = 0.65;
/** What a test gains that is named like the file, or changes with it, besides that it uses what changes. */
const MORE_REASONS = 0.02;

/** What uses a symbol or a file and may break when it changes, and which tests show it. */
export const tool: BuiltInTool = async (args, context) => {
  const request = toolRequest(args, DEFAULT_LIMIT);
  return await withLookup(context, async (lookup) => {
    const asked = symbolsAsked(request);
    const index = request.paths.length === 0 ? undefined : await lookup.files();
    const changed = [
      ...new Set(request.paths.flatMap((path) => index === undefined ? [] : [...filesMeant(path, index)])),
    ].filter((path) => isSourceFile(path, lookup.read)).slice(0, MAX_PATHS);
    const names = asked.length > 0
      ? asked.map(({ name }) => name)
      : changed.flatMap((path) => exported(lookup.read(path)));
    if (names.length === 0 && changed.length === 0) {
      return toolOutput({
        summary: "the request names no symbol and no file",
        findings: [],
        limit: request.limit,
      });
    }
    const own = new Set(asked.length > 0 ? [] : changed);
    const naming = await lookup.naming(names);
    // Without an index the definitions are those of the files that this reads.
    const direct = usages(names, naming.found, (path) => lookup.read(path), context.deadline);
    const targets = asked.length > 0
      ? asked.flatMap((symbol) => definitionsMeant(symbol, new Hierarchy(lookup)))
      : names.flatMap((name) => lookup.definers(name)).filter(({ file }) => own.has(file.path));
    await learnHeirs(targets, lookup);
    const used = [...direct, ...await defaultCalls(targets, lookup, context.deadline)];
    const outOfTime = timeLeft(context) === 0;
    const groups = byFile(dependents(targets, used, lookup).filter(({ file }) => !own.has(file.path)));
    const importers = asked.length > 0 ? [] : await importersOf(changed, lookup, context);
    const homes = asked.length > 0 ? homesOf(targets) : changed;
    const tests = timeLeft(context) === 0
      ? []
      : testsToRun(homes.slice(0, MAX_PATHS), lookup).filter(({ file }) => !own.has(file.path));
    const heirs = new Set<Finding>();
    const findings = inOrder([
      ...[...groups.values()].map((group) => {
        const finding = usageFinding(group, tests, context);
        if (strongestOf(group).by === "inheritance") heirs.add(finding);
        return finding;
      }),
      ...importers.filter(({ file }) => !groups.has(file.path)).map(({ file, line, path }) =>
        findingAtPlace(NAME, {
          file,
          line,
          summary: `${role(file.path)}imports ${path}${alsoFor(file, tests)}`,
          confidence: IMPORTS_FILE,
        }, context)
      ),
      ...tests.filter(({ file }) => !groups.has(file.path) && !importers.some((each) => each.file === file))
        .map((test) => testFinding(test, context)),
    ]);
    const paths = [...new Set(findings.map(({ path = "" }) => path))];
    const testPaths = paths.filter(isTest);
    const leftOut = filesLeftOut(naming.found, naming.files);
    const more = leftOut === 0 ? "" : `, of ${naming.files} that name it`;
    const subject = [...asked.map(({ name }) => name), ...changed].join(", ");
    return toolOutput({
      summary: findings.length === 0
        ? `${subject}: nothing found that uses it`
        : `${subject}: used in ${counted(paths.length - testPaths.length, "file")} and ${
          counted(testPaths.length, "test file")
        }${more}`,
      findings: balanced(findings, heirs, request.limit),
      limit: request.limit,
      data: {
        symbols: names,
        dependents: paths.length - testPaths.length,
        tests: testPaths.slice(0, MAX_TESTS),
      },
      limits: [
        ...naming.complete && !outOfTime ? [] : [`${NAME}: search cut off; users may be missing`],
        ...leftOut === 0 ? [] : [
          `${NAME}: ${counted(leftOut, "file")} of ${naming.files} that name ${
            names.slice(0, MAX_NAMED).join(", ")
          } not read; users may be missing`,
        ],
      ],
    });
  });
};

/** Languages whose namespaces are spread over files, and belong to none of them. */
const SPREAD: ReadonlySet<Language> = new Set(["c", "cpp", "csharp", "php"] as const);

/** The names at the top of a file, those that others may use: its types first. */
function exported(file: SourceFile | undefined): string[] {
  if (file === undefined) return [];
  const isExported = exportedOf(file);
  // What C keeps to one file.
  const inUnit = /\.(?:c|cc|cpp|cxx)$/.test(file.path);
  const top = file.definitions.filter(isExported).filter(({ container, name, kind, signature }) =>
    container === undefined && name.length > 3 && !name.startsWith("_") && kind !== "implementation" &&
    !(kind === "module" && SPREAD.has(file.language)) &&
    !(inUnit && (kind === "macro" || /^static\b/i.test(signature)))
  );
  const types = top.filter((definition) => !isCallable(definition) && definition.kind !== "constant");
  // Methods of a type that is written in another file: C++'s sources, Go's packages, extensions.
  const here = new Set(
    file.definitions.filter(({ kind }) => kind !== "implementation").map(({ name }) => name),
  );
  const outside = file.definitions.filter((each) =>
    each.kind === "method" && each.container !== undefined && !here.has(each.container) &&
    !each.name.startsWith("_")
  );
  return [...new Set([...types, ...top.filter(isCallable), ...outside, ...top].map(({ name }) => name))]
    .slice(
      0,
      MAX_EXPORTS,
    );
}

/** The files that define something; those that only extend a type where nothing else of its name is known. */
function homesOf(targets: readonly Defined[]): string[] {
  const defined = targets.filter(({ definition: { kind } }) => kind !== "implementation");
  return [...new Set((defined.length > 0 ? defined : targets).map(({ file }) => file.path))];
}

function byFile(all: readonly Dependent[]): Map<string, Dependent[]> {
  const groups = new Map<string, Dependent[]>();
  for (const each of all) {
    const known = groups.get(each.file.path);
    if (known === undefined) groups.set(each.file.path, [each]);
    else known.push(each);
  }
  return groups;
}

/** One finding a file, at its strongest use. */
function usageFinding(
  group: readonly Dependent[],
  tests: readonly TestToRun[],
  context: ToolContext,
): Finding {
  const { file, line, symbol, says, value } = strongestOf(group);
  const where = symbol === undefined ? "" : qualifiedName(symbol);
  const others = [...new Set(group.filter(({ by }) => by !== "import").flatMap((each) => each.symbol ?? []))]
    .map(qualifiedName).filter((place) => place !== where);
  const also = [...new Set(others)].slice(0, 3);
  const more = alsoFor(file, tests);
  return findingAtPlace(NAME, {
    file,
    line,
    ...(symbol && { symbol }),
    summary: `${role(file.path)}${where === "" ? "" : `${where} `}${says} (line ${line}; ${
      counted(group.length, "use")
    } here${also.length === 0 ? "" : `, also in ${also.join(", ")}`})${more}`,
    confidence: value + (more === "" ? 0 : MORE_REASONS),
  }, context);
}

function testFinding({ file, line, symbol, why, value }: TestToRun, context: ToolContext): Finding {
  return findingAtPlace(NAME, {
    file,
    line,
    ...(symbol && { symbol }),
    summary: `${role(file.path)}${why.join("; ")}`,
    confidence: value,
  }, context);
}

/** What else speaks for a test that uses what changes. */
function alsoFor(file: SourceFile, tests: readonly TestToRun[]): string {
  return tests.filter((test) => test.file === file).flatMap(({ why }) => why).map((why) => `; ${why}`).join(
    "",
  );
}

function role(path: string): string {
  return isTest(path) ? "test to run: " : "";
}

function strongestOf(group: readonly Dependent[]): Dependent {
  return group.reduce((best, each) => each.value > best.value ? each : best);
}

/** Tests, heirs and other users have a third of what is shown each: to change safely, all of them have to be known. What one leaves goes to the best. */
function balanced(findings: readonly Finding[], heirs: ReadonlySet<Finding>, limit: number): Finding[] {
  const share = Math.floor(limit / 3);
  const tests = findings.filter(({ path = "" }) => isTest(path));
  const rest = findings.filter(({ path = "" }) => !isTest(path));
  const groups = [
    tests,
    rest.filter((finding) => heirs.has(finding)),
    rest.filter((finding) => !heirs.has(finding)),
  ];
  const shown = new Set(groups.flatMap((group) => group.slice(0, share)));
  for (const finding of [...rest, ...tests]) if (shown.size < limit) shown.add(finding);
  return [
    ...findings.filter((finding) => shown.has(finding)),
    ...findings.filter((finding) => !shown.has(finding)),
  ];
}

interface Importer {
  file: SourceFile;
  line: number;
  /** What it imports. */
  path: string;
}

/** Files whose imports mean one of `changed`: as the index knows them, else those that write its name are read, and their imports resolved. */
async function importersOf(
  changed: readonly string[],
  lookup: Lookup,
  context: ToolContext,
): Promise<Importer[]> {
  if (changed.length === 0 || timeLeft(context) === 0) return [];
  const known = changed.map((path) => ({ path, importers: lookup.importers(path) }));
  const importers = new Map<string, Importer>();
  for (const { path, importers: paths } of known) {
    for (const importer of (paths ?? []).slice(0, MAX_IMPORTERS)) {
      const file = mayBeSource(importer) && !changed.includes(importer) ? lookup.read(importer) : undefined;
      if (file === undefined || importers.has(importer)) continue;
      importers.set(importer, { file, line: importLine(file.lines, path) ?? 1, path });
    }
  }
  const unknown = known.filter((each) => each.importers === undefined).map(({ path }) => path);
  if (unknown.length === 0) return [...importers.values()];
  const { found } = await lookup.naming([...new Set(unknown.map(moduleName))]);
  const index = await lookup.files();
  const candidates = new Set(
    found.filter(({ path }) => mayBeSource(path) && !changed.includes(path)).map(({ path }) => path),
  );
  for (const candidate of [...candidates].slice(0, MAX_IMPORTERS)) {
    if (timeLeft(context) === 0) break;
    const file = lookup.read(candidate);
    if (file === undefined) continue;
    const resolved = resolveImports(imports(file.text, file.language), candidate, file.language, index);
    const path = unknown.find((each) => resolved.includes(each));
    if (path === undefined) continue;
    const line = found.find((reference) => reference.path === candidate)?.line ?? 1;
    importers.set(candidate, { file, line, path });
  }
  return [...importers.values()];
}

/** How imports write a file: its name without the ending, or its folder's where the name only says that it is the folder's own. */
function moduleName(path: string): string {
  const parts = path.split("/");
  const name = (parts.at(-1) ?? "").replace(/\.[^.]+$/, "");
  return /^(?:index|__init__|mod|lib|main)$/.test(name) || path.endsWith(".go") ? parts.at(-2) ?? name : name;
}
