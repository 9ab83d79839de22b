import ordinaryCode from "../guard/data/ordinary_code.txt" with { type: "text" };
import { LIMITS } from "../contract/limits.ts";
import type { Finding, ToolOutput } from "../contract/finding.ts";
import { sanitize } from "../guard/sanitize.ts";
import { cleanQuotes, type Note } from "./clean_quotes.ts";
import type { CleanAnswer, Cleaned, CleanOutcome, Failure } from "./protocol.ts";

/** Longest text of one field, in UTF-16 units: a tool cannot make the rest of the way slow. */
const MAX_FIELD = 20_000;
/** Findings, and items of any other list. */
const MAX_ITEMS = 200;
/** Values deeper than this are dropped. */
const MAX_DEPTH = 5;
/** UTF-16 units of what is said of a call that failed. */
const MAX_MESSAGE = 400;
/** Characters behind the end of a field that are looked at with it; the longest private keys are of that size. */
const LONGEST_SECRET = 14_000;

let rehearsed = false;

/** Gets the guard's rules compiled, once, while there is nothing to clean yet: the first text costs them tens of milliseconds. It is code with something of what many rules look for. */
export function rehearse(): void {
  if (rehearsed) return;
  rehearsed = true;
  sanitize(ordinaryCode);
}

/** Passes every text of a tool's output through the guard. Whatever a tool says is data of a stranger. */
export function cleanOutput({ redactions = [], findings, ...output }: ToolOutput): CleanAnswer {
  const counts = new Map(redactions.map(({ kind, count }) => [kind, count]));
  let filtered = 0;
  let cut = findings.length > MAX_ITEMS;
  const note: Note = (found) => {
    for (const { kind, count } of found.redactions) counts.set(kind, (counts.get(kind) ?? 0) + count);
    filtered += found.filtered;
  };
  // The same names and tools stand in every finding.
  const known = new Set<string>();
  const clean = (text: string) => {
    if (known.has(text)) return text;
    // Cut only after it was cleaned: a secret of which half is left is no longer known as one.
    const result = sanitize(text.slice(0, MAX_FIELD + LONGEST_SECRET));
    note(result);
    cut ||= result.text.length > MAX_FIELD || text.length > MAX_FIELD + LONGEST_SECRET;
    const shown = result.text.slice(0, MAX_FIELD).replace(/[\uD800-\uDBFF]$/, "");
    if (shown === text) known.add(text);
    return shown;
  };
  const cleanFinding = (finding: Finding): Finding => {
    const { snippet, keyLines = [], around, ...rest } = finding;
    if (snippet === undefined || around === undefined) return cleanTexts(finding, clean) as Finding;
    return { ...cleanTexts(rest, clean) as Finding, ...cleanQuotes({ snippet, keyLines, around }, note) };
  };
  const cleaned = cleanTexts(output, clean) as ToolOutput;
  return {
    status: "ok",
    output: {
      ...cleaned,
      findings: findings.slice(0, MAX_ITEMS).map(cleanFinding),
      truncated: output.truncated || cut,
    },
    cleaned: {
      redactions: [...counts].sort(([a], [b]) => a < b ? -1 : 1).map(([kind, count]) => ({ kind, count })),
      limits: [...limitsOf(filtered), ...cut ? [`texts longer than ${MAX_FIELD} characters were cut`] : []],
    },
  };
}

/** The same for why a call failed: a server says that in its own words. */
export function cleanFailure(failure: Failure): CleanOutcome {
  if (failure.status === "timeout") return failure;
  const { text, redactions, filtered } = sanitize(failure.message.slice(0, MAX_FIELD));
  const message = text.slice(0, MAX_MESSAGE).toWellFormed();
  return { ...failure, message, cleaned: { redactions, limits: limitsOf(filtered) } };
}

function limitsOf(filtered: number): Cleaned["limits"] {
  return filtered > 0 ? [LIMITS.injectionFiltered] : [];
}

/** A value with all its texts cleaned, keys among them. */
function cleanTexts(value: unknown, clean: (text: string) => string, depth = 0): unknown {
  if (typeof value === "string") return clean(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return undefined;
  if (Array.isArray(value)) {
    const items: unknown[] = value.slice(0, MAX_ITEMS);
    if (items.every((item) => typeof item === "string")) return cleanList(items, clean);
    return items.map((item) => cleanTexts(item, clean, depth + 1) ?? null);
  }
  return Object.fromEntries(
    Object.entries(value).slice(0, MAX_ITEMS)
      .map(([key, item]) => [clean(key), cleanTexts(item, clean, depth + 1)]),
  );
}

/** Short texts are cleaned as one, which is much cheaper than one by one; a text that this would tear apart is cleaned by itself. */
function cleanList(texts: readonly string[], clean: (text: string) => string): string[] {
  const joined = texts.join("\n");
  if (joined.length > MAX_FIELD) return texts.map(clean);
  const together = clean(joined).split("\n");
  return together.length === texts.length ? together : texts.map(clean);
}
