import { relative, resolve } from "node:path/posix";
import { AutoToolsError } from "../contract/error_codes.ts";
import type { Finding, ToolOutput } from "../contract/finding.ts";
import { attempt } from "../settings/attempt.ts";
import type { ResultMapping } from "../settings/config_schema.ts";
import { isRecord, valueAt } from "../settings/json.ts";
import { type RawResult, readResult } from "./mcp_result.ts";

/** Results of one call that are read; fusion keeps a dozen. */
const MAX_ITEMS = 100;
const MAX_PATH_CHARS = 1024;
const NO_CONFIDENCE = 0.5;

/** `root`: real path of the repository root. */
export type FindingOrigin = Pick<Finding, "tool" | "source"> & { root: string };

/**
 * Reads a result into findings as the user's `result` mapping says; without one, its text or the JSON in it. Paths are made relative to the repository,
 * and left out where they point outside. Throws `AutoToolsError` `E_PARSE` where the mapping does not fit.
 */
export function readMcpResult(result: RawResult, mapping: ResultMapping, origin: FindingOrigin): ToolOutput {
  const items = itemsOf(valueOf(result, Object.keys(mapping).length > 0), mapping);
  const read = items.slice(0, MAX_ITEMS).map((item) => readItem(item, mapping, origin));
  const readable = read.filter((finding) => finding !== undefined);
  if (items.length > 0 && readable.length === 0) {
    throw new AutoToolsError("E_PARSE", "no result has the configured fields");
  }
  // Scores of any scale become 0..1; those that are already within it stay as they are.
  const highest = Math.max(1, ...readable.map(({ confidence }) => confidence));
  const findings = readable.map((item) => ({ ...item, confidence: item.confidence / highest }));
  const unreadable = read.length - findings.length;
  const truncated = items.length > MAX_ITEMS;
  return {
    summary: findings.length === 1 ? "1 result" : `${findings.length} results`,
    findings,
    data: { results: findings.length },
    limits: [
      ...unreadable > 0 ? [`${unreadable} results could not be read`] : [],
      ...truncated ? [`only the first ${MAX_ITEMS} of ${items.length} results were read`] : [],
    ].map((limit) => `${origin.tool}: ${limit}`),
    truncated,
  };
}

/** What is read: a mapping wants data, and without one the words that a server wrote for people say more than the data beside them. */
function valueOf(result: RawResult, isMapped: boolean): unknown {
  if (isMapped && result.structuredContent !== undefined) return result.structuredContent;
  const { structuredContent: _, ...words } = result;
  const { text } = readResult(result.content.length > 0 ? words : result);
  if (text.trim() === "" && !isMapped) return [];
  const value = attempt((): unknown => JSON.parse(text));
  // What must be JSON, or begins like it, and is not, is an error.
  if (value !== undefined || !isMapped && !/^\s{0,100}(?:\{\s{0,100}"|\[\s{0,100}[{["])/.test(text)) {
    return value ?? text;
  }
  throw new AutoToolsError("E_PARSE", "result is not valid JSON");
}

function itemsOf(value: unknown, { items }: ResultMapping): readonly unknown[] {
  const found = items === undefined ? value : valueAt(value, items.split("."));
  if (Array.isArray(found)) return found;
  if (items === undefined) return [found];
  throw new AutoToolsError("E_PARSE", `result has no list at "${items.slice(0, 80)}"`);
}

/** One result as a finding; undefined where a mapped field has another type than it must, or nothing is left to show. */
function readItem(item: unknown, mapping: ResultMapping, origin: FindingOrigin): Finding | undefined {
  const { tool, root, source } = origin;
  if (typeof item === "string" && item.trim() !== "") {
    return { tool, title: tool, summary: item.trim(), confidence: NO_CONFIDENCE, source };
  }
  if (!isRecord(item)) return undefined;
  const { items: _, ...places } = mapping;
  const field = (name: keyof typeof places) => {
    const place = places[name];
    return place === undefined ? undefined : valueAt(item, place.split(".")) ?? undefined;
  };
  const texts = (["path", "symbol", "title", "summary", "snippet"] as const).map(field);
  if (texts.some((text) => text !== undefined && typeof text !== "string")) return undefined;
  const [named, symbol, title, summary, snippet] = texts.map((text) => `${text ?? ""}`.trim() && `${text}`);
  const path = named ? repoRelative(named, root) : undefined;
  const said = summary || (Object.keys(places).length === 0 ? JSON.stringify(item) : "");
  const heading = title || symbol || path;
  if (!heading && !said && !snippet) return undefined;
  const [start = 0, end = 0] = (["line", "end_line"] as const).map(field).map(numberOf)
    .map((line) => Number.isSafeInteger(line) && line >= 1 ? line : 0);
  const confidence = numberOf(field("confidence"));
  const claim = field("claim");
  // Claims differ only within one path and symbol, so one subject is enough.
  const isClaim = ["string", "number", "boolean"].includes(typeof claim);
  return {
    tool,
    ...path && { path },
    ...symbol && { symbol },
    title: heading || tool,
    summary: said,
    ...start > 0 && { lines: { start, end: Math.max(start, end) } },
    ...snippet && { snippet: { startLine: Math.max(start, 1), text: snippet } },
    confidence: Number.isFinite(confidence) ? Math.max(0, confidence) : NO_CONFIDENCE,
    ...isClaim && { claim: { subject: "claim", says: String(claim) } },
    source,
  };
}

/** A number, or a text that is one; NaN for anything else. */
function numberOf(value: unknown): number {
  const isText = typeof value === "string" && value.trim() !== "";
  return isText || typeof value === "number" ? Number(value) : NaN;
}

/** A path or `file:` URL relative to the repository root; undefined where it points outside or is no path of a file. Text work only: no link is followed. */
export function repoRelative(named: string, root: string): string | undefined {
  if (named.length > MAX_PATH_CHARS || Array.from(named).some((char) => char < " " || char === "\u007f")) {
    return undefined;
  }
  const isUrl = named.startsWith("file://");
  const path = isUrl ? attempt(() => decodeURIComponent(new URL(named).pathname)) : named;
  if (path === undefined || /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(path)) return undefined;
  const within = relative(root, resolve(root, path));
  return within === "" || within === ".." || within.startsWith("../") ? undefined : within;
}
