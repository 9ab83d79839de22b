import { AutoToolsError } from "../contract/error_codes.ts";
import type { Claim, Finding, ToolOutput } from "../contract/finding.ts";
import type { ResultMapping } from "../settings/config_schema.ts";
import { repoRelative } from "./repo_relative.ts";

/** Results of one call that are read; fusion keeps a dozen. */
const MAX_ITEMS = 100;
/** Characters of a title, a summary and a snippet that are kept; what is shown is far less. */
const MAX_TITLE_CHARS = 300;
const MAX_SUMMARY_CHARS = 4000;
const MAX_SNIPPET_CHARS = 8000;
/** Confidence of a result whose tool gives none. */
const NO_CONFIDENCE = 0.5;
/** What a configured claim is about: claims differ only within one path and symbol, so one subject is enough. */
const CLAIM_SUBJECT = "claim";

/** Where findings come from, for provenance and for paths. */
export interface FindingOrigin {
  /** Name of the automatic tool. */
  tool: string;
  /** Real path of the repository root. */
  root: string;
  source: Finding["source"];
}

/** The parts of an MCP `tools/call` result that are read. */
export interface McpResult {
  content?: readonly unknown[] | undefined;
  structuredContent?: unknown;
}

/**
 * Reads the result of an MCP tool into findings as the user's `result` mapping says: its structured content, else the JSON in its text.
 * Without a mapping: its text as one finding, or the JSON in it. Paths are made relative to the repository and left out where they point outside.
 *
 * Throws `AutoToolsError` `E_PARSE` for a result that the mapping does not fit.
 */
export function readMcpResult(result: McpResult, mapping: ResultMapping, origin: FindingOrigin): ToolOutput {
  const text = resultText(result);
  const value = valueOf(result.structuredContent, text, Object.keys(mapping).length > 0);
  const { findings, total, unreadable } = value === undefined
    ? { findings: plainText(text, origin), total: 1, unreadable: 0 }
    : readItems(value, mapping, origin);
  const truncated = total > MAX_ITEMS;
  return {
    summary: findings.length === 1 ? "1 result" : `${findings.length} results`,
    findings,
    data: { results: findings.length },
    limits: [
      ...(unreadable > 0 ? [`${origin.tool}: ${unreadable} results could not be read`] : []),
      ...(truncated ? [`${origin.tool}: only the first ${MAX_ITEMS} of ${total} results were read`] : []),
    ],
    truncated,
  };
}

/** All texts of a result. */
export function resultText({ content = [] }: McpResult): string {
  return content.flatMap((block) =>
    isRecord(block) && block["type"] === "text" && typeof block["text"] === "string" ? [block["text"]] : []
  )
    .join("\n");
}

/** What is read: a mapping wants data, and without one the words that a server wrote for people say more than the data beside them. */
function valueOf(structured: unknown, text: string, mapped: boolean): unknown {
  if (mapped) return structured ?? parsed(text, true);
  return text.trim() === "" ? structured : parsed(text, false);
}

/** The JSON that a text holds; undefined for plain text. A text that must be JSON, or begins like it, and is not, is an error. */
function parsed(text: string, mustBeJson: boolean): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    if (mustBeJson || /^\s{0,100}(?:\{\s{0,100}"|\[\s{0,100}[{["])/.test(text)) {
      throw new AutoToolsError("E_PARSE", "result is not valid JSON", { cause: error });
    }
    return undefined;
  }
}

function plainText(text: string, origin: FindingOrigin): Finding[] {
  if (text.trim() === "") return [];
  return [{
    tool: origin.tool,
    title: origin.tool,
    summary: cut(text.trim(), MAX_SUMMARY_CHARS),
    confidence: NO_CONFIDENCE,
    source: origin.source,
  }];
}

