import type { BuiltInTool } from "../codebase.ts";
import { isDue } from "../files/freshness.ts";
import type { Unread } from "../index/index_report.ts";
import { type IndexState, NO_PARSER } from "../index/index_state.ts";
import { session } from "../session.ts";

/** ms before the deadline at which comparing index and tree ends, so that the answer is in time. */
const MARGIN_MS = 50;
/** Paths that are named of those that changed since the index was built. */
const MAX_CHANGED = 50;
/** ms the comparison may take when nobody is in a hurry. */
const COMPARE_MS = 200;

const SAYS: Record<IndexState, string> = {
  missing: "no index yet; files are read directly",
  building: "the index is being built; files are read directly until then",
  stale: "the index is behind the tree; what changed is read directly",
  ready: "the index is up to date",
};

/** `{}` → how the index of this repository stands to the tree: `missing`, `building`, `stale` or `ready`. It waits for git's list of the files: a search that is to answer as well ranks while git lists, and so is asked first. */
export const tool: BuiltInTool = async (_args, context) => {
  const here = session(context);
  const { stored, problem } = here;
  const until = Math.min(context.deadline - MARGIN_MS, performance.now() + COMPARE_MS);
  const differing = stored === undefined ? undefined : await here.differences(until);
  const index = stored === undefined
    ? here.index
    : differing?.stale || isDue(stored, context.time)
    ? "stale"
    : "ready";
  // Languages whose files the index could not have parsed: no calls or types of theirs are known.
  const unparsed: Unread[] = JSON.parse(stored?.meta("unparsed") ?? "[]");
  const missing = unparsed.filter(({ why }) => why.startsWith(NO_PARSER)).map(({ why }) => why);
  return {
    summary: SAYS[index],
    findings: [],
    data: {
      index,
      ...stored && { files: stored.files },
      ...differing && {
        changed: differing.changed.size,
        gone: differing.gone.size,
        changed_files: [...differing.changed].sort().slice(0, MAX_CHANGED),
      },
    },
    limits: [
      ...problem === undefined ? [] : [`no index is used: ${problem}; files are read directly`],
      ...missing.map((why) => `${why}; definitions there are found by patterns`),
    ].map((limit) => `ci_index_status: ${limit}`),
    truncated: false,
  };
};
