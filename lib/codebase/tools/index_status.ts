import type { BuiltInTool } from "../codebase.ts";
import { DAMAGED, type IndexState } from "../index/index_state.ts";
import { type Differences, isDue, isLarge } from "../files/freshness.ts";
import { isDamaged } from "../index/index_database.ts";
import { type Session, session } from "../session.ts";

/** ms before the deadline at which comparing index and tree ends, so that the answer is in time. */
const MARGIN_MS = 50;
/** Paths that are named of those that changed since the index was built. */
const MAX_CHANGED = 50;
/** ms the comparison may take when nobody is in a hurry; the search that follows goes on from what was found. */
const COMPARE_MS = 200;

const SAYS: Record<IndexState, string> = {
  missing: "no index yet; files are read directly",
  building: "the index is being built; files are read directly until then",
  stale: "the index is behind the tree; what changed is read directly",
  ready: "the index is up to date",
};

/**
 * `{}` → how the index of this repository stands to the tree: `missing`, `building`, `stale` or `ready`. Of a large one only what is known without git's list of its
 * files: the search that follows ranks while git lists, and says what it finds.
 */
export const tool: BuiltInTool = async (_args, context) => {
  const here = session(context);
  const { stored } = here;
  const until = Math.min(context.deadline - MARGIN_MS, performance.now() + COMPARE_MS);
  const isCompared = stored !== undefined && !isLarge(stored);
  const { found, problem }: Compared = isCompared ? await compared(here, until) : { problem: here.problem };
  const index: IndexState = stored === undefined
    ? here.index
    : isCompared && !found
    ? "missing"
    : found?.stale || isDue(stored, context.gitDir, context.time)
    ? "stale"
    : "ready";
  return {
    summary: SAYS[index],
    findings: [],
    data: {
      index,
      ...(stored ? { files: stored.files } : {}),
      ...(found
        ? {
          changed: found.changed.size,
          gone: found.gone.size,
          changed_files: [...found.changed].sort().slice(0, MAX_CHANGED),
        }
        : {}),
    },
    limits: [
      ...(problem === undefined
        ? []
        : [`ci_index_status: no index is used: ${problem}; files are read directly`]),
      ...withoutParser(here),
    ],
    truncated: false,
  };
};

/** Languages whose files the index could not have parsed: their definitions are found by patterns, and no calls or types of theirs are known. */
function withoutParser({ stored }: Session): string[] {
  const missing = Object.keys(JSON.parse(stored?.meta("missing_grammars") ?? "{}"));
  return missing.length === 0
    ? []
    : [`ci_index_status: no parser for ${missing.join(", ")}; definitions there are found by patterns`];
}

interface Compared {
  found?: Differences | undefined;
  problem?: string | undefined;
}

/** What differs, or why that cannot be told. A damaged index is discarded by the search that follows and finds out as well. */
async function compared(here: Session, until: number): Promise<Compared> {
  try {
    return { found: await here.differences(until), problem: here.problem };
  } catch (error) {
    if (isDamaged(error)) return { problem: DAMAGED };
    throw error;
  }
}
