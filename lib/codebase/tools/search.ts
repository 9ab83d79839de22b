import type { Finding } from "../../contract/finding.ts";
import type { BuiltInTool, ToolContext } from "../codebase.ts";
import { findingsOf } from "../excerpts/finding_of.ts";
import { summed } from "../excerpts/quote.ts";
import { type Search, search } from "../search.ts";
import { countArgument, counted, searchRequest } from "../tool_request.ts";

const NAME = "ci_search";
const DEFAULT_LIMIT = 10;

/** Files named for programs that want the whole ranking: also those with too little evidence to be shown to a model. */
const MAX_RANKED = 50;

/** Names that are told of; a longer list is a pasted log, whose names are other programs'. */
const MAX_NAMES = 3;
/** How sure one is of it, beside places that were found. */
const CONFIDENCE = 0.5;

const CUT_OFF = "time was up before every file that may fit was looked at";

/** `{query, limit, symbols?, paths?}` → the files most likely meant, best first, each with the lines that say so. */
export const tool: BuiltInTool = async (args, context) => {
  const limit = countArgument(args, "limit", DEFAULT_LIMIT);
  const found = await search(searchRequest(args), context);
  const data = {
    index: found.index,
    files: found.corpus.files,
    ranked: found.ranking.files.slice(0, MAX_RANKED).map(({ path }) => path),
  };
  const { quotes, cutOff } = findingsOf(NAME, found, limit, context);
  const count = quotes.length;
  const missing = missingNames(found, count > 0, context);
  return {
    summary: count === 0
      ? "no file matches the request well enough"
      : `${counted(count, "file")} of ${found.corpus.files}`,
    findings: [...quotes.map(({ finding }) => finding), ...missing],
    data,
    limits: [...found.limits, ...(cutOff ? [CUT_OFF] : [])].map((limit) => `${NAME}: ${limit}`),
    truncated: false,
    redactions: summed(quotes.flatMap(({ redactions }) => redactions)),
  };
};

/**
 * That a name of the request stands nowhere, which spares a model the search for it; with the name that it may be a slip for. Told beside places that were
 * `found`, since alone it is no reason to say anything; and not where some file was not looked at, since the name may be in that one.
 */
function missingNames(
  { words: { absent }, corpus, limits }: Search,
  found: boolean,
  context: ToolContext,
): Finding[] {
  if (!found || absent.length > MAX_NAMES || limits.length > 0) return [];
  return absent.map(({ name, nearest }) => {
    const near = nearest && `; \`${nearest.name}\` in ${corpus.path(nearest.document)} is the nearest name`;
    return {
      tool: NAME,
      title: `${name} was not found in this repository`,
      summary: `no text that was read has this name${near ?? ""}`,
      confidence: CONFIDENCE,
      source: { tool: NAME, version: context.commit?.slice(0, 12) ?? "-", time: context.time },
    };
  });
}
