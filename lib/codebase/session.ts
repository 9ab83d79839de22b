import { attempt } from "../settings/attempt.ts";
import { inTime } from "../settings/in_time.ts";
import type { ToolContext } from "./codebase.ts";
import { type Differences, differences } from "./files/freshness.ts";
import type { Listing } from "./files/git_listing.ts";
import { type Content, type RepoFiles, repoFiles } from "./files/repo_files.ts";
import { isDamaged, isSqliteError } from "./index/index_database.ts";
import { DAMAGED, discardIndex, type OpenedIndex, openIndex } from "./index/index_state.ts";

/** The repository at the time of one prompt, shared by the tools that answer it: each thing is asked for once. */
export interface Session extends OpenedIndex {
  files: RepoFiles;
  listing: Promise<Listing>;
  /** What differs between index and tree, nothing where there is no index; looked for once, within the time of the first who asks. */
  differences(until: number): Promise<Differences>;
}

/** ms to list the tree, whatever the first caller's deadline: later ones have more time. */
const LIST_MS = 4000;
/** Characters of texts that are kept in all. */
const MAX_CHARS = 4_000_000;

let current: { key: string; session: Session } | undefined;

export function session(context: ToolContext): Session {
  const { root, commit, time, cacheDir, exclude, session } = context;
  const key = JSON.stringify([root, commit, time, cacheDir, exclude, session]);
  if (current?.key === key) return current.session;
  endSession();
  current = { key, session: open(context, openIndex(context.cacheDir)) };
  return current.session;
}

/** Lets go of the index, once a prompt is over: what leaves it can leave the disk only while nobody reads. */
export function endSession(): void {
  current?.session.stored?.close();
  current = undefined;
}

/** Where an error comes from the index, what is the matter with that; the session goes on without it. */
export function problemWith(error: unknown, context: ToolContext): string | undefined {
  if (!isSqliteError(error) || current === undefined) return undefined;
  const { stored, problem } = current.session;
  if (stored === undefined) return problem;
  if (isDamaged(error) && context.cacheDir !== undefined) discardIndex(context.cacheDir);
  const why = isDamaged(error) ? DAMAGED : error.message;
  current.session = open(context, { index: "missing", problem: why });
  return why;
}

function open(context: ToolContext, opened: OpenedIndex): Session {
  const { stored } = opened;
  // Where it is damaged git lists; what else is, whoever reads it finds out.
  const kept = attempt(() => stored?.keptListing());
  const files = keepingTexts(repoFiles(context, kept));
  const listing = files.list(LIST_MS);
  // Whoever awaits it sees the failure; until then it is nobody's.
  listing.catch(() => undefined);
  let found: Promise<Differences> | undefined;
  const compared = async (until: number): Promise<Differences> =>
    differences(stored, files, await within(listing, until), context.commit, until);
  return { ...opened, files, listing, differences: (until) => found ??= compared(until) };
}

/** The files, of which each is read once: what tells the best ones apart is what is then quoted, and reading costs checks of every path. */
function keepingTexts(files: RepoFiles): RepoFiles {
  const kept = new Map<string, Content>();
  let left = MAX_CHARS;
  return {
    ...files,
    read(path) {
      const content = kept.get(path) ?? files.read(path);
      if (content.kind === "text" && content.text.length <= left && !kept.has(path)) {
        left -= content.text.length;
        kept.set(path, content);
      }
      return content;
    },
  };
}

/** A promise's value where it comes before a time of this thread's clock; what comes later is not waited for. */
export function within<T>(promise: Promise<T>, until: number): Promise<T | undefined> {
  return inTime(promise, until - performance.now());
}
