import type { Reference } from "./references.ts";
import type { Definition } from "./definition.ts";
import { enclosing, isCallable } from "./enclosing.ts";
import { isDoc, isTest, mayBeSource } from "../files/languages.ts";
import type { Place } from "../excerpts/place.ts";
import { isSourceFile, type SourceFile } from "../files/source_file.ts";
import type { Frame } from "./stack_frames.ts";
import { wordPattern } from "./words.ts";

/** The innermost frame is where it broke; the ones that led there count less and less. */
const FRAME = 0.95;
const FRAME_DECAY = 0.88;
/** What is left of it where the function moved, and where the line is no more there. */
const MOVED = 0.9;
const GONE = 0.5;
const MESSAGE = 0.85;
/** A half of a message says less than the whole. */
const HALF = 0.65;
const RAISED = 0.7;
const ERROR_CLASS = 0.6;
/** Characters of a half of a message that are enough to search for. */
const MIN_HALF = 14;
/** Places a text stands at, beyond which it tells nothing. */
const MAX_PLACES = 12;
const RAISES = /\b(?:raise|throw|throws|panic|Err|errors\.New|new|reject|abort|bail|fatal)\b/;

/**
 * The place of a frame in a file of today. A line that is no more in the function the trace names is given up for where that function went.
 * Undefined where the trace has no line and the file no such function. `depth`: frames of this repository further in; `meant`: files that fit the frame equally well.
 */
export function framePlace(
  { path, line, symbol }: Frame,
  file: SourceFile,
  depth: number,
  meant: number,
): Place | undefined {
  const confidence = FRAME * FRAME_DECAY ** depth / Math.sqrt(meant);
  const innermost = depth === 0;
  const name = symbol === undefined ? undefined : functionNamed(symbol);
  const namesakes = file.definitions.filter((definition) => definition.name === name);
  const callables = namesakes.filter(isCallable);
  const named = callables.length > 0 ? callables : namesakes;
  const around = line === undefined ? undefined : enclosing(file.definitions, line);
  const moved = named.length > 0 &&
    !(line !== undefined &&
      named.some((definition) => definition.line <= line && line <= definition.endLine));
  if (line === undefined && !moved) return undefined;
  const from = line ?? 1;
  const nearest = named.reduce<Definition | undefined>(
    (best, each) => best === undefined || distance(each, from) < distance(best, from) ? each : best,
    undefined,
  );
  const target = moved ? nearest : around;
  const at = moved ? target?.line ?? from : Math.min(from, file.lines.length);
  const which = innermost ? "innermost frame of the trace in this repository" : "frame of the trace";
  const { length } = file.lines;
  const drift = moved && line !== undefined
    ? `; line ${line} is no more in ${name}, which begins at line ${at} now`
    : from > length
    ? `; the file has ${length} lines now`
    : "";
  const place = `${path.split(/[/\\]/).pop()}${line === undefined ? "" : `:${line}`}`;
  return {
    file,
    line: at,
    ...(target && { symbol: target }),
    summary: `${which}: ${place}${name === undefined ? "" : ` in ${name}`}${drift}`,
    confidence: moved ? confidence * MOVED : from > length ? confidence * GONE : confidence,
  };
}

/** What compilers make of a function's insides: C#'s `<Sell>d__12.MoveNext` and `<Sell>g__Inner|12_0`, Kotlin's `Shop$sell$2.invoke`, Java's `lambda$sell$0`. */
const MADE =
  /<(\w+)>(?:g__(\w+)|[a-z]_)|(?:\blambda|\$anonfun)\$(\w+?)\$\d|\$([a-z_]\w*)\$\d+(?:\$\w+)*\.\w+$/;
const CONSTRUCTOR = /\.(?:\.c?ctor|<(?:cl)?init>)$/;

/** A function without a name: what stands before it is what it was called on. */
const NAMELESS = /\.<anonymous>$/;

/** The function of the source that a trace names; a constructor's is its type. What has no name, such as `<anonymous>`, is left out. */
function functionNamed(symbol: string): string | undefined {
  if (NAMELESS.test(symbol)) return undefined;
  const made = MADE.exec(symbol);
  if (made !== null) return made[2] ?? made[1] ?? made[3] ?? made[4];
  if (CONSTRUCTOR.test(symbol)) {
    return symbol.replace(CONSTRUCTOR, "").split(/[.$]/).pop()?.replace(/`\d+$/, "");
  }
  let plain = symbol.replace(/ \[as [^\]]*\]$/, "").replace(/\s*\((?:[^()]|\([^()]*\))*\)$/, "")
    .replace(/\[[^\][]*\]$/, "");
  // What is generic has its types behind it.
  for (let depth = 0; depth < MAX_GENERIC && /\w<[^<>]*>/.test(plain); depth++) {
    plain = plain.replace(/(?<=\w)<[^<>]*>/g, "");
  }
  return plain.split(/->|[.:#\s\\]/).filter((part) => part !== "" && !part.startsWith("<")).pop();
}

/** How deep the types of a generic function are followed. */
const MAX_GENERIC = 5;

/** Lines between a definition and a line. */
function distance({ line, endLine }: Definition, from: number): number {
  return Math.max(0, line - from, from - endLine);
}

/** Lines of source that hold a message, those of tests only where nothing else does. What stands everywhere tells nothing. */
export function messagePlaces(
  messages: readonly string[],
  found: readonly Reference[],
  read: (path: string) => SourceFile | undefined,
  half = false,
): Place[] {
  return messages.flatMap((message) => {
    const hits = found.filter(({ text, path }) =>
      text.includes(message) && mayBeSource(path) && !isDoc(path)
    );
    const production = hits.filter(({ path }) => !isTest(path));
    const likely = production.length > 0 ? production : hits;
    if (likely.length > MAX_PLACES) return [];
    const shown = likely.filter(({ path }) => isSourceFile(path, read));
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
        confidence: (half ? HALF : MESSAGE) / Math.sqrt(shown.length),
      }];
    });
  });
}

/** Source often breaks a message over lines: its two halves, where each is long enough to be told apart. */
export function halved(message: string): string[] {
  const words = message.split(" ");
  if (words.length < 6) return [];
  const middle = Math.floor(words.length / 2);
  return [words.slice(0, middle).join(" "), words.slice(middle).join(" ")].filter((half) =>
    half.length >= MIN_HALF
  );
}

/** Where error types are raised and defined. */
export function typePlaces(
  types: readonly string[],
  found: readonly Reference[],
  read: (path: string) => SourceFile | undefined,
): Place[] {
  return types.flatMap((type) => {
    const word = wordPattern(type);
    const inSource = found.filter(({ text, path }) =>
      word.test(text) && !isTest(path) && isSourceFile(path, read)
    );
    const raised = inSource.filter(({ text }) => RAISES.test(text));
    return inSource.flatMap((reference): Place[] => {
      const file = read(reference.path);
      if (file === undefined) return [];
      const { line } = reference;
      const defined = file.definitions.find((definition) =>
        definition.line === line && definition.name === type
      );
      // A constructor is made in the type that was named already.
      if (defined !== undefined && defined.container === type) return [];
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
