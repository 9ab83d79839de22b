import type { BuiltInTool } from "../codebase.ts";
import { findingsOf } from "../excerpts/finding_of.ts";
import { search } from "../search.ts";
import { countArgument, counted, searchRequest } from "../tool_request.ts";

const NAME = "ci_search";
const DEFAULT_LIMIT = 10;

/** Files named for programs that want the whole ranking: also those with too little evidence to be shown to a model. */
const MAX_RANKED = 50;

/** `{query, limit, symbols?, paths?}` → the files most likely meant, best first, each with the lines that say so; `whole`: the project as a whole. */
export const tool: BuiltInTool = async (args, context) => {
  if (args["whole"] === true) {
    const { overview } = await import("./overview.ts");
    return await overview(NAME, String(args["query"]), context);
  }
  const limit = countArgument(args, "limit", DEFAULT_LIMIT);
  const found = await search(searchRequest(args), context);
  const data = {
    index: found.index,
    files: found.corpus.files,
    ranked: found.ranking.files.slice(0, MAX_RANKED).map(({ path }) => path),
  };
  const { findings, limits } = findingsOf(NAME, found, limit, context);
  return {
    summary: findings.length === 0
      ? "no file matches the request well enough"
      : `${counted(findings.length, "file")} of ${found.corpus.files}`,
    findings,
    data,
    limits: [...found.limits, ...limits].map((limit) => `${NAME}: ${limit}`),
    truncated: false,
  };
};
