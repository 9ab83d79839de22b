import type { Finding } from "../../contract/finding.ts";
import type { BuiltInTool, ToolContext } from "../codebase.ts";
import { qualifiedName } from "../structure/enclosing.ts";
import { errorTexts } from "../structure/error_texts.ts";
import { distinct, framePlace, halved, messagePlaces, typePlaces } from "../structure/failure_places.ts";
import { fileIndex } from "../imports/file_index.ts";
import { type Commit, commits, newestTime } from "../history.ts";
import { isDoc, isTest, mayBeSource } from "../files/languages.ts";
import { filesMeant } from "../files/path_match.ts";
import { findingAtPlace, inOrder, type Place, rounded } from "../excerpts/place.ts";
import { type Reference, references } from "../structure/references.ts";
import type { RepoFiles } from "../files/repo_files.ts";
import { session } from "../session.ts";
import { isSourceFile, type SourceFile } from "../files/source_file.ts";
import { sourceFiles } from "../source_files.ts";
import { type Frame, stackFrames } from "../structure/stack_frames.ts";
import { counted, timeLeft, toolOutput, toolRequest } from "../tool_request.ts";

const NAME = "ci_bug_locate";
const DEFAULT_LIMIT = 8;
const SHARE = 0.4;
/** Days before the newest commit in which a change makes a place more suspicious, and by how much. */
const RECENT_DAYS = 30;
const RECENT_BONUS = 0.05;
const MAX_COMMITS = 300;
const SECONDS_A_DAY = 86_400;

/** Where a failure comes from: frames of stack traces, messages and error types, with what changed there of late. */
export const tool: BuiltInTool = async (args, context) => {
  const { query, limit } = toolRequest(args, DEFAULT_LIMIT);
  const frames = stackFrames(query);
  const texts = errorTexts(query);
  if (frames.length === 0 && texts.messages.length === 0 && texts.types.length === 0) {
    return toolOutput({
      summary: "the request holds no stack trace, message or error type",
      findings: [],
      limit,
    });
  }
  const read = sourceFiles(context);
  const { files } = session(context);
  const places = frames.length === 0 ? [] : await framePlaces(frames, files, read, context);
  const messages = await search(texts.messages, false, files, context);
  places.push(...messagePlaces(texts.messages, messages.found, read));
  // What only a test or a text about the program holds whole is broken over lines in the program.
  const shipped = messages.found.filter(({ path }) => mayBeSource(path) && !isDoc(path) && !isTest(path));
  const halves = texts.messages.filter((message) => !shipped.some(({ text }) => text.includes(message)))
    .flatMap(halved);
  const parts = await search(halves, false, files, context);
  const broken = parts.found.filter(({ text }) => !texts.messages.some((message) => text.includes(message)));
  places.push(...messagePlaces(halves, broken, read, true));
  const types = await search(texts.types, true, files, context);
  places.push(...typePlaces(texts.types, types.found, read));
  const best = distinct(places).slice(0, limit * 2);
  const changes = best.length === 0 ? new Map<string, Commit>() : await recentChanges(best, context);
  const findings = inOrder(best.map((place) => found(place, changes.get(place.file.path), context)));
  return toolOutput({
    summary: findings.length === 0
      ? "no frame, message or error type of the request is in this repository"
      : `${counted(findings.length, "place")} from ${counted(frames.length, "frame")}, ${
        counted(texts.messages.length, "message")
      } and ${counted(texts.types.length, "error type")} of the request`,
    findings,
    limit,
    data: { frames: frames.length, messages: texts.messages.length, types: texts.types },
    limits: messages.complete && parts.complete && types.complete
      ? []
      : [`${NAME}: search cut off; places may be missing`],
  });
};

async function framePlaces(
  frames: readonly Frame[],
  files: RepoFiles,
  read: (path: string) => SourceFile | undefined,
  context: ToolContext,
): Promise<Place[]> {
  const listing = await files.list(timeLeft(context) * SHARE);
  const index = fileIndex([...listing.tracked, ...listing.untracked]);
  const places: Place[] = [];
  for (const frame of frames) {
    const meant = filesMeant(frame.path, index).filter((path) => isSourceFile(path, read));
    const depth = places.length;
    for (const path of meant) {
      const file = read(path);
      if (file === undefined) continue;
      const place = framePlace(frame, file, depth, meant.length);
      if (place !== undefined) places.push(place);
    }
  }
  return places;
}

async function search(
  texts: readonly string[],
  wholeWord: boolean,
  files: RepoFiles,
  context: ToolContext,
): Promise<{ found: Reference[]; complete: boolean }> {
  return texts.length === 0
    ? { found: [], complete: true }
    : await references(texts, files, context, { wholeWord, timeoutMs: timeLeft(context) * SHARE });
}

/** The newest commit of each place's file within the last days of history. */
async function recentChanges(places: readonly Place[], context: ToolContext): Promise<Map<string, Commit>> {
  if (context.gitDir === undefined || timeLeft(context) === 0) return new Map();
  const paths = [...new Set(places.map(({ file }) => file.path))];
  const log = await commits(context.root, {
    at: context.commit,
    timeoutMs: timeLeft(context) * SHARE,
    maxCommits: MAX_COMMITS,
  });
  const since = newestTime(log, Date.parse(context.time) / 1000) - RECENT_DAYS * SECONDS_A_DAY;
  const newest = new Map<string, Commit>();
  for (const commit of log) {
    if (commit.time < since) continue;
    for (const path of commit.files) if (paths.includes(path) && !newest.has(path)) newest.set(path, commit);
  }
  return newest;
}

function found(place: Place, change: Commit | undefined, context: ToolContext): Finding {
  const { symbol, summary, confidence } = place;
  const where = symbol === undefined ? "" : `${qualifiedName(symbol)}: `;
  const changed = change === undefined
    ? ""
    : `; file changed ${new Date(change.time * 1000).toISOString().slice(0, 10)} by ${
      change.hash.slice(0, 8)
    } "${change.subject.slice(0, 80)}"`;
  const finding = findingAtPlace(NAME, { ...place, summary: `${where}${summary}${changed}` }, context);
  return change === undefined || confidence === 0
    ? finding
    : { ...finding, confidence: rounded(finding.confidence + RECENT_BONUS) };
}
