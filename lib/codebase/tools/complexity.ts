import type { BuiltInTool, ToolContext } from "../codebase.ts";
import { complexities, type Complexity, weight } from "../structure/complexity.ts";
import { type Definition, isType } from "../structure/definition.ts";
import { isCallable, qualifiedName } from "../structure/enclosing.ts";
import { fileIndex } from "../imports/file_index.ts";
import { isAside, isTest, isUntold, mayBeSource } from "../files/languages.ts";
import { filesMeant } from "../files/path_match.ts";
import { findingAtPlace } from "../excerpts/place.ts";
import { references } from "../structure/references.ts";
import { type AskedSymbol, symbolsAsked } from "../query/symbols_asked.ts";
import { pastChanges } from "../past_changes.ts";
import type { RepoFiles } from "../files/repo_files.ts";
import { session, within } from "../session.ts";
import { sourceFiles } from "../source_files.ts";
import type { SourceFile } from "../files/source_file.ts";
import { counted, timeLeft, toolOutput, toolRequest } from "../tool_request.ts";

const NAME = "ci_complexity";
const DEFAULT_LIMIT = 10;
/** Files looked into where none is named. */
const MAX_FILES = 40;
const RECENT_COMMITS = 200;
/** Below this a function is plain, and no finding unless its file or name was asked for. */
const NOTABLE = 8;
/** Weight at which confidence is full: far beyond what anyone calls maintainable. */
const EXTREME = 60;
/** Names that are looked for. */
const MAX_ASKED = 10;
const LISTING_SHARE = 0.3;

/** The functions asked for; without a name the ones that are hardest to follow, in the files named, else in those that changed last. */
export const tool: BuiltInTool = async (args, context) => {
  const { paths, symbols, limit } = toolRequest(args, DEFAULT_LIMIT);
  const { files, listing: listed } = session(context);
  const listing = await within(listed, performance.now() + timeLeft(context) * LISTING_SHARE);
  const all = listing === undefined ? [] : [...listing.tracked, ...listing.untracked];
  const index = paths.length === 0 ? undefined : fileIndex(all);
  const named = index === undefined ? [] : [
    ...new Set(paths.flatMap((path) => pathOrFolder(path, all, filesMeant(path, index)))),
  ].filter(mayBeSource);
  const asked = symbols.slice(0, MAX_ASKED).flatMap((symbol) =>
    symbolsAsked({ query: "", symbols: [symbol] })
  );
  const read = sourceFiles(context);
  const meant = await functionsMeant(asked, read, context);
  const homes = [...new Set(meant.map(({ file }) => file.path))].filter((path) =>
    named.length === 0 || named.includes(path)
  );
  const chosen = homes.length > 0
    ? homes
    : named.length > 0
    ? named
    : await recentlyChanged(files, all, context);
  const { measured, looked, missed } = measure(chosen.slice(0, MAX_FILES), read, context);
  const functions = new Set(meant.map(({ definition }) => definition));
  const wanted = measured.filter((each) => functions.has(each.complexity.definition));
  const notable = wanted.length > 0
    ? wanted
    : measured.filter(({ complexity }) => named.length > 0 || weight(complexity) >= NOTABLE);
  // Beyond what is extreme all are as sure: there the weight goes on to order them.
  const worstFirst = notable.sort((a, b) => weight(b.complexity) - weight(a.complexity));
  const findings = worstFirst.map(({ file, complexity }) =>
    findingAtPlace(NAME, {
      file,
      line: complexity.definition.line,
      symbol: complexity.definition,
      summary: `${qualifiedName(complexity.definition)}: ${measures(complexity)}`,
      confidence: Math.min(1, 0.2 + 0.8 * weight(complexity) / EXTREME),
    }, context)
  ).sort((a, b) => b.confidence - a.confidence);
  const names = asked.map(({ name }) => name).join(", ");
  const where = wanted.length > 0
    ? `the files that define ${names}`
    : named.length > 0
    ? "the files named"
    : "the files changed last";
  const missing =
    (paths.length > 0 && named.length === 0 && listing !== undefined
      ? `no source file ${paths.slice(0, MAX_ASKED).join(", ")} found; `
      : "") + (asked.length > 0 && wanted.length === 0 ? `no function ${names} found; ` : "");
  return toolOutput({
    summary: missing +
      (findings.length === 0
        ? `no complex function in ${where}`
        : `${counted(measured.length, "function")} measured in ${
          counted(looked, "file")
        } of ${where}; worst first`),
    findings,
    limit,
    data: { files: looked, functions: measured.length },
    limits: missed ? [`${NAME}: out of time after ${counted(looked, "file")}`] : [],
  });
};

