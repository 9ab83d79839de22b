import type { Definition } from "./definition.ts";
import { type Quoted, quotedLines } from "./quoted_lines.ts";
import type { WordMatcher } from "./word_matcher.ts";

/** Lines of one excerpt at most. */
export const MAX_LINES = 20;
/** Lines that are scored together: what belongs to one thought. */
const WINDOW = 12;
/** A definition that begins at most this far above the window is shown from its signature on. */
const REACH = 7;
/** A comment says what the code beside it does: the code is what is to be shown. */
const PROSE = 0.5;
const COMMENT = /^\s*(?:\/\/|\/?\*|#|--|"""|''')/;
/** A definition shorter than this is shown with what follows it. */
const LEAST_LINES = 5;
/** Lines before the first match, where no definition begins there. */
const LEAD = 2;
/** Characters of a line that are scored. */
const MAX_SCORED = 1000;
/** A definition of a name the request says is what it is about. */
const NAMED_DEFINITION = 3;

export interface Excerpt extends Quoted {
  start: number;
  end: number;
  /** The definition that the lines stand in, or that they begin with. */
  symbol?: Definition;
}

/**
 * The lines of a file that say most about the request: the window with the densest distinctive words, begun at its definition where that is near.
 * `names`: words of the request that may be names of definitions. Lines count from 1. `wanted`: a line that the request itself names.
 */
export function excerpt(
  text: string,
  definitions: readonly Definition[],
  matcher: WordMatcher,
  names: ReadonlyMap<string, number>,
  wanted?: number,
): Excerpt {
  const lines = text.split(/\r?\n/);
  if (lines.length > 1 && lines[lines.length - 1] === "") lines.pop();
  const start = wanted !== undefined && wanted <= lines.length
    ? Math.max(0, wanted - 1 - Math.floor(WINDOW / 2))
    : densest(lines, definitions, matcher, names);
  const focus = wanted === undefined ? heaviest(lines, start, matcher) : wanted - 1;
  const inside = definitions.filter((definition) =>
    definition.line - 1 >= start && definition.line - 1 < start + WINDOW
  );
  const named = inside.find((definition) => names.has(definition.name));
  const symbol = wanted === undefined && named
    ? named
    : enclosing(definitions, Math.min(focus, lines.length - 1) + 1) ?? inside[0];
  let from = start;
  if (symbol && symbol.line - 1 < start && start - (symbol.line - 1) <= REACH) from = symbol.line - 1;
  else if (symbol && symbol.line - 1 >= start && symbol.line - 1 <= focus) {
    from = leading(lines, symbol.line - 1);
  } else {
    from = Math.max(0, start - LEAD);
    while (from < focus && (lines[from] ?? "").trim() === "") from++;
  }
  let end = Math.min(lines.length, from + MAX_LINES);
  if (symbol && symbol.line - 1 >= from && symbol.endLine > focus && symbol.endLine - from >= LEAST_LINES) {
    end = Math.min(end, symbol.endLine);
  }
  while (end > from + 1 && (lines[end - 1] ?? "").trim() === "") end--;
  return { start: from + 1, end, ...quotedLines(lines, from, end), ...(symbol ? { symbol } : {}) };
}

/** The innermost definition around a line: the last one that begins at or before it and does not end before it. */
export function enclosing(definitions: readonly Definition[], line: number): Definition | undefined {
  let found: Definition | undefined;
  for (const definition of definitions) {
    if (definition.line > line) continue;
    if (definition.endLine !== undefined && definition.endLine < line) continue;
    if (!found || definition.line >= found.line) found = definition;
  }
  return found;
}

/** The line (from 0) of a window whose words weigh most; the first of equals. */
function heaviest(lines: readonly string[], start: number, matcher: WordMatcher): number {
  let best = start;
  let most = 0;
  for (let at = start; at < Math.min(lines.length, start + WINDOW); at++) {
    const roots = new Set<string>();
    matcher.each((lines[at] ?? "").slice(0, MAX_SCORED), ({ root }) => roots.add(root));
    const weight = [...roots].reduce((sum, root) => sum + matcher.weight(root), 0);
    if (weight > most) {
      most = weight;
      best = at;
    }
  }
  return best;
}

/** Comment and decorator lines right above a definition belong to it; three of them at most are shown. */
function leading(lines: readonly string[], at: number): number {
  let from = at;
  while (from > 0 && at - from < 3 && /^\s*(?:\/\/|\/?\*|#|@|"""|--)/.test(lines[from - 1] ?? "")) from--;
  return from;
}

/** First line (from 0) of the window whose distinct words weigh most; repeats add little. */
function densest(
  lines: readonly string[],
  definitions: readonly Definition[],
  matcher: WordMatcher,
  names: ReadonlyMap<string, number>,
): number {
  const bonus = new Map<number, number>();
  const strongest = Math.max(1, ...matcher.distinctive.values());
  for (const { name, line } of definitions) {
    const value = names.get(name);
    if (value !== undefined) {
      bonus.set(line - 1, Math.max(bonus.get(line - 1) ?? 0, value * NAMED_DEFINITION * strongest));
    }
  }
  const matches = lines.map((line) => {
    const roots: string[] = [];
    matcher.each(line.slice(0, MAX_SCORED), ({ root }) => roots.push(root));
    return roots;
  });
  const isProse = new Set<number>();
  if (definitions.length > 0) lines.forEach((line, at) => COMMENT.test(line) && isProse.add(at));
  const signature = new Set(definitions.map((definition) => definition.line - 1));
  let best = 0;
  let bestScore = -1;
  for (let start = 0; start < lines.length; start++) {
    if (start > 0 && (matches[start]?.length ?? 0) === 0 && !signature.has(start)) continue;
    const counts = new Map<string, number>();
    let score = 0;
    for (let at = start; at < Math.min(lines.length, start + WINDOW); at++) {
      for (const root of matches[at] ?? []) {
        const seen = counts.get(root) ?? 0;
        counts.set(root, seen + 1);
        score += (isProse.has(at) ? PROSE : 1) * matcher.weight(root) * (seen === 0 ? 1 : 0.1 / seen) *
          (signature.has(at) && seen === 0 ? 1.3 : 1);
      }
      score += bonus.get(at) ?? 0;
    }
    if (signature.has(start)) score *= 1.05;
    if (score > bestScore) {
      bestScore = score;
      best = start;
    }
  }
  return best;
}
