import type { Finding } from "../../contract/finding.ts";
import type { BuiltInTool, ToolContext } from "../codebase.ts";
import { enclosing, qualifiedName } from "../enclosing.ts";
import { errorTexts } from "../error_texts.ts";
import { type FileIndex, fileIndex } from "../file_index.ts";
import { type Commit, commits } from "../history.ts";
import { isDoc, isSource, isTest } from "../languages.ts";
import { filesMeant } from "../path_match.ts";
import { findingAtPlace, inOrder, type Place, rounded } from "../place.ts";
import { type Reference, references } from "../references.ts";
import { type RepoFiles, repoFiles } from "../repo_files.ts";
import { type SourceFile, sourceReader } from "../source_file.ts";
import { type Frame, stackFrames } from "../stack_frames.ts";
import { counted, timeLeft, toolOutput, toolRequest } from "../tool_request.ts";
import { wordPattern } from "../usages.ts";

const NAME = "ci_bug_locate";
const DEFAULT_LIMIT = 8;
const SHARE = 0.4;
/** The innermost frame is where it broke; the ones that led there count less and less. */
const FRAME = 0.95;
const FRAME_DECAY = 0.88;
const MESSAGE = 0.85;
/** A half of a message says less than the whole. */
const HALF = 0.65;
const RAISED = 0.7;
const ERROR_CLASS = 0.6;
/** Characters of a half of a message that are enough to search for. */
const MIN_HALF = 14;
/** Places a text stands at, beyond which it tells nothing. */
const MAX_PLACES = 12;
/** Days before the newest commit in which a change makes a place more suspicious, and by how much. */
const RECENT_DAYS = 30;
const RECENT_BONUS = 0.05;
const MAX_COMMITS = 300;
const SECONDS_A_DAY = 86_400;

const RAISES = /\b(?:raise|throw|throws|panic|Err|errors\.New|new|reject|abort|bail|fatal)\b/;

/** Where a failure comes from: frames of stack traces, messages and error types, with what changed there of late. */
export const tool: BuiltInTool = async (args, context) => {
  const { query, limit } = toolRequest(args, DEFAULT_LIMIT);
  const files = repoFiles(context);
  const read = sourceReader(files);
  const frames = stackFrames(query);
  const texts = errorTexts(query);
  if (frames.length === 0 && texts.messages.length === 0 && texts.types.length === 0) {
    return toolOutput({
      summary: "the request holds no stack trace, message or error type",
      findings: [],
      limit,
    });
  }
  const places = frames.length === 0 ? [] : await framePlaces(frames, files, read, context);
  const messages = await search(texts.messages, false, files, context);
  places.push(...messagePlaces(texts.messages, messages.found, read));
  const halves = texts.messages.filter((message) =>
    !messages.found.some(({ text }) => text.includes(message))
  ).flatMap(halved);
  const parts = await search(halves, false, files, context);
  places.push(...messagePlaces(halves, parts.found, read, HALF));
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
  const index: FileIndex = fileIndex([...listing.tracked, ...listing.untracked]);
  const places: Place[] = [];
  for (const frame of frames) {
    const meant = filesMeant(frame.path, index).filter(isSource);
    const depth = places.length;
    for (const path of meant) {
      const file = read(path);
      if (file === undefined) continue;
      places.push(
        framePlace(frame, file, FRAME * FRAME_DECAY ** depth / Math.sqrt(meant.length), depth === 0),
      );
    }
  }
  return places;
}

