import type { ToolContext } from "../codebase.ts";
import type { Place } from "../excerpts/place.ts";
import { filesMeant, isSourceFile, type SourceFile, sourceFiles } from "../files/source_file.ts";
import { session } from "../session.ts";
import { qualifiedName } from "../structure/definition.ts";
import { errorTexts, type Frame, stackFrames } from "../structure/failure_clues.ts";
import { framePlace, typePlaces } from "../structure/failure_places.ts";
import { references } from "../structure/references.ts";
import { search } from "../search.ts";
import { counted, placeTool, searchRequest, timeLeft } from "../tool_request.ts";

const DEFAULT_LIMIT = 8;
/** Part of the time left that each step may take. */
const SHARE = 0.4;

/** `{query}` → where a failure comes from: frames of stack traces, messages and error types. */
export const tool = placeTool("ci_bug_locate", DEFAULT_LIMIT, async ({ query }, context) => {
  const frames = stackFrames(query);
  const { messages, types } = errorTexts(query);
  if (frames.length === 0 && messages.length === 0 && types.length === 0) {
    return { summary: "the request holds no stack trace, message or error type" };
  }
  const read = sourceFiles(context);
  const traced = await framePlaces(frames, read, context);
  const { ranking } = await search(searchRequest({ query }), context);
  const said = ranking.files.flatMap(({ said = [] }) => said);
  const timeoutMs = timeLeft(context) * SHARE;
  const typed = await references(types, session(context).files, context, { timeoutMs });
  const places = [...traced, ...said, ...typePlaces(types, typed.found, read)];
  return {
    summary: places.length === 0
      ? "no frame, message or error type of the request is in this repository"
      : `${counted(places.length, "place")} from ${counted(frames.length, "frame")}, ${
        counted(messages.length, "message")
      } and ${counted(types.length, "error type")} of the request`,
    places: places.map((place) => ({
      ...place,
      summary: `${place.symbol ? `${qualifiedName(place.symbol)}: ` : ""}${place.summary}`,
    })),
    limits: typed.complete ? [] : ["search cut off; places may be missing"],
  };
});

async function framePlaces(
  frames: readonly Frame[],
  read: (path: string) => SourceFile | undefined,
  context: ToolContext,
): Promise<Place[]> {
  if (frames.length === 0) return [];
  const { tracked, untracked } = await session(context).files.list(timeLeft(context) * SHARE);
  const all = [...tracked, ...untracked];
  let depth = 0;
  return frames.flatMap((frame) => {
    const meant = filesMeant(frame.path, all).filter((path) => isSourceFile(path, read));
    const files = meant.flatMap((path) => read(path) ?? []);
    const places = files.map((file) => framePlace(frame, file, depth, meant.length));
    depth += places.length;
    return places;
  });
}
