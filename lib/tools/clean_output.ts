import { LIMITS } from "../contract/limits.ts";
import type { Finding, Snippet, ToolOutput } from "../contract/finding.ts";
import { sanitize } from "../guard/sanitize.ts";
import { withTexts } from "./clean_value.ts";
import type { CleanAnswer, Cleaned, CleanOutcome, Failure } from "./protocol.ts";

/** Longest text of one field, in UTF-16 units: a tool cannot make the rest of the way slow. */
const MAX_FIELD = 20_000;
/** UTF-16 units of what is said of a call that failed. */
const MAX_MESSAGE = 400;
/** Characters behind the end of a field that are looked at with it; the longest private keys are of that size. */
const LONGEST_SECRET = 14_000;
/** Characters of a quoted line that are shown: a line is evidence, not a data file. */
const MAX_LINE_CHARS = 240;
const GAP = "\n\n\n\n";
/** Lines around quotes that are kept with what came of them: the tools of one prompt quote the same. */
const known = new Map<string, ReturnType<typeof cleanTogether>>();
const MAX_KNOWN = 64;

/** Passes every text of a tool's output through the guard. Whatever a tool says is data of a stranger. */
export function cleanOutput({ redactions = [], ...output }: ToolOutput): CleanAnswer {
  const plain = { ...output, findings: output.findings.map(withoutQuotes) };
  const texts = new Set<string>();
  withTexts(plain, (text) => (texts.add(text), text));
  const words = cleanTogether([...texts].map((text) => text.slice(0, MAX_FIELD + LONGEST_SECRET)));
  const clean = new Map([...texts].map((text, at) => [text, words.texts[at] ?? ""]));
  const isCut = [...clean].some(([text, shown]) =>
    shown.length > MAX_FIELD || text.length > MAX_FIELD + LONGEST_SECRET
  );
  // Cut only after it was cleaned: a secret of which half is left is no longer known as one.
  const shown = withTexts(plain, (text) => cutAt(clean.get(text) ?? "", MAX_FIELD)) as typeof plain;
  const quoted = output.findings.map(cleanQuotes);
  const found = [words, ...quoted.flatMap((each) => each?.found ?? [])];
  const counts = new Map<string, number>();
  for (const { kind, count } of [...redactions, ...found.flatMap((each) => each.redactions)]) {
    counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  const filtered = found.reduce((sum, each) => sum + each.filtered, 0);
  return {
    status: "ok",
    output: {
      ...shown,
      findings: shown.findings.map((finding, at) => ({ ...finding, ...quoted[at]?.quotes })),
      truncated: output.truncated || isCut,
    },
    cleaned: {
      redactions: Array.from(counts, ([kind, count]) => ({ kind, count }))
        .sort((a, b) => a.kind < b.kind ? -1 : 1),
      limits: [...limitsOf(filtered), ...isCut ? [`texts longer than ${MAX_FIELD} characters were cut`] : []],
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

/** Texts cleaned in one go, since the rules cost more to begin with than to go on. Each keeps its lines. */
function cleanTogether(texts: readonly string[]) {
  const { text: all, ...found } = sanitize(texts.join(GAP));
  const lines = all.split("\n");
  let at = 0;
  const clean = texts.map((text) => {
    const own = lines.slice(at, at += text.split("\n").length);
    at += GAP.length - 1;
    return own.join("\n");
  });
  return { ...found, texts: clean };
}

/** What is quoted of a file is cleaned with the lines around it, which stay behind. */
function withoutQuotes({ snippet, keyLines, around, ...rest }: Finding): Finding {
  if (around !== undefined) return rest;
  return { ...rest, ...snippet && { snippet }, ...keyLines && { keyLines } };
}

/** What a finding quotes, without what may not be shown; `found`, where that changed it, is of the lines around as well. */
export function cleanQuotes(
  { snippet, keyLines = [], around = [] }: Pick<Finding, "snippet" | "keyLines" | "around">,
) {
  if (snippet === undefined || around.length === 0) return undefined;
  const key = around.map(({ text }) => text).join(GAP);
  const { texts, ...found } = known.get(key) ?? cleanTogether(around.map(({ text }) => text));
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, { texts, ...found });
  const lines = new Map(
    around.flatMap(({ startLine }, at) =>
      (texts[at] ?? "").split("\n").map((text, line): [number, string] => [startLine + line, text])
    ),
  );
  let isChanged = false;
  const cleaned = ({ startLine, text }: Snippet): Snippet => {
    const shown = text.split("\n").map((_, line) => lines.get(startLine + line) ?? "");
    isChanged ||= shown.join("\n") !== text;
    return { startLine, text: shown.map((line) => cutAt(line, MAX_LINE_CHARS, "…")).join("\n") };
  };
  const quotes = { snippet: cleaned(snippet), keyLines: keyLines.map(cleaned) };
  return isChanged ? { quotes, found } : { quotes };
}

/** At most so many UTF-16 units of a text, no character by half, whoever cut it, with a sign where something is cut here. */
function cutAt(text: string, max: number, sign = ""): string {
  const cut = text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "").toWellFormed();
  return text.length <= max ? cut : cut + sign;
}