/** A line that is no more in the file, or in another function now: the function's name leads to where it went. */
function framePlace(
  { path, line, symbol }: Frame,
  file: SourceFile,
  confidence: number,
  innermost: boolean,
): Place {
  const name = symbol?.split(/[.:>#\s]/).filter((part) => part !== "").pop();
  const named = file.definitions.filter((definition) => definition.name === name);
  const around = enclosing(file.definitions, line);
  const moved = named.length > 0 &&
    !named.some((definition) => definition.line <= line && line <= definition.endLine);
  const target = moved ? named[0] : around;
  const at = moved ? target?.line ?? line : Math.min(line, file.lines.length);
  const which = innermost ? "innermost frame of the trace in this repository" : "frame of the trace";
  const drift = moved ? `; line ${line} is no more in ${name}, which begins at line ${at} now` : "";
  return {
    file,
    line: at,
    ...(target && { symbol: target }),
    summary: `${which}: ${path.split("/").pop()}:${line}${name === undefined ? "" : ` in ${name}`}${drift}`,
    confidence: moved ? confidence * 0.9 : confidence,
  };
}

function messagePlaces(
  messages: readonly string[],
  found: readonly Reference[],
  read: (path: string) => SourceFile | undefined,
  confidence = MESSAGE,
): Place[] {
  return messages.flatMap((message) => {
    const hits = found.filter(({ text, path }) => text.includes(message) && isSource(path) && !isDoc(path));
    const production = hits.filter(({ path }) => !isTest(path));
    const shown = production.length > 0 ? production : hits;
    if (shown.length > MAX_PLACES) return [];
    return shown.flatMap(({ path, line }) => {
      const file = read(path);
      if (file === undefined) return [];
      const symbol = enclosing(file.definitions, line);
      const summary = `holds the text "${message}" of the request (line ${line})`;
      return [{
        file,
        line,
        ...(symbol && { symbol }),
        summary,
        confidence: confidence / Math.sqrt(shown.length),
      }];
    });
  });
}

/** Source often breaks a message over lines: its two halves, where each is long enough to be told apart. */
function halved(message: string): string[] {
  const words = message.split(" ");
  if (words.length < 6) return [];
  const middle = Math.floor(words.length / 2);
  return [words.slice(0, middle).join(" "), words.slice(middle).join(" ")].filter((half) =>
    half.length >= MIN_HALF
  );
}

function typePlaces(
  types: readonly string[],
  found: readonly Reference[],
  read: (path: string) => SourceFile | undefined,
): Place[] {
  return types.flatMap((type) => {
    const word = wordPattern(type);
    const inSource = found.filter(({ text, path }) => word.test(text) && isSource(path) && !isTest(path));
    const raised = inSource.filter(({ text }) => RAISES.test(text));
    return inSource.flatMap((reference): Place[] => {
      const file = read(reference.path);
      if (file === undefined) return [];
      const { line } = reference;
      const defined = file.definitions.find((definition) =>
        definition.line === line && definition.name === type
      );
      if (defined !== undefined) {
        return [{ file, line, symbol: defined, summary: `defines ${type}`, confidence: ERROR_CLASS }];
      }
      if (!raised.includes(reference) || raised.length > MAX_PLACES) return [];
      const symbol = enclosing(file.definitions, line);
      const confidence = RAISED / Math.sqrt(raised.length);
      return [{
        file,
        line,
        ...(symbol && { symbol }),
        summary: `raises ${type} (line ${line})`,
        confidence,
      }];
    });
  });
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

/** One place a function or line; where several clues meet, the strongest leads and the others are added. */
function distinct(places: readonly Place[]): Place[] {
  const found = new Map<string, Place>();
  for (const place of [...places].sort((a, b) => b.confidence - a.confidence)) {
    const key = `${place.file.path}\0${place.symbol?.line ?? place.line}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, place);
    else if (!known.summary.includes(place.summary)) {
      found.set(key, {
        ...known,
        summary: `${known.summary}; ${place.summary}`,
        confidence: Math.min(1, known.confidence + 0.05),
      });
    }
  }
  return [...found.values()].sort((a, b) => b.confidence - a.confidence);
}

/** The newest commit of each place's file within the last days of history. */
async function recentChanges(places: readonly Place[], context: ToolContext): Promise<Map<string, Commit>> {
  if (context.gitDir === undefined || timeLeft(context) === 0) return new Map();
  const paths = [...new Set(places.map(({ file }) => file.path))];
  const log = await commits(context.root, { timeoutMs: timeLeft(context) * SHARE, maxCommits: MAX_COMMITS });
  const since = (log[0]?.time ?? 0) - RECENT_DAYS * SECONDS_A_DAY;
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
