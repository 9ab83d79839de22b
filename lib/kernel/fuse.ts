import type { Claim, Finding } from "../contract/finding.ts";

/** One fused result: what stands for a place, everything that was said about it, and how much it matters. */
export interface FusedItem extends Omit<Finding, "claim" | "source" | "around"> {
  sources: Finding["source"][];
  truncated: boolean;
  conflict?: { claims: ToldClaim[]; verdict: "needs human judgement" };
}

/** How far a tool's confidence speaks for the place to look at first; confidences are comparable only within one tool. */
const TOOL_WEIGHT: Readonly<Record<string, number>> = {
  ci_bug_locate: 1.05,
  ci_search: 1,
  ci_call_chain: 0.8,
  ci_impact: 0.7,
  ci_graph_rag: 0.6,
  ci_complexity: 0.4,
  ci_hotspot: 0.3,
};
const OTHER_WEIGHT = 0.8;

/** Merges findings of all tools: `items`, one a key, in contract order; `ranked`, one a place with all its sources, most useful first. Nothing but the findings decides. */
export function fuse(findings: readonly Finding[], maxItemChars: number) {
  const kept = new Map<string, Finding>();
  // Ways to write one path must not change the order.
  const normalized = findings.map((finding) =>
    finding.path === undefined ? finding : { ...finding, path: normalizedPath(finding.path) }
  );
  for (const finding of normalized.sort(contractOrder)) {
    const key = dedupeKey(finding);
    const earlier = kept.get(key);
    if (!earlier || (!earlier.snippet && finding.snippet && earlier.confidence === finding.confidence)) {
      kept.set(key, finding);
    }
  }
  const conflicts = conflictingClaims(findings);
  const items = [...kept.values()].sort(contractOrder).map((finding) =>
    item(finding, conflicts, maxItemChars)
  );
  const byUse = [...items].sort((a, b) => weightOf(b) - weightOf(a) || contractOrder(a, b));
  return { items, ranked: mergedPlaces(byUse) };
}

/** `path:10-24`, `path:10`, `path`, or the title of what has no path. */
export function placeOf({ path, lines, title }: Pick<FusedItem, "path" | "lines" | "title">): string {
  if (path === undefined) return title;
  if (!lines) return path;
  return lines.start === lines.end ? `${path}:${lines.start}` : `${path}:${lines.start}-${lines.end}`;
}

/** The first item of a place stands for it; the others lend it their sources, and lines where it has none. */
function mergedPlaces(items: readonly FusedItem[]): FusedItem[] {
  const places = new Map<string, FusedItem>();
  for (const item of items) {
    const first = places.get(placeOf(item));
    const { snippet, keyLines, conflict } = item;
    const sources = [...first?.sources ?? [], ...item.sources];
    places.set(placeOf(item), {
      ...(snippet && { snippet }),
      ...(keyLines && { keyLines }),
      ...(conflict && { conflict }),
      ...(first ?? item),
      sources: sources.filter(({ tool }, at) => sources.findIndex((each) => each.tool === tool) === at),
    });
  }
  return [...places.values()];
}

/** `tool + path + symbol + title`, each normalized, `-` where absent. */
export function dedupeKey(
  { tool, path, symbol, title }: Pick<Finding, "tool" | "path" | "symbol" | "title">,
): string {
  return [tool, place({ path, symbol }), oneLine(title).toLowerCase() || "-"].join("\u0000");
}

function normalizedPath(path = ""): string {
  return path.normalize("NFC").replace(/^(\.\/)+/, "").replace(/\/{2,}/g, "/");
}

type Ordered = Pick<Finding, "tool" | "path" | "symbol" | "confidence" | "summary">;

export function contractOrder(a: Ordered, b: Ordered): number {
  return compare(a.tool, b.tool) || compare(a.path ?? "", b.path ?? "") ||
    compare(a.symbol ?? "", b.symbol ?? "") ||
    b.confidence - a.confidence || compare(a.summary, b.summary);
}

/** By code units, so that no locale has a say. */
const compare = (a: string, b: string) => a < b ? -1 : a > b ? 1 : 0;

export function weightOf({ tool, confidence }: FusedItem): number {
  return confidence * (TOOL_WEIGHT[tool] ?? OTHER_WEIGHT);
}

type ToldClaim = Claim & { tool: string; time: string };

/** Claims that exclude one another: the same path, symbol and subject, and different things said. */
function conflictingClaims(findings: readonly Finding[]): Map<string, ToldClaim[]> {
  const conflicts = new Map<string, ToldClaim[]>();
  for (const [key, group] of Map.groupBy(findings.filter(({ claim }) => claim), place)) {
    const told = new Map(group.flatMap(({ claim, source: { tool, time } }): [string, ToldClaim][] => {
      if (claim === undefined) return [];
      const { subject, says } = claim;
      return [[JSON.stringify([subject, says, tool]), { subject, says, tool, time }]];
    }));
    const all = [...told.values()].sort((a, b) =>
      compare(a.subject, b.subject) || compare(a.tool, b.tool) || compare(a.says, b.says)
    );
    const disputed = all.filter(({ subject, says }) =>
      all.some((other) => other.subject === subject && other.says !== says)
    );
    if (disputed.length > 0) conflicts.set(key, disputed);
  }
  return conflicts;
}

function place({ path, symbol }: { path?: string | undefined; symbol?: string | undefined }): string {
  return `${normalizedPath(path) || "-"}\u0000${symbol?.trim() || "-"}`;
}

function item(finding: Finding, conflicts: Map<string, ToldClaim[]>, maxItemChars: number): FusedItem {
  const { claim: _, source, around: __, ...said } = finding;
  const summary = shortened(finding.summary, maxItemChars);
  const claims = conflicts.get(place(finding));
  return {
    ...said,
    title: shortened(finding.title, maxItemChars),
    summary,
    confidence: Math.round(finding.confidence * 1000) / 1000,
    sources: [source],
    truncated: summary !== oneLine(finding.summary),
    ...(claims ? { conflict: { claims, verdict: "needs human judgement" as const } } : {}),
  };
}

export const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** At most `max` UTF-16 units on one line, the last an ellipsis where something was cut; a surrogate pair is never split. */
export function shortened(text: string, max: number): string {
  const line = oneLine(text);
  if (line.length <= max) return line;
  return `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
