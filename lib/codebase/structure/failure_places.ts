import type { ToolContext } from "../codebase.ts";
import { session } from "../session.ts";
import type { Reference } from "./references.ts";
import { type Definition, enclosing, isCallable } from "./definition.ts";
import { isAside, isTest } from "../files/languages.ts";
import type { Place } from "../excerpts/place.ts";
import { isSourceFile, type SourceFile, sourceFiles } from "../files/source_file.ts";
import type { Frame } from "./failure_clues.ts";
import { wordPattern } from "./line_patterns.ts";

/** What compilers add to a function's name: closures, numbers, hashes. */
const CLOSURE = /^(?:<.*|\{.*|func\d+|\d*|h[\da-f]{16})$/;

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
/** Rows of words that are looked for of a message, and those that a line has to have of one that has as many. */
const MAX_ROWS = 20;
const LEAST_ROWS = 2;
const BARE_SHARE = 2 / 3;
/** In Chinese each character. */
const WORD = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+/gu;
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
  const isOf = ({ container = "\n" }: Definition) => Number(symbol.includes(container));
  const [named] = definitions.filter((each) => each.name === name && isCallable(each))
    .sort((a, b) => isOf(b) - isOf(a) || distance(a) - distance(b));
  return named !== undefined && distance(named) > 0 ? named : undefined;
}

/** The function of the source that a trace names, not the closure in it; what has no name, such as `<anonymous>`, is left out. */
function functionNamed(symbol: string): string | undefined {
  const plain = symbol.replace(/ \[as [^\]]*\]$/, "").replace(/\([^()]*\)|\[[^\][]*\]$|(?<=\w)<[^<>]*>/g, "");
  if (/\.<anonymous>$/.test(plain)) return undefined;
  return plain.split(/->|[.:#\s\\]/).filter((part) => !CLOSURE.test(part)).pop();
}

function placeAt(file: SourceFile, line: number, summary: string, confidence: number): Place {
  const symbol = enclosing(file.definitions, line);
  return { file, line, ...(symbol && { symbol }), summary, confidence };
}

/** The lines of files that hold most of the messages word for word, but for tests and the like. What stands everywhere tells nothing. `bare`: the parts of what may be a message, of which a line has to have most. `unread`: files that were not read before `until`. */
export function messagePlaces(
  messages: string[],
  paths: string[],
  context: ToolContext,
  until: number,
  bare: string[] = [],
) {
  const all = [
    ...messages.map(rowsOf).map((rows) => ({ rows, least: Math.min(LEAST_ROWS, rows.length) })),
    ...[bare.flatMap((part) => [rowsOf(part), [part]].find(({ length }) => length > 0) ?? [])]
      .map((rows) => ({ rows, least: BARE_SHARE * rows.length })),
  ].filter(({ rows }) => rows.length > 0);
  const valueOf = (text: string) =>
    all.reduce((sum, { rows, least }) => {
      let left = rows.length;
      const isEnough = rows.every((row) => text.includes(row) || --left >= least);
      return isEnough ? sum + left : sum;
    }, 0);
  const read = sourceFiles(context);
  let unread = 0;
  const hits = (all.length === 0 ? [] : paths).filter((path) => !isTest(path) && !isAside(path)).flatMap(
    (path) => {
      if (performance.now() > until) unread++;
      const content = unread > 0 ? undefined : session(context).files.read(path);
      // Few files have any of it, and what is read as code costs more.
      const file = content?.kind === "text" && valueOf(content.text) > 0 ? read(path) : undefined;
      return !file?.isProgram ? [] : file.lines.flatMap((text, at) => {
        const value = valueOf(text);
        return value > 0 && file.roleOf(at) === "code" ? [{ file, line: at + 1, value }] : [];
      });
    },
  );
  const most = hits.reduce((most, { value }) => Math.max(most, value), 0);
  const best = hits.filter(({ value }) => value === most);
  const confidence = MESSAGE / Math.sqrt(best.length);
  const places = best.length > MAX_PLACES
    ? []
    : best.map(({ file, line }) => placeAt(file, line, "holds a message of the request", confidence));
  return { places, unread };
}

/** Each three words in a row of a message, as they are written. */
function rowsOf(message: string): string[] {
  const words = [...message.matchAll(WORD)];
  return words.slice(2).map(({ 0: last, index }, at) => message.slice(words[at]?.index, index + last.length))
    .filter((row) => /[\s\p{Script=Han}]/u.test(row)).slice(0, MAX_ROWS);
}

/** Where error types are raised and defined. */
export function typePlaces(types: readonly string[], found: readonly Reference[], read: Read): Place[] {
  return types.flatMap((type) => {
    const word = wordPattern(type);
    const inSource = found.filter(({ text, path }) =>
      word.test(text) && !isTest(path) && isSourceFile(path, read)
    );
    const { length } = inSource.filter(({ text }) => RAISES.test(text));
    return inSource.flatMap(({ path, line, text }): Place[] => {
      const file = read(path);
      const defined = file?.definitions.find((its) => its.line === line && its.name === type);
      // A constructor is made in the type that was named already.
      if (file === undefined || defined?.container === type) return [];
      if (defined !== undefined) return [placeAt(file, line, `defines ${type}`, ERROR_CLASS)];
      if (!RAISES.test(text) || length > MAX_PLACES) return [];
      return [placeAt(file, line, `raises ${type} (line ${line})`, RAISED / Math.sqrt(length))];
    });
  });
}
