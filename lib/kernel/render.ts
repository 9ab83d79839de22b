import type { Snippet } from "../contract/finding.ts";
import type { ToolResult } from "../contract/envelope.ts";
import { limitsText } from "../contract/limits.ts";
import { fenced } from "../guard/injection/fence.ts";
import { type ClientCap, DEFAULTS } from "../settings/defaults.ts";
import { type FusedItem, placeOf, shortened, weightOf } from "./fuse.ts";

export type InjectionCap = Pick<ClientCap, "unit"> & { size: number };

/** Size of a text as a client counts it: UTF-16 units, or bytes of UTF-8. */
export function sizeOf(text: string, unit: ClientCap["unit"]): number {
  return unit === "utf16" ? text.length : new TextEncoder().encode(text).length;
}

/** What a text for the model is made of. `[Limits]` is part of it, and may hold what a tool has worded. */
export interface RenderInputs {
  runId: string;
  commit: string | undefined;
  time: string;
  tools: readonly string[];
  /** Most useful first. */
  items: readonly FusedItem[];
  alreadyGiven: readonly string[];
  limits: readonly string[];
  /** Random hex; the text between the delimiters cannot know it. */
  nonce: string;
  cap: InjectionCap;
  maxSnippets: number;
}

/** Room kept for the line of [Limits] that says where the rest is, as the client counts. */
export const CUT_LIMIT_ROOM = 400;

/** Characters of quotes from which on no further place is quoted: those after the first seldom are the right one. */
const ENOUGH_QUOTED = 1500;

/** Chooses whole blocks, best evidence first, within the client's size; another place than the best is quoted only where it is as likely to be the right one. The frame's room is reserved before. */
export function selectBlocks(inputs: RenderInputs) {
  const { items, cap, maxSnippets } = inputs;
  const [blocks, shown, left]: [string[], FusedItem[], FusedItem[]] = [[], [], []];
  const quoted = new Set<FusedItem>();
  let quotes = 0;
  let used = sizeOf(frame(inputs, "-", [...inputs.limits, "-".repeat(CUT_LIMIT_ROOM)]), cap.unit);
  const least = DEFAULTS.closeShare * Math.max(0, ...items.filter(({ snippet }) => snippet).map(weightOf));
  for (const item of items) {
    const isClose = item.snippet && quoted.size < maxSnippets && weightOf(item) >= least;
    const whole = isClose ? block(item, "snippet") : "";
    const mayQuote = isClose && (quoted.size === 0 || quotes + whole.length <= ENOUGH_QUOTED);
    const forms = [
      ...(mayQuote ? [whole] : []),
      block(item, "key lines"),
      block(item, "none"),
    ];
    const fitting = forms.findIndex((form) => used + sizeOf(`${form}\n`, cap.unit) <= cap.size);
    const chosen = forms[fitting];
    if (chosen === undefined) {
      left.push(item);
      continue;
    }
    if (mayQuote && fitting === 0) {
      quoted.add(item);
      quotes += whole.length;
    }
    blocks.push(chosen);
    shown.push(item);
    used += sizeOf(`${chosen}\n`, cap.unit);
  }
  return { blocks, shown, quoted, left };
}

/** The text that is injected; empty when there is nothing to say, or when not even the frame fits. */
export function renderForModel(inputs: RenderInputs, { blocks, shown }: ReturnType<typeof selectBlocks>) {
  if (shown.length === 0 && inputs.alreadyGiven.length === 0) return "";
  const text = frame(inputs, blocks.join("\n"), inputs.limits);
  return sizeOf(text, inputs.cap.unit) <= inputs.cap.size ? text : "";
}

export function renderWhole(items: readonly FusedItem[]): string {
  return items.map((item) => block(item, "whole")).join("\n\n") + "\n";
}

/** `[Results] …`: each tool's outcome, then the items in contract order. */
export function resultsText(results: readonly ToolResult[], items: readonly FusedItem[]): string {
  if (results.length === 0) return "[Results] none";
  const outcomes = results.map(({ tool, status, duration_ms }) => `${tool}: ${status}, ${duration_ms} ms`);
  const lines = items.map((item) => {
    const conflict = item.conflict ? ` (conflict: true, ${item.conflict.verdict})` : "";
    const sources = item.sources.map(({ tool, time, version }) => `${tool} ${time} ${version}`).join(", ");
    return `  ${named(item)}: ${item.summary}${conflict} [${sources}]`;
  });
  const places = `${items.length} ${items.length === 1 ? "place" : "places"}`;
  const found = items.length === 0 ? "nothing with enough evidence" : places;
  return [`[Results] ${found}; ${outcomes.join("; ")}`, ...lines].join("\n");
}

