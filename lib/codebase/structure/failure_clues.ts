import { patternOf, patternsOf, rulesOf } from "../../guard/rule_table.ts";
import table from "./failures.txt" with { type: "text" };

/** One line of a stack trace or of a compiler's message. */
export interface Frame {
  path: string;
  /** 1-based. */
  line: number;
  /** The function as the trace names it. */
  symbol?: string;
  /** As it stands in the text. */
  written: string;
}

/** Characters of a request that are looked at, of a line, and frames that are taken. */
const MAX_TEXT = 60_000;
const MAX_LINE = 1000;
const MAX_FRAMES = 40;

/** How languages write a frame, one a line, the more telling first. Each has `path` and `line`, some `symbol`. */
const FORMS = rulesOf(table).filter(({ kind }) => kind === "frame").map(({ patterns: [form = ""] }) =>
  patternOf(form)
);
const named = patternsOf(table);

/** The frames of a text, innermost first, each place once. Linear: every line is tried against each form. */
export function stackFrames(text: string): Frame[] {
  const lines = innermostFirst(text.slice(0, MAX_TEXT).split("\n").map((line) => line.slice(0, MAX_LINE)));
  const frames = lines.flatMap((line, at) => frameOf(line, lines[at - 1]) ?? []);
  return [...Map.groupBy(frames, ({ path, line }) => `${path}:${line}`).values()]
    .flatMap(([innermost]) => innermost ?? []).slice(0, MAX_FRAMES);
}

function innermostFirst(lines: readonly string[]): readonly string[] {
  if (lines.some((line) => named("innermost-last").test(line))) return lines.toReversed();
  const starts = [0, ...lines.flatMap((line, at) => named("cause").test(line) ? [at] : [])];
  return starts.map((from, at) => lines.slice(from, starts[at + 1])).reverse().flat();
}

/** @param above the line above, which may be the function's. */
function frameOf(line: string, above = ""): Frame | undefined {
  // Without a number there is no line of a file.
  if (!/\d/.test(line)) return undefined;
  for (const form of FORMS) {
    const match = form.exec(line);
    if (match === null) continue;
    const { path = "", line: number, package: folder = "", ...told } = match.groups ?? {};
    const { symbol = "" } = told["symbol"] ? told : named("function").exec(above)?.groups ?? {};
    return {
      path: folder.replaceAll(".", "/") + path.trim(),
      line: Number(number),
      written: match[0],
      ...(symbol !== "" && { symbol: symbol.trim() }),
    };
  }
  return undefined;
}

const MAX_MESSAGES = 8;
const MAX_TYPES = 4;
/** Characters below which a piece of text is found everywhere. */
const MIN_PIECE = 10;
const MAX_PIECE = 120;

/** Reads error messages out of a request, longest first, as they may stand in the source, and the names of errors (`ValueError`). Linear in its length. */
export function errorTexts(request: string): { messages: string[]; types: string[] } {
  const text = request.slice(0, MAX_TEXT);
  const raised = [...text.matchAll(named("raised"))].map(([, inModule, alone, message = ""]) => ({
    type: inModule ?? alone ?? "",
    message,
  }));
  const quoted = [...text.matchAll(named("spoken")), ...text.matchAll(named("quoted"))].map((match) =>
    match.slice(1).find((each) => each !== undefined) ?? ""
  );
  const whole = [...quoted, ...raised.map(({ message }) => message)];
  const messages = [...new Set(whole.flatMap(written))].sort((a, b) => b.length - a.length).slice(
    0,
    MAX_MESSAGES,
  );
  const told = [...raised.map(({ type }) => type), ...text.match(named("type")) ?? []];
  const types = [...new Set(told)].filter((type) => !named("built-in").test(type)).slice(0, MAX_TYPES);
  return { messages, types };
}

/** The parts of a message that stand in the source: what is filled in when it is told does not. */
export function written(message: string): string[] {
  return message.split(named("filled-in")).map(trimmed).filter((piece) =>
    piece.length >= MIN_PIECE && /[\s\p{Script=Han}]/u.test(piece) && !/^[\w./\\-]+$/.test(piece)
  );
}

function trimmed(piece: string): string {
  return piece.trim().replace(/^[\s:,.;()!-]+|[\s:,.;(!-]+$/g, "").slice(0, MAX_PIECE).trim();
}
