import type { ToolContext } from "../codebase.ts";
import type { Place } from "../excerpts/place.ts";
import { filesMeant, isSourceFile, type SourceFile, sourceFiles } from "../files/source_file.ts";
import { type Commit, commits, newestTime } from "../history.ts";
import { fileIndex } from "../imports/imports.ts";
import { session } from "../session.ts";
import { qualifiedName } from "../structure/definition.ts";
import { errorTexts, type Frame, stackFrames } from "../structure/failure_clues.ts";
import { distinct, framePlace, messagePlaces, typePlaces } from "../structure/failure_places.ts";
import { type References, references } from "../structure/references.ts";
import { counted, placeTool, timeLeft } from "../tool_request.ts";

const DEFAULT_LIMIT = 8;
/** Part of the time left that each step may take. */
const SHARE = 0.4;
/** Days before the newest commit in which a change makes a place more suspicious, and by how much. */
const RECENT_DAYS = 30;
const RECENT_BONUS = 0.05;
const MAX_COMMITS = 300;
const SECONDS_A_DAY = 86_400;

/** `{query}` → where a failure comes from: frames of stack traces, messages and error types, with what changed there of late. */
export const tool = placeTool("ci_bug_locate", DEFAULT_LIMIT, async ({ query, limit }, context) => {
  const frames = stackFrames(query);
  const { messages, types } = errorTexts(query);
  if (frames.length === 0 && messages.length === 0 && types.length === 0) {
    return { summary: "the request holds no stack trace, message or error type" };
  }
  const read = sourceFiles(context);
  const search = async (texts: readonly string[], wholeWord: boolean): Promise<References> =>
    texts.length === 0 ? { found: [], complete: true } : await references(
      texts,
      session(context).files,
      context,
      { wholeWord, timeoutMs: timeLeft(context) * SHARE },
    );
  const traced = frames.length === 0 ? [] : await framePlaces(frames, read, context);
  const said = await search(messages, false);
  const typed = await search(types, true);
  const best = distinct([
    ...traced,
    ...messagePlaces(messages, said.found, read),
    ...typePlaces(types, typed.found, read),
  ]).slice(0, limit * 2);
  const changes = best.length === 0 ? new Map<string, Commit>() : await recentChanges(context);
  return {
    summary: best.length === 0
      ? "no frame, message or error type of the request is in this repository"
      : `${counted(best.length, "place")} from ${counted(frames.length, "frame")}, ${
        counted(messages.length, "message")
      } and ${counted(types.length, "error type")} of the request`,
    places: best.map((place) => withChange(place, changes.get(place.file.path))),
    data: { frames: frames.length, messages: messages.length, types },
    limits: [said, typed].every(({ complete }) => complete) ? [] : ["search cut off; places may be missing"],
  };
});

async function framePlaces(
  frames: readonly Frame[],
  read: (path: string) => SourceFile | undefined,
  context: ToolContext,
): Promise<Place[]> {
  const { tracked, untracked } = await session(context).files.list(timeLeft(context) * SHARE);
  const index = fileIndex([...tracked, ...untracked]);
  const places: Place[] = [];
  for (const frame of frames) {
    const meant = filesMeant(frame.path, index).filter((path) => isSourceFile(path, read));
    const depth = places.length;
    for (const path of meant) {
      const file = read(path);
      const place = file && framePlace(frame, file, depth, meant.length);
      if (place !== undefined) places.push(place);
    }
  }
  return places;
}

/** The newest commit of each file that changed within the last days of history. */
async function recentChanges(context: ToolContext): Promise<Map<string, Commit>> {
  const newest = new Map<string, Commit>();
  if (context.gitDir === undefined || timeLeft(context) === 0) return newest;
  const log = await commits(context.root, {
    at: context.commit,
    timeoutMs: timeLeft(context) * SHARE,
    maxCommits: MAX_COMMITS,
  });
  const since = newestTime(log, Date.parse(context.time) / 1000) - RECENT_DAYS * SECONDS_A_DAY;
  for (const commit of log.filter(({ time }) => time >= since)) {
    for (const path of commit.files) if (!newest.has(path)) newest.set(path, commit);
  }
  return newest;
}

function withChange(place: Place, change: Commit | undefined): Place {
  const where = place.symbol === undefined ? "" : `${qualifiedName(place.symbol)}: `;
  const summary = `${where}${place.summary}`;
  if (change === undefined) return { ...place, summary };
  const day = new Date(change.time * 1000).toISOString().slice(0, 10);
  const commit = `${change.hash.slice(0, 8)} "${change.subject.slice(0, 80)}"`;
  return {
    ...place,
    summary: `${summary}; file changed ${day} by ${commit}`,
    confidence: place.confidence === 0 ? 0 : place.confidence + RECENT_BONUS,
  };
}