function frame(inputs: RenderInputs, blocks: string, limits: readonly string[]): string {
  const { runId, commit, time, tools, nonce, alreadyGiven } = inputs;
  const version = commit === undefined ? "no commit" : `commit ${commit.slice(0, 12)} and working tree`;
  const head = `[Auto Tools] run_id ${runId} · ${tools.join(", ")} · ${version} · ${time}`;
  const given = alreadyGiven.length === 0
    ? []
    : [`Given earlier in this session and unchanged: ${alreadyGiven.join(", ")}`];
  const found = inputs.items.some(({ path }) => path !== undefined)
    ? "Places in the repository that match the request, best first"
    : "What was found for the request, and no place in the repository";
  const what = blocks === "" ? [] : [`${found}; quoted text stands between the two marks.`];
  const quoted = [...(blocks === "" ? [] : [blocks]), ...given, limitsText(limits)].join("\n");
  return [head, ...what, fenced(quoted, "repository-data", nonce)].join("\n");
}

/** How much of an item's source stands in its block: all of it, as much as is injected, its key lines alone, or nothing. */
type Quoting = "whole" | "snippet" | "key lines" | "none";

function named(item: FusedItem): string {
  return item.symbol ? `${placeOf(item)} ${item.symbol}` : placeOf(item);
}

/** `path:10-24 symbol`, with reason and tool where that says more; below it the snippet's numbered lines among the key lines, or the key lines alone, in order. */
function block(item: FusedItem, quoting: Quoting): string {
  const { snippet, sources, summary, conflict } = item;
  const isPlain = snippet !== undefined && sources.some(({ tool }) => tool === "ci_search");
  const reason = isPlain ? "" : ` — ${summary} [${sources.map(({ tool }) => tool).join(", ")}]`;
  const lines = [`${named(item)}${reason}`];
  if (conflict) {
    lines.push(`  conflict: true, ${conflict.verdict}`);
    for (const { tool, time, subject, says } of conflict.claims) {
      lines.push(`  - ${tool} at ${time}: ${subject}: ${says}`);
    }
  }
  if (quoting === "none") return lines.join("\n");
  const quote = quoting === "whole" || quoting === "snippet" ? snippet : undefined;
  const key = keyLines(item);
  if (quote === undefined) return [...lines, ...key.map(({ text }) => text)].join("\n");
  const end = quote.startLine + quote.text.split("\n").length;
  const before = key.filter(({ line }) => line < quote.startLine).map(({ text }) => text);
  const after = key.filter(({ line }) => line >= end).map(({ text }) => text);
  const shown = numbered(quote, quoting === "whole" ? Infinity : DEFAULTS.maxSnippetLines);
  return [...lines, ...before, ...shown, ...after].join("\n");
}

/** The key lines of an item as `42: def login(user, password):`, in order; the first line of a snippet without any. */
function keyLines({ keyLines, snippet }: FusedItem): { line: number; text: string }[] {
  const lines = keyLines ?? (snippet === undefined ? [] : firstLine(snippet));
  return lines.map(({ startLine, text }) => ({
    line: startLine,
    text: `${startLine}: ${shortened(text.replace(/\p{Cc}/gu, " "), DEFAULTS.maxKeyLineChars)}`,
  })).sort((a, b) => a.line - b.line);
}

function firstLine({ startLine, text }: Snippet): Snippet[] {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => /[\p{L}\p{N}_]{2}/u.test(line));
  return at < 0 ? [] : [{ startLine: startLine + at, text: lines[at] ?? "" }];
}

function numbered({ startLine, text }: Snippet, most: number): string[] {
  const lines = text.split("\n");
  const width = String(startLine + lines.length - 1).length;
  const shown = lines.slice(0, most).map((line, index) =>
    `${String(startLine + index).padStart(width)} | ${line}`.trimEnd()
  );
  return lines.length > most ? [...shown, `${" ".repeat(width)} | …`] : shown;
}
