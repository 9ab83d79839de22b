import type { Finding } from "../../contract/finding.ts";
import type { BuiltInTool, ToolContext } from "../codebase.ts";
import { isCallable, qualifiedName } from "../structure/enclosing.ts";
import { type FileIndex, fileIndex } from "../imports/file_index.ts";
import { imports, resolveImports } from "../imports/imports.ts";
import { isSource, isTest } from "../files/languages.ts";
import { filesMeant } from "../files/path_match.ts";
import { findingAtPlace, inOrder } from "../excerpts/place.ts";
import { type References, references } from "../structure/references.ts";
import { type RepoFiles, repoFiles } from "../files/repo_files.ts";
import { type SourceFile, sourceReader } from "../files/source_file.ts";
import { symbolsAsked } from "../query/symbols_asked.ts";
import { counted, timeLeft, toolOutput, toolRequest } from "../tool_request.ts";
import { MAX_USAGE_FILES, type Usage, type UsageKind, usages } from "../structure/usages.ts";

const NAME = "ci_impact";
const DEFAULT_LIMIT = 12;
/** Names of a changed file whose users are looked for. */
const MAX_EXPORTS = 8;
const MAX_PATHS = 3;
/** Files that name the changed one and are read to see whether they import it. */
const MAX_IMPORTERS = 60;
/** Tests named in `data`. */
const MAX_TESTS = 20;
const SHARE = 0.45;

/** How surely a change breaks it. */
const CONFIDENCE: Readonly<Record<Exclude<UsageKind, "defines">, number>> = {
  inherits: 0.95,
  calls: 0.9,
  uses: 0.75,
  imports: 0.6,
};
const IMPORTS_FILE = 0.65;
const SAYS: Readonly<Record<UsageKind, string>> = {
  inherits: "inherits from",
  calls: "calls",
  uses: "refers to",
  imports: "imports",
  defines: "defines",
};

/** What uses a symbol or a file and may break when it changes, and which tests show it. */
export const tool: BuiltInTool = async (args, context) => {
  const request = toolRequest(args, DEFAULT_LIMIT);
  const files = repoFiles(context);
  const listing = await files.list(timeLeft(context) * SHARE);
  const index = fileIndex([...listing.tracked, ...listing.untracked]);
  const read = sourceReader(files);
  const changed = [...new Set(request.paths.flatMap((path) => [...filesMeant(path, index)]))].filter(isSource)
    .slice(0, MAX_PATHS);
  const symbols = symbolsAsked(request).map(({ name }) => name);
  const names = symbols.length > 0 ? symbols : changed.flatMap((path) => exported(read(path)));
  const subject = [...symbols, ...changed].join(", ");
  if (names.length === 0 && changed.length === 0) {
    return toolOutput({
      summary: "the request names no symbol and no file",
      findings: [],
      limit: request.limit,
    });
  }
  const found = await references(names, files, context, { timeoutMs: timeLeft(context) * SHARE });
  const own = new Set(symbols.length > 0 ? [] : changed);
  const used = usages(names, found.found, read, context.deadline - timeLeft(context) * SHARE / 2)
    .filter(({ kind, file }) => kind !== "defines" && !own.has(file.path));
  const dependents = byFile(used);
  const importers = symbols.length > 0 ? [] : await importersOf(changed, { files, index, read, context });
  const findings = inOrder([
    ...[...dependents.values()].map((group) => usageFinding(group, context)),
    ...importers.filter(({ file }) => !dependents.has(file.path)).map(({ file, line, path }) =>
      findingAtPlace(NAME, {
        file,
        line,
        summary: `${role(file.path)}imports ${path}`,
        confidence: IMPORTS_FILE,
      }, context)
    ),
  ]);
  const paths = [...new Set(findings.map(({ path = "" }) => path))];
  const tests = paths.filter(isTest);
  const naming =
    new Set(found.found.filter(({ path }) => isSource(path) && !own.has(path)).map(({ path }) => path)).size;
  const more = paths.length - tests.length < MAX_USAGE_FILES ? "" : `, of ${naming} that name it`;
  return toolOutput({
    summary: findings.length === 0
      ? `${subject}: nothing found that uses it`
      : `${subject}: used in ${counted(paths.length - tests.length, "file")} and ${
        counted(tests.length, "test file")
      }${more}`,
    findings: balanced(findings, request.limit),
    limit: request.limit,
    data: { symbols: names, dependents: paths.length - tests.length, tests: tests.slice(0, MAX_TESTS) },
    limits: cutOff(found),
  });
};

