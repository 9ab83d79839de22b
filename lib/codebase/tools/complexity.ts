import type { ToolContext } from "../codebase.ts";
import { isAside, isTest, mayBeSource } from "../files/languages.ts";
import { filesMeant, type SourceFile, sourceFiles } from "../files/source_file.ts";
import { commits } from "../history.ts";
import { fileIndex } from "../imports/file_index.ts";
import { type AskedSymbol, symbolsAsked } from "../query/names.ts";
import { session, within } from "../session.ts";
import { complexities, type Complexity, weight } from "../structure/complexity.ts";
import { type Definition, isCallable, isType, qualifiedName } from "../structure/definition.ts";
import { references } from "../structure/references.ts";
import { counted, placeTool, timeLeft } from "../tool_request.ts";

const DEFAULT_LIMIT = 10;
/** Files looked into. */
const MAX_FILES = 40;
const RECENT_COMMITS = 200;
/** Below this a function is plain, and no finding unless its file or name was asked for. */
const NOTABLE = 8;
/** Weight at which confidence is full: far beyond what anyone calls maintainable. */
const EXTREME = 60;
/** Names that are looked for, and paths that are named. */
const MAX_ASKED = 10;
const LISTING_SHARE = 0.3;

/** `{paths?, symbols?}` → the functions asked for; without a name the ones that are hardest to follow, in the files named, else in those that changed last. */
export const tool = placeTool("ci_complexity", DEFAULT_LIMIT, async ({ paths, symbols }, context) => {
  const listing = await within(
    session(context).listing,
    performance.now() + timeLeft(context) * LISTING_SHARE,
  );
  const all = listing === undefined ? [] : [...listing.tracked, ...listing.untracked];
  const named = pathsMeant(paths, all);
  const asked = symbols.slice(0, MAX_ASKED).flatMap((symbol) =>
    symbolsAsked({ query: "", symbols: [symbol] })
  );
  const read = sourceFiles(context);
  const functions = await functionsMeant(asked, named, read, context);
  const meant = [...new Set(functions.map(({ path }) => path))];
  const { chosen, where } = meant.length > 0
    ? { chosen: meant, where: `the files that define ${asked.map(({ name }) => name).join(", ")}` }
    : named.length > 0
    ? { chosen: named, where: "the files named" }
    : { chosen: await recentlyChanged(all, context), where: "the files changed last" };
  const { measured, looked, isOver } = measure(chosen.slice(0, MAX_FILES), read, context);
  const definitions = new Set(functions.map(({ definition }) => definition));
  const isWanted = ({ complexity }: Measured) =>
    meant.length > 0
      ? definitions.has(complexity.definition)
      : named.length > 0 || weight(complexity) >= NOTABLE;
  const places = measured.filter(isWanted).map(({ file, complexity }) => ({
    file,
    line: complexity.definition.line,
    symbol: complexity.definition,
    summary: summaryOf(complexity),
    confidence: 0.2 + 0.8 * weight(complexity) / EXTREME,
  }));
  const missing = [
    ...paths.length > 0 && named.length === 0 && listing !== undefined
      ? [`no source file ${paths.slice(0, MAX_ASKED).join(", ")} found; `]
      : [],
    ...asked.length > 0 && meant.length === 0
      ? [`no function ${asked.map(({ name }) => name).join(", ")} found; `]
      : [],
  ].join("");
  return {
    summary: `${missing}${
      places.length === 0
        ? `no complex function in ${where}`
        : `${counted(measured.length, "function")} measured in ${
          counted(looked, "file")
        } of ${where}; worst first`
    }`,
    places,
    data: { files: looked, functions: measured.length },
    limits: isOver ? [`out of time after ${counted(looked, "file")}`] : [],
  };
});

/** The sources that paths as they are written mean; a named folder means the files below it. */
function pathsMeant(written: readonly string[], all: readonly string[]): string[] {
  if (written.length === 0) return [];
  const index = fileIndex(all);
  const meant = written.flatMap((path) => {
    const files = filesMeant(path, index);
    const folder = `${path.replace(/^\.?\/+|\/+$/g, "")}/`;
    return files.length > 0 ? files : all.filter((each) => each.startsWith(folder) && !isTest(each));
  });
  return [...new Set(meant)].filter(mayBeSource);
}

/** The functions that names mean, a type's being its methods, in the files that write the names: in `named`, where there are any. */
async function functionsMeant(
  asked: readonly AskedSymbol[],
  named: readonly string[],
  read: (path: string) => SourceFile | undefined,
  context: ToolContext,
): Promise<{ path: string; definition: Definition }[]> {
  if (asked.length === 0) return [];
  const { files } = session(context);
  const timeoutMs = timeLeft(context) * LISTING_SHARE;
  const { found } = await references(asked.map(({ name }) => name), files, context, { timeoutMs });
  const paths = [...new Set(found.map(({ path }) => path))].filter((path) =>
    mayBeSource(path) && (named.length === 0 || named.includes(path))
  );
  return paths.flatMap((path) => {
    const definitions = read(path)?.definitions ?? [];
    return definitions.filter(({ name, container }) =>
      asked.some((each) => each.name === name && (each.container ?? container) === container)
    ).flatMap((each) => functionsOf(each, definitions)).map((definition) => ({ path, definition }));
  });
}

function functionsOf(definition: Definition, all: readonly Definition[]): readonly Definition[] {
  const { name, kind, line, endLine } = definition;
  if (isCallable(definition)) return [definition];
  if (!isType(kind) && kind !== "module") return [];
  return all.filter((each) =>
    isCallable(each) && (each.container === name || (each.line > line && each.endLine <= endLine))
  );
}

interface Measured {
  file: SourceFile;
  complexity: Complexity;
}

function measure(
  paths: readonly string[],
  read: (path: string) => SourceFile | undefined,
  context: ToolContext,
): { measured: Measured[]; looked: number; isOver: boolean } {
  const measured: Measured[] = [];
  let looked = 0;
  for (const path of paths) {
    if (timeLeft(context) === 0) return { measured, looked, isOver: true };
    const file = read(path);
    if (file === undefined) continue;
    looked++;
    measured.push(...complexities(file).map((complexity) => ({ file, complexity })));
  }
  return { measured, looked, isOver: false };
}

function summaryOf({ definition, cyclomatic, nesting, lines }: Complexity): string {
  const length = `${counted(lines, "line")} of code`;
  return `${qualifiedName(definition)}: cyclomatic ${cyclomatic}, nesting ${nesting}, ${length}`;
}

async function recentlyChanged(all: readonly string[], context: ToolContext): Promise<string[]> {
  const { files } = session(context);
  const isCandidate = (path: string) =>
    mayBeSource(path) && !isTest(path) && !isAside(path) && files.allowed(path);
  if (context.gitDir === undefined) return all.filter(isCandidate);
  const present = new Set(all);
  const log = await commits(context.root, {
    at: context.commit,
    timeoutMs: timeLeft(context) / 2,
    maxCommits: RECENT_COMMITS,
  });
  const found = new Set<string>();
  for (const { files: changed } of log) {
    for (const path of changed) if (present.has(path) && isCandidate(path)) found.add(path);
    if (found.size >= MAX_FILES) break;
  }
  return [...found];
}
