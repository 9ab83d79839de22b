import type { Snippet } from "../contract/finding.ts";
import { type FusedItem, oneLine } from "./fuse.ts";

/** Characters of a word that tells anything. */
const LEAST_WORD = 4;
/** A line that begins as comments do, ends what began above it or only annotates, and the words by which it must say more than other code. */
const ASIDE = /^(?:\/\/|\/?\*|#(?![\w[])|--|;|"""|'''|[}\])]|@[\w.]+(?:\(.*\))?$)/;
const OF_ASIDE = 1.5;
/** What a character is worth between lines with as many words. */
const OF_LENGTH = 0.001;
/** Lines that stand for an item without its snippet. */
const MAX_ALONE = 2;

/**
 * Single lines that stand for an item, as `  42: def login(user, password):`, in order of lines and at most `room` characters with the line breaks before
 * them. Beside its snippet those are lines of further places in the file; without it, lines of the snippet too.
 */
export function tellingLines(item: FusedItem, { beside, room }: { beside: boolean; room: number }): string[] {
  const told = new Map<number, string>();
  let left = room;
  const elsewhere = (item.elsewhere ?? []).flatMap(({ startLine, text }) => numbered(startLine, text));
  const own = beside ? [] : ownLines(item);
  for (const { number, line } of [...own.slice(0, 1), ...elsewhere, ...own.slice(1)]) {
    if (!beside && told.size >= MAX_ALONE) break;
    if (told.has(number) || line.length + 1 > left) continue;
    told.set(number, line);
    left -= line.length + 1;
  }
  return [...told].sort(([a], [b]) => a - b).map(([, line]) => line);
}

interface Told {
  number: number;
  line: string;
}

function numbered(number: number, text: string): Told[] {
  const line = oneLine(text.replace(/\p{Cc}/gu, " "));
  return saysSomething(line) ? [{ number, line: `  ${number}: ${line}` }] : [];
}

const ASCII = /^[\0-\x7f]*$/;

/** Whether two letters or digits stand side by side. The pattern for all scripts takes long to compile, and few lines need it. */
export function saysSomething(line: string): boolean {
  return /\w\w/.test(line) || !ASCII.test(line) && /[\p{L}\p{N}_]{2}/u.test(line);
}

/** The lines of a snippet, most telling first: the definition that the item is titled by, then those with most words of the summary, code before comment. */
function ownLines({ title, summary, snippet }: FusedItem): Told[] {
  if (!snippet) return [];
  const words = wordsOf(summary);
  return lines(snippet).map((told) => {
    const text = told.line.slice(told.line.indexOf(": ") + 2);
    return { told, worth: title !== "" && text.startsWith(title) ? Infinity : worth(text, words) };
  }).sort((a, b) => b.worth - a.worth || a.told.number - b.told.number).map(({ told }) => told);
}

function lines({ startLine, text }: Snippet): Told[] {
  return text.split("\n").flatMap((line, at) => numbered(startLine + at, line));
}

function worth(line: string, words: ReadonlySet<string>): number {
  const lower = line.toLowerCase();
  const had = [...words].filter((word) => lower.includes(word)).length;
  return had + OF_LENGTH * line.length - (ASIDE.test(line) ? OF_ASIDE : 0);
}

function wordsOf(text: string): Set<string> {
  const lower = text.toLowerCase();
  const words = lower.match(ASCII.test(lower) ? /\w+/g : /[\p{L}\p{N}_]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= LEAST_WORD));
}
