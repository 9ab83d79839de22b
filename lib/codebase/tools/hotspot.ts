import { AutoToolsError } from "../../contract/error_codes.ts";
import type { BuiltInTool, ToolContext } from "../codebase.ts";
import { isShallow } from "../../guard/git/repository.ts";
import { complexities, type Complexity, weight } from "../structure/complexity.ts";
import { qualifiedName } from "../structure/enclosing.ts";
import { type Churn, churn, newestTime } from "../history.ts";
import { isAside, isTest, mayBeSource } from "../files/languages.ts";
import { findingAtPlace, inOrder } from "../excerpts/place.ts";
import { pastChanges } from "../past_changes.ts";
import { session } from "../session.ts";
import { sourceFiles } from "../source_files.ts";
import { isSourceFile, type SourceFile } from "../files/source_file.ts";
import { countArgument } from "../tool_args.ts";
import { counted, timeLeft, toolOutput } from "../tool_request.ts";

const NAME = "ci_hotspot";
const MAX_DAYS = 30;
const MAX_TOP = 20;
/** Files whose complexity is measured: the most changed ones. */
const MAX_MEASURED = 60;
const LOG_SHARE = 0.6;
/** Branches that no file is taken to exceed. */
const MOST_BRANCHES = 3000;

interface Hotspot {
  file: SourceFile;
  changed: Churn;
  total: number;
  worst: Complexity | undefined;
  score: number;
}

/** Where change and complexity meet: files with many commits of late and many branches, worst function shown. */
export const tool: BuiltInTool = async (args, context) => {
  const days = Math.min(MAX_DAYS, countArgument(args, "days", MAX_DAYS));
  const top = Math.min(MAX_TOP, countArgument(args, "top", MAX_TOP));
  if (context.gitDir === undefined) {
    throw new AutoToolsError("E_TOOL_UNAVAILABLE", "no git repository, so no history");
  }
  const log = await pastChanges(context, { timeoutMs: timeLeft(context) * LOG_SHARE });
  const now = Date.parse(context.time) / 1000;
  const newest = newestTime(log, now);
  const recent = churn(log, days, now).length > 0;
  const until = recent ? now : newest;
  const span = recent
    ? `in the last ${days} days`
    : `in the ${days} days before ${
      date(newest)
    }, the newest commit, as there is none in the last ${days} days`;
  const { files } = session(context);
  const candidates = churn(log, days, until).filter(({ path }) =>
    mayBeSource(path) && !isTest(path) && !isAside(path) && files.allowed(path)
  );
  const read = sourceFiles(context);
  const changed = candidates.filter(({ path }) => isSourceFile(path, read));
  const spots = measured(changed.slice(0, MAX_MEASURED), top, read, context);
  const shallow = isShallow(context.gitCommonDir ?? context.gitDir);
  const best = Math.max(...spots.map(({ score }) => score), 1);
  const findings = inOrder(spots.map(({ file, changed, total, worst, score }) =>
    findingAtPlace(NAME, {
      file,
      line: worst?.definition.line ?? 1,
      ...(worst && { symbol: worst.definition }),
      title: file.path,
      summary: `${counted(changed.commits, "commit")}, last on ${date(changed.last)}; ${
        counted(total, "branch").replace(/hs$/, "hes")
      } in ${counted(file.lines.length, "line")}${
        worst === undefined
          ? ""
          : `; most complex: ${qualifiedName(worst.definition)} (cyclomatic ${worst.cyclomatic})`
      }`,
      confidence: 0.9 * score / best,
    }, context)
  ));
  return toolOutput({
    summary: log.length === 0
      ? "no commits yet"
      : findings.length === 0
      ? `no source file changed ${span}`
      : `${counted(changed.length, "source file")} changed ${span}; churn × complexity, worst first`,
    findings,
    limit: top,
    data: { days, until: new Date(until * 1000).toISOString(), changed: changed.length },
    limits: [
      ...spots.length < Math.min(changed.length, MAX_MEASURED) && timeLeft(context) === 0
        ? [`${NAME}: out of time`]
        : [],
      ...shallow ? [`${NAME}: the clone is shallow; its oldest commit counts as a change of every file`] : [],
    ],
  });
};

/** Measures files, the most changed ones first, until none of the rest can come among the best `top`. */
function measured(
  changed: readonly Churn[],
  top: number,
  read: (path: string) => SourceFile | undefined,
  context: ToolContext,
): Hotspot[] {
  const spots: Hotspot[] = [];
  for (const each of changed) {
    if (timeLeft(context) === 0) break;
    const least = spots.map(({ score }) => score).sort((a, b) => b - a)[top - 1];
    if (least !== undefined && each.commits * Math.log2(2 + MOST_BRANCHES) < least) break;
    const file = read(each.path);
    if (file === undefined || file.definitions.length === 0) continue;
    const functions = complexities(file);
    const total = functions.reduce((sum, { cyclomatic }) => sum + cyclomatic, 0);
    const worst = functions.reduce<Complexity | undefined>(
      (a, b) => a === undefined || weight(b) > weight(a) ? b : a,
      undefined,
    );
    spots.push({ file, changed: each, total, worst, score: each.commits * Math.log2(2 + total) });
  }
  return spots;
}

function date(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
