import type { Reference } from "./references.ts";
import { type Definition, enclosing, isCallable } from "./definition.ts";
import { isDoc, isTest, mayBeSource } from "../files/languages.ts";
import type { Place } from "../excerpts/place.ts";
import { isSourceFile, type SourceFile } from "../files/source_file.ts";
import type { Frame } from "./failure_clues.ts";
import { wordPattern } from "./line_patterns.ts";

type Read = (path: string) => SourceFile | undefined;

/** The innermost frame is where it broke; the ones that led there count less and less. */
const FRAME = 0.95;
const FRAME_DECAY = 0.88;
/** What is left of it where the function moved, and where the line is no more there. */
const MOVED = 0.9;
const GONE = 0.5;
const MESSAGE = 0.85;
const RAISED = 0.7;
const ERROR_CLASS = 0.6;
/** Places a text stands at, beyond which it tells nothing. */
const MAX_PLACES = 12;
const RAISES = /\b(?:raise|throw|throws|panic|Err|errors\.New|new|reject|abort|bail|fatal)\b/;

/** The place of a frame in a file of today: its line, or where the function that the trace names is now. `depth`: frames of this repository further in; `meant`: files that fit the frame equally well. */
export function framePlace(
  { path, line, symbol = "" }: Frame,
  file: SourceFile,
  depth: number,
  meant: number,
): Place {
  const name = functionNamed(symbol);
  const moved = movedTo({ line, symbol }, file.definitions);
  const target = moved ?? enclosing(file.definitions, line);
  const which = depth === 0 ? "innermost frame of the trace in this repository" : "frame of the trace";
  const where = `${path.split(/[/\\]/).pop()}:${line}${name === undefined ? "" : ` in ${name}`}`;
  const { length } = file.lines;
  const left = moved ? MOVED : line > length ? GONE : 1;
  return {
    file,
    line: moved?.line ?? Math.min(line, length),
    ...(target && { symbol: target }),
    summary: `${which}: ${where}`,
    confidence: left * FRAME * FRAME_DECAY ** depth / Math.sqrt(meant),
  };
}

/** The function that a trace names, where its line stands outside of it by now. */
export function movedTo(
  { line, symbol = "" }: Pick<Frame, "line" | "symbol">,
  definitions: readonly Definition[],
): Definition | undefined {
  const name = functionNamed(symbol);
  const distance = (each: Definition) => Math.max(0, each.line - line, line - each.endLine);
  const [named] = definitions.filter((each) => each.name === name && isCallable(each))
    .sort((a, b) => distance(a) - distance(b));
  return named !== undefined && distance(named) > 0 ? named : undefined;
}

/** The function of the source that a trace names; what has no name, such as `<anonymous>`, is left out. */
function functionNamed(symbol: string): string | undefined {
  const plain = symbol.replace(/ \[as [^\]]*\]$/, "").replace(/\s*\(.*$|\[[^\][]*\]$|(?<=\w)<[^<>]*>/g, "");
  return /\.<anonymous>$/.test(plain)
    ? undefined
    : plain.split(/->|[.:#\s\\]/).filter((part) => part !== "" && !part.startsWith("<")).pop();
}

function placeAt({ path, line }: Reference, read: Read, summary: string, confidence: number): Place[] {
  const file = read(path);
  const symbol = file && enclosing(file.definitions, line);
  return file === undefined ? [] : [{ file, line, ...(symbol && { symbol }), summary, confidence }];
}

/** Lines of source that hold a message, those of tests only where nothing else does. What stands everywhere tells nothing. */
export function messagePlaces(messages: readonly string[], found: readonly Reference[], read: Read): Place[] {
  return messages.flatMap((message) => {
    const hits = found.filter(({ text, path }) =>
      text.includes(message) && mayBeSource(path) && !isDoc(path)
    );
    const production = hits.filter(({ path }) => !isTest(path));
    const likely = production.length > 0 ? production : hits;
    if (likely.length > MAX_PLACES) return [];
    const shown = likely.filter(({ path }) => isSourceFile(path, read));
    const confidence = MESSAGE / Math.sqrt(shown.length);
    return shown.flatMap((each) =>
      placeAt(each, read, `holds the text "${message}" of the request (line ${each.line})`, confidence)
    );
  });
}

/** Where error types are raised and defined. */
export function typePlaces(types: readonly string[], found: readonly Reference[], read: Read): Place[] {
  return types.flatMap((type) => {
    const word = wordPattern(type);
    const inSource = found.filter(({ text, path }) =>
      word.test(text) && !isTest(path) && isSourceFile(path, read)
    );
    const { length } = inSource.filter(({ text }) => RAISES.test(text));
    return inSource.flatMap((each): Place[] => {
      const defined = read(each.path)?.definitions.find((its) => its.line === each.line && its.name === type);
      // A constructor is made in the type that was named already.
      if (defined?.container === type) return [];
      if (defined !== undefined) return placeAt(each, read, `defines ${type}`, ERROR_CLASS);
      if (!RAISES.test(each.text) || length > MAX_PLACES) return [];
      return placeAt(each, read, `raises ${type} (line ${each.line})`, RAISED / Math.sqrt(length));
    });
  });
}

/** One place a function or line; where several clues meet, the strongest leads and the others are added. */
export function distinct(places: readonly Place[]): Place[] {
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