interface Defined {
  file: SourceFile;
  definition: Definition;
}

/** The functions that names mean, a type's being its methods, in the files that write the names. */
async function functionsMeant(
  asked: readonly AskedSymbol[],
  read: (path: string) => SourceFile | undefined,
  context: ToolContext,
): Promise<Defined[]> {
  if (asked.length === 0) return [];
  const { files } = session(context);
  const timeoutMs = timeLeft(context) * LISTING_SHARE;
  const { found } = await references(asked.map(({ name }) => name), files, context, { timeoutMs });
  const paths = [...new Set(found.map(({ path }) => path))].filter(mayBeSource);
  return paths.flatMap((path) => {
    const file = read(path);
    return file?.definitions.filter(({ name, container }) =>
      asked.some((each) => each.name === name && (each.container ?? container) === container)
    ).flatMap((definition) => functionsOf({ file, definition })) ?? [];
  });
}

function functionsOf(defined: Defined): Defined[] {
  const { file, definition: { name, kind, line, endLine } } = defined;
  if (isCallable(defined.definition)) return [defined];
  if (!isType(kind) && kind !== "module") return [];
  return file.definitions.filter((each) =>
    isCallable(each) && (each.container === name || (each.line > line && each.endLine <= endLine))
  ).map((definition) => ({ file, definition }));
}

interface Measured {
  file: SourceFile;
  complexity: Complexity;
}

function measure(
  paths: readonly string[],
  read: (path: string) => SourceFile | undefined,
  context: ToolContext,
): { measured: Measured[]; looked: number; missed: boolean } {
  const measured: Measured[] = [];
  let looked = 0;
  for (const path of paths) {
    if (timeLeft(context) === 0) return { measured, looked, missed: true };
    const file = read(path);
    // A name that leaves it to the text may be no source.
    if (file === undefined && isUntold(path)) continue;
    looked++;
    if (file !== undefined) measured.push(...complexities(file).map((complexity) => ({ file, complexity })));
  }
  return { measured, looked, missed: false };
}

/** `cyclomatic 34, nesting 6, 210 lines` */
export function measures({ cyclomatic, nesting, lines }: Complexity): string {
  return `cyclomatic ${cyclomatic}, nesting ${nesting}, ${counted(lines, "line")} of code`;
}

/** A named folder means the files below it. */
function pathOrFolder(path: string, all: readonly string[], files: readonly string[]): readonly string[] {
  if (files.length > 0) return files;
  const folder = `${path.replace(/^\.?\/+|\/+$/g, "")}/`;
  return folder === "/" ? [] : all.filter((each) => each.startsWith(folder) && !isTest(each));
}

async function recentlyChanged(
  files: RepoFiles,
  all: readonly string[],
  context: ToolContext,
): Promise<string[]> {
  const candidates = (path: string) =>
    mayBeSource(path) && !isTest(path) && !isAside(path) && files.allowed(path);
  if (context.gitDir === undefined) return all.filter(candidates);
  const present = new Set(all);
  const found = new Set<string>();
  const log = await pastChanges(context, { timeoutMs: timeLeft(context) / 2, maxCommits: RECENT_COMMITS });
  for (const { files: changed } of log) {
    for (const path of changed) if (present.has(path) && candidates(path)) found.add(path);
    if (found.size >= MAX_FILES) break;
  }
  return [...found];
}