/** The names at the top of a file, those that others may use: its types first. */
function exported(file: SourceFile | undefined): string[] {
  const top = (file?.definitions ?? []).filter(({ container, name, kind }) =>
    container === undefined && name.length > 3 && !name.startsWith("_") && kind !== "implementation"
  );
  const types = top.filter((definition) => !isCallable(definition) && definition.kind !== "constant");
  return [...new Set([...types, ...top.filter(isCallable), ...top].map(({ name }) => name))].slice(
    0,
    MAX_EXPORTS,
  );
}

function byFile(used: readonly Usage[]): Map<string, Usage[]> {
  const groups = new Map<string, Usage[]>();
  for (const usage of used) {
    const known = groups.get(usage.file.path);
    if (known === undefined) groups.set(usage.file.path, [usage]);
    else known.push(usage);
  }
  return groups;
}

/** One finding a file, at its strongest use. */
function usageFinding(group: readonly Usage[], context: ToolContext): Finding {
  const strength = ({ kind }: Usage) => kind === "defines" ? 0 : CONFIDENCE[kind];
  const strongest = group.reduce((best, usage) => strength(usage) > strength(best) ? usage : best);
  const { file, line, symbol, kind, name } = strongest;
  const places = [
    ...new Set(group.filter((usage) => usage.kind !== "imports").flatMap((usage) => usage.symbol ?? [])),
  ].map(qualifiedName);
  const others = places.filter((place) => symbol === undefined || place !== qualifiedName(symbol)).slice(
    0,
    3,
  );
  return findingAtPlace(NAME, {
    file,
    line,
    ...(symbol && { symbol }),
    summary: `${role(file.path)}${symbol === undefined ? "" : `${qualifiedName(symbol)} `}${
      SAYS[kind]
    } ${name} (line ${line}; ${counted(group.length, "use")} here${
      others.length === 0 ? "" : `, also in ${others.join(", ")}`
    })`,
    confidence: strength(strongest),
  }, context);
}

function role(path: string): string {
  return isTest(path) ? "test to run: " : "";
}

/** Tests have a share of what is shown: to change safely, both the users and the tests have to be known. */
function balanced(findings: readonly Finding[], limit: number): Finding[] {
  const tests = findings.filter(({ path = "" }) => isTest(path));
  const rest = findings.filter(({ path = "" }) => !isTest(path));
  const shownTests = Math.min(tests.length, Math.max(Math.floor(limit / 3), limit - rest.length));
  const shown = [...rest.slice(0, limit - shownTests), ...tests.slice(0, shownTests)];
  return [...inOrder(shown), ...findings.filter((finding) => !shown.includes(finding))];
}

interface Importer {
  file: SourceFile;
  line: number;
  /** What it imports. */
  path: string;
}

/** Files whose imports mean one of `changed`: those that write its name are read, and their imports resolved. */
async function importersOf(
  changed: readonly string[],
  { files, index, read, context }: {
    files: RepoFiles;
    index: FileIndex;
    read: (path: string) => SourceFile | undefined;
    context: ToolContext;
  },
): Promise<Importer[]> {
  if (changed.length === 0 || timeLeft(context) === 0) return [];
  const stems = new Map(changed.map((path) => [moduleName(path), path]));
  const { found } = await references([...stems.keys()], files, context, {
    timeoutMs: timeLeft(context) * SHARE,
  });
  const importers = new Map<string, Importer>();
  const candidates = [
    ...new Set(found.filter(({ path }) => isSource(path) && !changed.includes(path)).map(({ path }) => path)),
  ];
  for (const candidate of candidates.slice(0, MAX_IMPORTERS)) {
    if (timeLeft(context) === 0) break;
    const file = read(candidate);
    if (file === undefined) continue;
    const resolved = resolveImports(imports(file.text, file.language), candidate, file.language, index);
    const path = changed.find((each) => resolved.includes(each));
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

function cutOff({ complete }: References): string[] {
  return complete ? [] : [`${NAME}: search cut off; users may be missing`];
}
