import type { BuiltInTool } from "../codebase.ts";
import { findingsOf } from "../excerpts/finding_of.ts";
import { summed } from "../excerpts/quote.ts";
import { missingNames } from "../missing_names.ts";
import { search } from "../search.ts";
import { countArgument, textArgument, textsArgument } from "../tool_args.ts";

const NAME = "ci_search";
const DEFAULT_LIMIT = 10;

/** Files named for programs that want the whole ranking: also those with too little evidence to be shown to a model. */
const MAX_RANKED = 50;

const CUT_OFF = "time was up before every file that may fit was looked at";

/** `{query, limit, symbols?, paths?}` → the files most likely meant, best first, each with the lines that say so. */
export const tool: BuiltInTool = async (args, context) => {
  const request = {
    query: textArgument(args, "query"),
    symbols: textsArgument(args, "symbols"),
    paths: textsArgument(args, "paths"),
    strict: args["strict"] === true,
  };
  const limit = countArgument(args, "limit", DEFAULT_LIMIT);
  const found = await search(request, context);
  const data = {
    index: found.index,
    files: found.corpus.files,
    ranked: found.ranking.files.slice(0, MAX_RANKED).map(({ path }) => path),
  };
  context.ahead?.({ data });
  const { quotes, cutOff } = findingsOf(NAME, found, limit, context);
  const count = quotes.length;
  const missing = missingNames(NAME, found, count > 0, context);
  return {
    summary: count === 0
      ? "no file matches the request well enough"
      : `${count} ${count === 1 ? "file" : "files"} of ${found.corpus.files}`,
    findings: [...quotes.map(({ finding }) => finding), ...missing],
    data,
    limits: [...found.limits, ...(cutOff ? [CUT_OFF] : [])].map((limit) => `${NAME}: ${limit}`),
    truncated: false,
    redactions: summed(quotes.flatMap(({ redactions }) => redactions)),
  };
};