function readItems(value: unknown, mapping: ResultMapping, origin: FindingOrigin) {
  const found = mapping.items === undefined ? value : at(value, mapping.items);
  if (mapping.items !== undefined && !Array.isArray(found)) {
    throw new AutoToolsError("E_PARSE", `result has no list at "${mapping.items.slice(0, 80)}"`);
  }
  const items: readonly unknown[] = Array.isArray(found) ? found : [found];
  const read = items.slice(0, MAX_ITEMS).map((item) => readItem(item, mapping, origin));
  const readable = read.filter((item) => item !== undefined);
  if (items.length > 0 && readable.length === 0) {
    throw new AutoToolsError("E_PARSE", "no result has the configured fields");
  }
  const highest = Math.max(1, ...readable.map((item) => item.confidence));
  // Scores of any scale become 0..1; those that are already within it stay as they are.
  const findings = readable.map((item) => ({ ...item, confidence: item.confidence / highest }));
  return { findings, total: items.length, unreadable: read.length - readable.length };
}

/** One result as a finding; undefined where a mapped field has another type than it must, or nothing is left to show. */
function readItem(item: unknown, mapping: ResultMapping, origin: FindingOrigin): Finding | undefined {
  if (typeof item === "string") return plainText(item, origin)[0];
  if (!isRecord(item)) return undefined;
  const fields = new Map(
    Object.entries(mapping).flatMap(([name, place]) =>
      name === "items" || place === undefined ? [] : [[name, at(item, place)] as const]
    ),
  );
  const texts: Record<string, string | undefined> = {};
  for (const name of ["path", "symbol", "title", "summary", "snippet"]) {
    const value = fields.get(name) ?? undefined;
    if (value !== undefined && typeof value !== "string") return undefined;
    texts[name] = value?.trim() === "" ? undefined : value;
  }
  const path = texts["path"] === undefined ? undefined : repoRelative(texts["path"], origin.root);
  const { symbol, snippet } = texts;
  const summary = texts["summary"] ?? (fields.size === 0 ? JSON.stringify(item) : "");
  const title = texts["title"] ?? symbol ?? path;
  if (title === undefined && summary === "" && snippet === undefined) return undefined;
  const start = lineNumber(fields.get("line"));
  const claim = readClaim(fields.get("claim"));
  return {
    tool: origin.tool,
    ...(path === undefined ? {} : { path }),
    ...(symbol === undefined ? {} : { symbol: cut(symbol, MAX_TITLE_CHARS) }),
    title: cut(title ?? origin.tool, MAX_TITLE_CHARS),
    summary: cut(summary, MAX_SUMMARY_CHARS),
    ...(start === undefined
      ? {}
      : { lines: { start, end: Math.max(start, lineNumber(fields.get("end_line")) ?? start) } }),
    ...(snippet === undefined
      ? {}
      : { snippet: { startLine: start ?? 1, text: cut(snippet, MAX_SNIPPET_CHARS) } }),
    confidence: confidenceOf(fields.get("confidence")),
    ...(claim === undefined ? {} : { claim }),
    source: origin.source,
  };
}

function readClaim(value: unknown): Claim | undefined {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return undefined;
  return { subject: CLAIM_SUBJECT, says: cut(String(value), MAX_TITLE_CHARS) };
}

function lineNumber(value: unknown): number | undefined {
  const line = typeof value === "string" ? Number(value) : value;
  return typeof line === "number" && Number.isSafeInteger(line) && line >= 1 ? line : undefined;
}

function confidenceOf(value: unknown): number {
  const confidence = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof confidence === "number" && Number.isFinite(confidence)
    ? Math.max(0, confidence)
    : NO_CONFIDENCE;
}

/** The value at a dotted place; only what an object holds itself. */
function at(value: unknown, place: string): unknown {
  let found = value;
  for (const key of place.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * At most `max` UTF-16 units, with a sign that more was there. What is read here is cleaned later, and half a secret is not known as one: so a run of
 * ASCII without blanks is not cut in two, unless it is longer than half of the room; secrets are shorter.
 */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = max - 1;
  if (/[!-~]/.test(text.charAt(end))) {
    const least = Math.floor(max / 2);
    while (end > least && /[!-~]/.test(text.charAt(end - 1))) end--;
  }
  return text.slice(0, end).replace(/[\uD800-\uDBFF]$/, "") + "…";
}
