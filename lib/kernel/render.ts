import { LIMITS, limitsText } from "../contract/limits.ts";
import type { FusedItem } from "./fuse.ts";
import { type InjectionCap, sizeOf } from "./size.ts";

/** What a text for the model is made of. */
export interface RenderInputs {
  runId: string;
  commit: string | undefined;
  time: string;
  tools: readonly string[];
  /** Most useful first. */
  items: readonly FusedItem[];
  /** Places this session was given before and that have not changed. */
  alreadyGiven: readonly string[];
  limits: readonly string[];
  /** Random hex; the text between the delimiters cannot know it. */
  nonce: string;
  cap: InjectionCap;
  maxItems: number;
  maxSnippets: number;
}

export interface Rendered {
  /** Empty when there is nothing to say. */
  text: string;
  /** Items that stand in the text, in its order. */
  shown: FusedItem[];
  /** Items that did not fit. */
  left: FusedItem[];
}

/**
 * The text that is injected: whole blocks only, best evidence first, within the client's size. `[Limits]` is part of it, and its room is
 * reserved before any block is placed.
 *
 * @param whereLeft text for [Limits] that says where `left` is kept; called once, only when something was left out.
 */
export function renderForModel(inputs: RenderInputs, whereLeft: (left: FusedItem[]) => string): Rendered {
  const { items, alreadyGiven, cap, maxItems, maxSnippets } = inputs;
  if (items.length === 0 && alreadyGiven.length === 0) return { text: "", shown: [], left: [] };
  const cut = `${LIMITS.budgetExceeded} (${"0".repeat(160)})`;
  const frameSize = sizeOf(frame(inputs, "", [...inputs.limits, cut]), cap.unit);
  const shown: FusedItem[] = [];
  const blocks: string[] = [];
  let used = frameSize;
  let snippets = 0;
  for (const item of items) {
    if (shown.length === maxItems) break;
    const forms = item.snippet && snippets < maxSnippets ? [block(item, true), block(item, false)] : [block(item, false)];
    const fitting = forms.find((form) => used + sizeOf(`${form}\n`, cap.unit) <= cap.size);
    if (fitting === undefined) continue;
    if (fitting === forms[0] && forms.length === 2) snippets++;
    blocks.push(fitting);
    shown.push(item);
    used += sizeOf(`${fitting}\n`, cap.unit);
  }
  if (shown.length === 0 && alreadyGiven.length === 0) return { text: "", shown: [], left: [...items] };
  const left = items.filter((item) => !shown.includes(item));
  const limits = left.length === 0 ? [...inputs.limits] : [...inputs.limits, whereLeft(left)];
  const text = frame(inputs, blocks.join("\n"), limits);
  return sizeOf(text, cap.unit) <= cap.size ? { text, shown, left } : { text: "", shown: [], left: [...items] };
}

/** Every item in full, for the context file. */
export function renderWhole(items: readonly FusedItem[]): string {
  return items.map((item) => block(item, true)).join("\n\n") + "\n";
}

function frame(inputs: RenderInputs, blocks: string, limits: readonly string[]): string {
  const { runId, commit, time, tools, nonce, alreadyGiven } = inputs;
  const version = commit === undefined ? "no commit" : `commit ${commit.slice(0, 12)} and working tree`;
  const head = `[Auto Tools] run_id ${runId} · ${tools.join(", ")} · ${version} · ${time}`;
  const given = alreadyGiven.length === 0 ? [] : [`Given earlier in this session and unchanged: ${alreadyGiven.join(", ")}`];
  const quoted = blocks === "" ? [] : [
    "Places in the repository that match the request, best first; quoted text stands between the two marks.",
    `<<<repository-data ${nonce}`,
    blocks,
    `repository-data ${nonce}>>>`,
  ];
  return [head, ...quoted, ...given, limitsText(limits)].join("\n");
}

/** `path:10-24 symbol — why [tool]`, and the numbered lines below it. */
function block(item: FusedItem, withSnippet: boolean): string {
  const head = `${placeOf(item)}${item.symbol ? ` ${item.symbol}` : ""} — ${item.summary} [${item.tool}]`;
  const lines = [head];
  if (item.conflict) {
    lines.push(`  conflict: true, ${item.conflict.verdict}`);
    for (const claim of item.conflict.claims) lines.push(`  - ${claim.tool} at ${claim.time}: ${claim.subject}: ${claim.says}`);
  }
  if (withSnippet && item.snippet) lines.push(numbered(item.snippet.startLine, item.snippet.text));
  return lines.join("\n");
}

export function placeOf({ path, lines, title }: Pick<FusedItem, "path" | "lines" | "title">): string {
  if (path === undefined) return title;
  if (!lines) return path;
  return lines.start === lines.end ? `${path}:${lines.start}` : `${path}:${lines.start}-${lines.end}`;
}

function numbered(start: number, text: string): string {
  const lines = text.split("\n");
  const width = String(start + lines.length - 1).length;
  return lines.map((line, index) => `${String(start + index).padStart(width)} | ${line}`.trimEnd()).join("\n");
}
