import { compactOrders } from "./compact_order.ts";
import { replaceEncoded } from "../encoded_text.ts";
import { removeHiddenCharacters } from "./hidden_text.ts";
import { withoutMarkup } from "./rules.ts";
import { type Judge, judgeOf } from "./order_judge.ts";
import { orderLines } from "./order_lines.ts";

/** Stands where an order stood. */
const MARK = "[filtered]";
/** Characters of one line that are judged together; a longer line is judged in such pieces, with this much overlap. */
const WINDOW = 4000;
const OVERLAP = 400;
const COMMENT_END = /(?:\*\/|-->|"""|''')$/;
/** A sentence or clause that is judged, and removed, by itself. */
const SENTENCE_END = /(?<=[.!?。！？；;])(?=\s|[\x80-\uffff])|(?<=[。！？；])/;

/**
 * Removes text that gives orders to a model, whatever document it stands in: overrides of instructions, fake turns and role markup, orders to assistants, secrecy
 * towards the user, exfiltration. Also invisible, bidirectional, tag and control characters and ANSI escapes.
 *
 * The sentence is replaced by `[filtered]`, or the whole line where sentences cannot be told apart; the number of lines stays. `filtered` counts
 * sentences and runs of characters. Takes time proportional to the text.
 */
export function filterInjection(text: string): { text: string; filtered: number } {
  const hidden = removeHiddenCharacters(text);
  const plain = filterPlain(hidden.text);
  const compact = filterCompact(plain.text);
  const { text: clean, replaced } = replaceEncoded(
    compact.text,
    (decoded) => filterPlain(decoded).filtered > 0,
    MARK,
  );
  return { text: clean, filtered: hidden.removed + plain.filtered + compact.filtered + replaced };
}

/** Orders that can be read as they stand. */
function filterPlain(text: string): { text: string; filtered: number } {
  let filtered = 0;
  const suspects = orderLines(text);
  if (suspects?.size === 0) return { text, filtered };
  const lines = text.split("\n");
  const isOrder = judgeOf(suspects === undefined ? text : withNext(lines, suspects), MARK);
  for (const index of suspects ?? lines.keys()) {
    const line = lines[index] ?? "";
    if (line.length < 4) continue;
    const clean = filterLine(line, isOrder);
    if (clean !== line) {
      lines[index] = clean;
      filtered++;
    }
  }
  filtered += filterAcrossLines(lines, suspects, isOrder);
  return { text: lines.join("\n"), filtered };
}

/** Orders of which only the letters can be read; each goes with the rest of its last line. */
function filterCompact(text: string): { text: string; filtered: number } {
  const spans = compactOrders(text);
  let out = "";
  let from = 0;
  for (const { start, end } of spans) {
    if (start < from) continue;
    const newline = text.indexOf("\n", end);
    const stop = newline < 0 ? text.length : newline;
    const order = text.slice(start, stop);
    const tail = commentEnd(order) || (order.endsWith("\r") ? "\r" : "");
    out += text.slice(from, start) + order.split("\n").map(() => MARK).join("\n") + tail;
    from = stop;
  }
  return { text: out + text.slice(from), filtered: spans.length };
}

/** The lines that could hold an order, each with the one it could go on in. */
function withNext(lines: readonly string[], suspects: ReadonlySet<number>): string {
  return lines.filter((_line, index) =>
    suspects.has(index) || suspects.has(index - 1) || suspects.has(index + 1)
  )
    .join("\n");
}

function filterLine(line: string, isOrder: Judge): string {
  const unmarked = withoutMarkup(line, MARK);
  return filterPieces(unmarked, unmarked !== line, isOrder);
}

function filterPieces(line: string, suspicious: boolean, isOrder: Judge): string {
  if (line.length > WINDOW) return filterLong(line, isOrder);
  if (!isOrder(line, suspicious)) return line;
  const sentences = line.split(SENTENCE_END);
  const judged = sentences.map((sentence) => isOrder(sentence, suspicious) ? blank(sentence) : sentence);
  const rest = judged.join("");
  // An order spread over sentences ("Forget this. Your new task is …") leaves nothing to rely on.
  if (rest === line || isOrder(rest, suspicious)) return blank(line);
  const kept = followUps(judged).join("").trimEnd();
  return kept.endsWith(MARK) ? kept + commentEnd(line) : kept;
}

/** What comes after an order in the same line belongs to it, up to the end of the line. */
function followUps(sentences: string[]): string[] {
  const first = sentences.findIndex((sentence) => sentence.includes(MARK));
  return sentences.slice(0, first + 1);
}

function filterLong(line: string, isOrder: Judge): string {
  let out = "";
  for (let at = 0; at < line.length; at += WINDOW - OVERLAP) {
    const piece = line.slice(at, at + WINDOW);
    if (isOrder(piece, false)) return out === "" ? MARK : `${out}${MARK}`;
    out += line.slice(at, at + WINDOW - OVERLAP);
  }
  return out;
}

/** The sign that ends a comment at the end of a text, with the blanks around it. A pattern that began with the blanks would try each run of them over and over. */
function commentEnd(text: string): string {
  const body = text.trimEnd();
  const sign = COMMENT_END.exec(body.slice(-3))?.[0];
  return sign === undefined ? "" : text.slice(body.slice(0, -sign.length).trimEnd().length);
}

/** Keeps indentation and the sign of a comment, so that what is left still reads as code. */
function blank(sentence: string): string {
  const lead = /^\s*(?:(?:\/\/+|#+|\*+|--|;+|\/\*+|<!--|"""|'''|%|>)\s*)?/.exec(sentence)?.[0] ?? "";
  const tail = commentEnd(sentence);
  return `${lead}${MARK}${lead.length + tail.length < sentence.length ? tail : ""}`;
}

/** A sentence that a comment or paragraph breaks over two or three lines. */
function filterAcrossLines(
  lines: string[],
  suspects: ReadonlySet<number> | undefined,
  isOrder: Judge,
): number {
  let filtered = 0;
  for (let index = 0; index + 1 < lines.length; index++) {
    if (suspects && !suspects.has(index) && !suspects.has(index + 1)) continue;
    const pair = [lines[index] ?? "", lines[index + 1] ?? ""];
    if (pair.some((line) => line.length < leastChars(line) || line.length > 400 || line.includes(MARK))) {
      continue;
    }
    const prose = (inStrings(pair) ?? pair).map(undecorated);
    if (!isProse(prose) || !isOrder(prose.join(" "), false)) continue;
    lines[index] = blank(pair[0] ?? "");
    lines[index + 1] = blank(pair[1] ?? "");
    filtered++;
  }
  return filtered;
}

/** A shorter line is no part of a sentence; where each letter is a syllable or a word, few are enough. */
function leastChars(line: string): number {
  return /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/.test(line) ? 4 : 8;
}

function isProse([first = "", second = ""]: string[]): boolean {
  if (/[={}[\]`$]|["'],?\s*$/.test(first) || /[={}[\]`$]|\(["']|\w\.\w+\(/.test(second)) return false;
  const goesOn = /^\W*[a-z\u0080-\uffff]/.test(second) || !/[a-z]/.test(first + second);
  return goesOn && /(?![。！？])[A-Za-z\u0080-\uffff,]\s*$/.test(first);
}

function undecorated(line: string): string {
  return line.replace(/^\s*(?:\/\/+|#+|\*+|--|;+|\/\*+|>)?\s*/, "").trimEnd();
}

/** Two lines of a text of which each has a string of its own that ends with its line break, as notebooks keep cells; undefined where they are none. */
function inStrings([first = "", second = ""]: string[]): string[] | undefined {
  const start = /^\s*"((?:[^"\\]|\\.)*)\\n",\s*$/.exec(first)?.[1];
  const rest = /^\s*"((?:[^"\\]|\\.)*)",?\s*$/.exec(second)?.[1];
  return start === undefined || rest === undefined ? undefined : [start, rest.replace(/\\n$/, "")];
}
