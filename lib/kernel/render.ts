import type { Snippet } from "../contract/finding.ts";
import { limitsText } from "../contract/limits.ts";
import { fenced } from "../guard/injection/fence.ts";
import { type ClientCap, DEFAULTS } from "../settings/defaults.ts";
import { type FusedItem, placeOf } from "./fuse.ts";
import { tellingLines } from "./telling_lines.ts";
import { laterTwins } from "./twins.ts";

/** How much may be injected, in the unit the client counts in. */
export interface InjectionCap {
  size: number;
  unit: ClientCap["unit"];
}

/** Size of a text as a client counts it: UTF-16 units, or bytes of UTF-8. */
export function sizeOf(text: string, unit: InjectionCap["unit"]): number {
  return unit === "utf16" ? text.length : new TextEncoder().encode(text).length;
}

/** The smaller of what the configuration allows (in characters) and what the client takes. */
export function injectionCap(maxInjectedChars: number, cap: ClientCap): InjectionCap {
  return { size: Math.min(cap.size, maxInjectedChars), unit: cap.unit };
}

/** What a text for the model is made of. `[Limits]` is part of it, and may hold what a tool has worded. */
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
  maxSnippets: number;
}

/** Which items stand in the text, and how. */
export interface Selection {
  blocks: string[];
  shown: FusedItem[];
  /** Those of them whose lines stand in the text. */
  quoted: ReadonlySet<FusedItem>;
  /** Items that did not fit. */
  left: FusedItem[];
}

/** Room kept for the line of [Limits] that says where the rest is, as the client counts. */
export const CUT_LIMIT_ROOM = 400;

/**
 * Chooses whole blocks, best evidence first, within the client's size. The frame's room, [Limits] included, is reserved before any block. Of twins one is
 * quoted, so that the next place is, unless there is none.
 */
export function selectBlocks(inputs: RenderInputs): Selection {
  const { items, cap, maxSnippets } = inputs;
  const quoted = new Set<FusedItem>();
  const selection: Selection = { blocks: [], shown: [], quoted, left: [] };
  let used = sizeOf(frame(inputs, "-", [...inputs.limits, "-".repeat(CUT_LIMIT_ROOM)]), cap.unit);
  const quotable = items.filter(({ snippet }) => snippet !== undefined);
  const twins = laterTwins(quotable);
  let spare = maxSnippets - (quotable.length - twins.size);
  for (const item of items) {
    const mayQuote = item.snippet && quoted.size < maxSnippets && (!twins.has(item) || spare-- > 0);
    const forms = [...(mayQuote ? [block(item, "snippet")] : []), block(item, "lines"), block(item, "none")];
    const fitting = forms.findIndex((form) => used + sizeOf(`${form}\n`, cap.unit) <= cap.size);
    const chosen = forms[fitting];
    if (chosen === undefined) {
      selection.left.push(item);
      continue;
    }
    if (mayQuote && fitting === 0) quoted.add(item);
    selection.blocks.push(chosen);
    selection.shown.push(item);
    used += sizeOf(`${chosen}\n`, cap.unit);
  }
  return selection;
}

/** The text that is injected; empty when there is nothing to say, or when not even the frame fits. */
export function renderForModel(inputs: RenderInputs, selection: Selection): string {
  if (selection.shown.length === 0 && inputs.alreadyGiven.length === 0) return "";
  const text = frame(inputs, selection.blocks.join("\n"), inputs.limits);
  return sizeOf(text, inputs.cap.unit) <= inputs.cap.size ? text : "";
}

/** Every item in full, for the context file. */
export function renderWhole(items: readonly FusedItem[]): string {
  return items.map((item) => block(item, "whole")).join("\n\n") + "\n";
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

/** How much of an item's source stands in its block: `snippet` is cut where it is too long to be injected, as a server's may be. */
type Quoting = "whole" | "snippet" | "lines" | "none";

/**
 * `path:10-24 symbol — why [tool]`, and below it the numbered lines of the snippet; then, or instead of them, single lines as far as a summary has room
 * for them.
 */
function block(item: FusedItem, quoting: Quoting): string {
  const tools = item.sources.map(({ tool }) => tool).join(", ");
  const head = `${placeOf(item)}${item.symbol ? ` ${item.symbol}` : ""} — ${item.summary} [${tools}]`;
  const lines = [head];
  if (item.conflict) {
    lines.push(`  conflict: true, ${item.conflict.verdict}`);
    for (const claim of item.conflict.claims) {
      lines.push(`  - ${claim.tool} at ${claim.time}: ${claim.subject}: ${claim.says}`);
    }
  }
  const beside = quoting === "whole" || quoting === "snippet";
  if (beside && item.snippet) {
    lines.push(...numbered(item.snippet, quoting === "whole" ? Infinity : DEFAULTS.maxSnippetLines));
  }
  const room = DEFAULTS.maxItemChars - item.summary.length;
  if (quoting !== "none") lines.push(...tellingLines(item, { beside, room }));
  return lines.join("\n");
}

/** The first `most` lines of a snippet with their numbers, and an ellipsis where there are more. */
function numbered({ startLine, text }: Snippet, most: number): string[] {
  const lines = text.split("\n");
  const width = String(startLine + lines.length - 1).length;
  const shown = lines.slice(0, most).map((line, index) =>
    `${String(startLine + index).padStart(width)} | ${line}`.trimEnd()
  );
  return lines.length > most ? [...shown, `${" ".repeat(width)} | …`] : shown;
}
