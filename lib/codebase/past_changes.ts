import type { ToolContext } from "./codebase.ts";
import { isSqliteError } from "./index/index_database.ts";
import { type Commit, commits } from "./history.ts";
import { session } from "./session.ts";

/** When a commit was made, in seconds since 1970, and what it changed. */
export type PastChange = Pick<Commit, "time" | "files">;

/**
 * The newest commits, newest first: those the index has where it has HEAD's, else from git. The index leaves out commits that change very many
 * files. Throws where git cannot be started.
 */
export async function pastChanges(
  context: ToolContext,
  { timeoutMs, maxCommits }: { timeoutMs: number; maxCommits?: number },
): Promise<PastChange[]> {
  return storedChanges(context, maxCommits) ??
    await commits(context.root, {
      at: context.commit,
      timeoutMs,
      ...(maxCommits !== undefined && { maxCommits }),
    });
}

function storedChanges(context: ToolContext, maxCommits = Infinity): PastChange[] | undefined {
  const { stored } = session(context);
  try {
    if (stored === undefined || context.commit === undefined || stored.meta("commits") !== context.commit) {
      return undefined;
    }
    const { history } = stored;
    const found = history.commits.slice(0, maxCommits).map(({ time }, commit) => ({
      time,
      get files() {
        return history.filesOf(commit);
      },
    }));
    return found.length === 0 ? undefined : found;
  } catch (error) {
    // An index that cannot be read is a missing one.
    if (isSqliteError(error)) return undefined;
    throw error;
  }
}
