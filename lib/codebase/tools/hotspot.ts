import { AutoToolsError } from "../../contract/error_codes.ts";
import { isSourceFile, type SourceFile, sourceFiles } from "../files/source_file.ts";
import { isShallow } from "../../guard/git/repository.ts";
import { type Churn, churn, commits, newestTime } from "../history.ts";
import { complexities, type Complexity, weight } from "../structure/complexity.ts";
import { qualifiedName } from "../structure/definition.ts";
import { countArgument, counted, isProduction, placeTool, timeLeft } from "../tool_request.ts";

const MAX_DAYS = 30;
const MAX_TOP = 20;
/** Files whose complexity is measured: the most changed ones. */
const MAX_MEASURED = 60;
const LOG_SHARE = 0.6;
const MOST_CONFIDENCE = 0.9;

interface Hotspot {
  file: SourceFile;
  changed: Churn;
  branches: number;
  worst: Complexity | undefined;
  score: number;
}

/** `{days, top}` → where change and complexity meet: files with many commits of late and many branches, worst function shown. */
export const tool = placeTool("ci_hotspot", MAX_TOP, async (_request, context, args) => {
  const days = Math.min(MAX_DAYS, countArgument(args, "days", MAX_DAYS));
  if (context.gitDir === undefined) {
    throw new AutoToolsError("E_TOOL_UNAVAILABLE", "no git repository, so no history");
  }
  const timeoutMs = timeLeft(context) * LOG_SHARE;
  const log = await commits(context.root, { at: context.commit, timeoutMs });
  const now = Date.parse(context.time) / 1000;
  const isRecent = churn(log, days, now).length > 0;
  const until = isRecent ? now : newestTime(log, now);
  const span = isRecent
    ? `in the last ${days} days`
    : `in the ${days} days before ${
      date(until)
    }, the newest commit, as there is none in the last ${days} days`;
  const read = sourceFiles(context);
  const changed = churn(log, days, until).filter(({ path }) =>
    isProduction(path, context) && isSourceFile(path, read)
  );
  const spots = changed.slice(0, MAX_MEASURED).flatMap((each) =>
    timeLeft(context) === 0 ? [] : measured(each, read(each.path)) ?? []
  );
  const best = Math.max(...spots.map(({ score }) => score), 1);
  return {
    summary: log.length === 0
      ? "no commits yet"
      : spots.length === 0
      ? `no source file changed ${span}`
      : `${counted(changed.length, "source file")} changed ${span}; churn × complexity, worst first`,
    places: spots.map((spot) => ({
      file: spot.file,
      line: spot.worst?.definition.line ?? 1,
      ...(spot.worst && { symbol: spot.worst.definition }),
      title: spot.file.path,
      summary: summaryOf(spot),
      confidence: MOST_CONFIDENCE * spot.score / best,
    })),
    limits: [
      ...timeLeft(context) === 0 ? ["out of time"] : [],
      ...isShallow(context.gitCommonDir ?? context.gitDir)
        ? ["the clone is shallow; its oldest commit counts as a change of every file"]
        : [],
    ],
  };
});

function measured(changed: Churn, file: SourceFile | undefined): Hotspot | undefined {
  if (file === undefined || file.definitions.length === 0) return undefined;
  const functions = complexities(file);
  const branches = functions.reduce((sum, { cyclomatic }) => sum + cyclomatic, 0);
  const [worst] = functions.toSorted((a, b) => weight(b) - weight(a));
  return { file, changed, branches, worst, score: changed.commits * Math.log2(2 + branches) };
}

function summaryOf({ file, changed, branches, worst }: Hotspot): string {
  const most = worst && `; most complex: ${qualifiedName(worst.definition)} (cyclomatic ${worst.cyclomatic})`;
  const much = `${branches} ${branches === 1 ? "branch" : "branches"} in ${
    counted(file.lines.length, "line")
  }`;
  return `${counted(changed.commits, "commit")}, last on ${date(changed.last)}; ${much}${most ?? ""}`;
}

function date(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
