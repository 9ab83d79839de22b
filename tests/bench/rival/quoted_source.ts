/** Lines of a file that must be quoted: one alone can be there by chance. */
const MIN_LINES = 2;
const MIN_CHARACTERS = 8;
/** A quoted line: its number, then a tab or a bar, then the line. */
const NUMBERED = /^\s*(\d+)(?:\t| ?\| ?|: )(.*)$/;
const SAID_EVERYWHERE = /^(?:import|package|export \*)\b/;

/**
 * Whether `text` quotes the source of a file: its path is named, and at least two lines stand there under their own numbers. The comment at the
 * head of the file and its imports do not count, since other files begin with the same.
 */
export function quotesSource(text: string, path: string, source: string): boolean {
  const lines = text.split("\n");
  if (!lines.some((line) => !NUMBERED.test(line) && line.includes(path))) return false;
  const own = tellingLines(source);
  const quoted = new Set<number>();
  for (const line of lines) {
    const [, number = "", content = ""] = NUMBERED.exec(line) ?? [];
    if (number !== "" && own.get(Number(number)) === content.trim()) quoted.add(Number(number));
  }
  return quoted.size >= MIN_LINES;
}

/** What only this file has at this line, by line number. */
function tellingLines(source: string): Map<number, string> {
  const telling = new Map<number, string>();
  let inHead = true;
  for (const [at, line] of source.split("\n").entries()) {
    const content = line.trim();
    inHead &&= /^(?:\/\/|\/\*|\*)/.test(content);
    if (inHead) continue;
    if (content.length >= MIN_CHARACTERS && !SAID_EVERYWHERE.test(content)) telling.set(at + 1, content);
  }
  return telling;
}
