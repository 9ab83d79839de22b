import type { ToolContext } from "../codebase.ts";
import { isTest, mayBeSource } from "../files/languages.ts";
import { filesMeant, type SourceFile, sourceFiles } from "../files/source_file.ts";
import { commits } from "../history.ts";
import { type AskedSymbol, symbolsAsked } from "../query/names.ts";
import { session, within } from "../session.ts";
import { complexities, type Complexity, weight } from "../structure/complexity.ts";
import { type Definition, isCallable, qualifiedName } from "../structure/definition.ts";
import { references } from "../structure/references.ts";
import { counted, isProduction, placeTool, timeLeft } from "../tool_request.ts";

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
  const { listing } = session(context);
  const listed = await within(listing, performance.now() + timeLeft(context) * LISTING_SHARE);
  const all = [...listed?.tracked ?? [], ...listed?.untracked ?? []];
  const named = pathsMeant(paths, all);
  const asked = symbols.slice(0, MAX_ASKED).flatMap((symbol) =>
    symbolsAsked({ query: "", symbols: [symbol] })
  );
  const names = asked.map(({ name }) => name).join(", ");
  const read = sourceFiles(context);
  const defining = (await filesWith(asked, context)).filter((path) =>
    (named.length === 0 || named.includes(path)) &&
    read(path)?.definitions.some((each) => asked.some((symbol) => isMeant(each, symbol)))
  );
  const choices = [
    { paths: defining, where: `the files that define ${names}` },
    { paths: named, where: "the files named" },
  ];
  const { paths: chosen, where } = choices.find(({ paths }) => paths.length > 0) ??
    { paths: await recentlyChanged(all, context), where: "the files changed last" };
  const files = chosen.slice(0, MAX_FILES).flatMap((path) => timeLeft(context) === 0 ? [] : read(path) ?? []);
  const measured = files.flatMap((file) => complexities(file).map((complexity) => ({ file, complexity })));
  const places = measured.filter(({ file, complexity }) =>
    defining.length > 0
      ? asked.some((symbol) => belongs(complexity.definition, symbol, file))
      : named.length > 0 || weight(complexity) >= NOTABLE
  ).map(({ file, complexity }) => ({
    file,
    line: complexity.definition.line,
    symbol: complexity.definition,
    summary: summaryOf(complexity),
    confidence: 0.2 + 0.8 * weight(complexity) / EXTREME,
  }));
  const looked = counted(files.length, "file");
  const isMissing = paths.length > 0 && named.length === 0 && listed !== undefined;
  return {
    summary: [
      ...isMissing ? [`no source file ${paths.slice(0, MAX_ASKED).join(", ")} found`] : [],
      ...asked.length > 0 && defining.length === 0 ? [`no function ${names} found`] : [],
      places.length === 0
        ? `no complex function in ${where}`
        : `${counted(measured.length, "function")} measured in ${looked} of ${where}; worst first`,
    ].join("; "),
    places,
    limits: timeLeft(context) === 0 ? [`out of time after ${looked}`] : [],
  };
});

/** The sources that paths as they are written mean; a named folder means the files below it. */
function pathsMeant(written: readonly string[], all: readonly string[]): string[] {
  const meant = written.flatMap((path) => {
    const files = filesMeant(path, all);
    const folder = `${path.replace(/^\.?\/+|\/+$/g, "")}/`;
    return files.length > 0 ? files : all.filter((each) => each.startsWith(folder) && !isTest(each));
  });
  return [...new Set(meant)].filter(mayBeSource);
}

/** The sources that write one of the names. */
async function filesWith(asked: readonly AskedSymbol[], context: ToolContext): Promise<string[]> {
  const timeoutMs = timeLeft(context) * LISTING_SHARE;
  const names = asked.map(({ name }) => name);
  const { found } = await references(names, session(context).files, context, { timeoutMs });
  return [...new Set(found.map(({ path }) => path))].filter(mayBeSource);
}

function isMeant({ name, container }: Definition, symbol: AskedSymbol): boolean {
  return name === symbol.name && (symbol.container ?? container) === container;
}

/** Whether a function is the one that is meant, or one of the type or module that is. */
function belongs(definition: Definition, symbol: AskedSymbol, { definitions }: SourceFile): boolean {
  return isMeant(definition, symbol) || definition.container === symbol.name ||
    definitions.some((each) =>
      isMeant(each, symbol) && !isCallable(each) && each.line < definition.line &&
      definition.endLine <= each.endLine
    );
}

function summaryOf({ definition, cyclomatic, nesting, lines }: Complexity): string {
  const length = `${counted(lines, "line")} of code`;
  return `${qualifiedName(definition)}: cyclomatic ${cyclomatic}, nesting ${nesting}, ${length}`;
}

/** The sources that the newest commits changed; outside of git all of them. */
async function recentlyChanged(all: readonly string[], context: ToolContext): Promise<string[]> {
  const { root, commit: at, gitDir } = context;
  const how = { at, timeoutMs: timeLeft(context) / 2, maxCommits: RECENT_COMMITS };
  const changed = gitDir === undefined ? all : (await commits(root, how)).flatMap(({ files }) => files);
  const present = new Set(all);
  return [...new Set(changed)].filter((path) => present.has(path) && isProduction(path, context));
}
