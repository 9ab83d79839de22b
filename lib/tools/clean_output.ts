import { LIMITS } from "../contract/limits.ts";
import type { Finding, Snippet, ToolOutput } from "../contract/finding.ts";
import { sanitize, type Sanitized } from "../guard/sanitize.ts";
import type { CleanAnswer, Cleaned, CleanOutcome, Failure } from "./protocol.ts";

/** Longest text of one field, in UTF-16 units: a tool cannot make the rest of the way slow. */
const MAX_FIELD = 20_000;
const MAX_FINDINGS = 200;
const CUT = `texts longer than ${MAX_FIELD} characters were cut`;
/** The same of what is said of a call that failed. */
const MAX_MESSAGE = 400;
/** Characters behind the end of a field that are looked at with it; the longest private keys are of that size. */
const LONGEST_SECRET = 14_000;

let rehearsed = false;

/**
 * Gets the guard's rules compiled, once, while there is nothing to clean yet: the first text costs them tens of milliseconds, and a tool's answer would
 * wait for that.
 */
export function rehearse(): void {
  if (rehearsed) return;
  rehearsed = true;
  sanitize(ORDINARY_CODE);
}

/** Texts that were cleaned before the answer they belong to was there, and how many of them are kept. */
const ahead = new Map<string, Sanitized>();
const MAX_AHEAD = 1000;

/** Cleans parts of an answer that is still to come: `cleanOutput` finds them done. Never throws: what it cannot clean, the answer holds again. */
export function cleanAhead(part: Partial<ToolOutput>): void {
  const keep = (text: string): string => {
    const looked = text.slice(0, MAX_FIELD + LONGEST_SECRET);
    const result = sanitized(looked);
    if (ahead.size >= MAX_AHEAD) ahead.clear();
    ahead.set(looked, result);
    return cutField(result.text);
  };
  try {
    for (const finding of part.findings ?? []) cleanFinding(finding, keep);
    cleanData(part.data ?? {}, keep);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}

function sanitized(text: string): Sanitized {
  return ahead.get(text) ?? sanitize(text);
}

/** Passes every text of a tool's output through the guard. Whatever a tool says is data of a stranger. */
export function cleanOutput(output: ToolOutput): CleanAnswer {
  const counts = new Map((output.redactions ?? []).map(({ kind, count }) => [kind, count]));
  let filtered = 0;
  let cut = 0;
  const clean = (text: string): string => {
    // Cut only after it was cleaned: a secret of which half is left is no longer known as one.
    const result = sanitized(text.slice(0, MAX_FIELD + LONGEST_SECRET));
    for (const { kind, count } of result.redactions) counts.set(kind, (counts.get(kind) ?? 0) + count);
    filtered += result.filtered;
    if (result.text.length > MAX_FIELD || text.length > MAX_FIELD + LONGEST_SECRET) cut++;
    return cutField(result.text);
  };
  const findings = output.findings.slice(0, MAX_FINDINGS).map((finding) => cleanFinding(finding, clean));
  const cleaned: ToolOutput = {
    summary: clean(output.summary),
    findings,
    data: cleanData(output.data, clean),
    limits: output.limits.map(clean),
    truncated: output.truncated || output.findings.length > MAX_FINDINGS || cut > 0,
  };
  return {
    status: "ok",
    output: cleaned,
    cleaned: {
      redactions: [...counts].sort(([a], [b]) => a < b ? -1 : 1).map(([kind, count]) => ({ kind, count })),
      limits: [...limitsOf(filtered), ...cut > 0 ? [CUT] : []],
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

function cutField(text: string): string {
  const cut = text.slice(0, MAX_FIELD);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

function cleanFinding(finding: Finding, clean: (text: string) => string): Finding {
  const { path, symbol, snippet, elsewhere, claim } = finding;
  return {
    ...finding,
    title: clean(finding.title),
    summary: clean(finding.summary),
    ...(path === undefined ? {} : { path: clean(path) }),
    ...(symbol === undefined ? {} : { symbol: clean(symbol) }),
    ...(snippet === undefined
      ? {}
      : { snippet: { startLine: snippet.startLine, text: clean(snippet.text) } }),
    ...(elsewhere === undefined ? {} : { elsewhere: cleanSnippets(elsewhere, clean) }),
    ...(claim === undefined ? {} : { claim: { subject: clean(claim.subject), says: clean(claim.says) } }),
  };
}

function cleanSnippets(snippets: readonly Snippet[], clean: (text: string) => string): Snippet[] {
  const texts = cleanTexts(snippets.map(({ text }) => text), clean);
  return snippets.map(({ startLine }, at) => ({ startLine, text: texts[at] ?? "" }));
}

/** Values deeper than this are dropped. */
const MAX_DEPTH = 4;

function cleanData(data: Record<string, unknown>, clean: (text: string) => string): Record<string, unknown> {
  const walk = (value: unknown, depth: number): unknown => {
    if (typeof value === "string") return clean(value);
    if (value === null || typeof value === "number" || typeof value === "boolean") return value;
    if (depth >= MAX_DEPTH || typeof value !== "object") return undefined;
    if (Array.isArray(value)) {
      if (value.every((item) => typeof item === "string")) {
        return cleanTexts(value.slice(0, MAX_FINDINGS), clean);
      }
      return value.slice(0, MAX_FINDINGS).map((item) => walk(item, depth + 1) ?? null);
    }
    return Object.fromEntries(
      Object.entries(value).slice(0, MAX_FINDINGS).map(([key, item]) => [clean(key), walk(item, depth + 1)]),
    );
  };
  return walk(data, 0) as Record<string, unknown>;
}

/** Short texts are cleaned as one, which is much cheaper than one by one; a text that this would tear apart is cleaned by itself. */
function cleanTexts(texts: readonly string[], clean: (text: string) => string): string[] {
  const joined = texts.join("\n");
  if (joined.length > MAX_FIELD) return texts.map(clean);
  const together = clean(joined).split("\n");
  return together.length === texts.length ? together : texts.map(clean);
}

/** Code as there is in every repository, with something of what many rules look for; nothing of it is a secret or an order. */
const ORDINARY_CODE = `/** Reads a session and says when it ends; you may call it again. */
async function readSession(path: string, limit = 20): Promise<Session | undefined> {
  const token = headers["authorization"] ?? process.env.API_TOKEN;
  if (!path.startsWith("/tmp/")) throw new TypeError(\`Cannot read \${path}: not a file\`);
  // 读取会话。 See https://example.org/docs#session?id=42&key=value
  return { user: "ada", password: config.get("db.password"), items: [1, 2, 3].map((each) => each * 2) };
}
`;
