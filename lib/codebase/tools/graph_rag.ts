import type { Finding } from "../../contract/finding.ts";
import type { BuiltInTool } from "../codebase.ts";
import { findingsOf, neighbourFinding } from "../excerpts/finding_of.ts";
import { type Relation, relations } from "../excerpts/relations.ts";
import { type Search, search } from "../search.ts";
import { countArgument, counted, searchRequest } from "../tool_request.ts";

const NAME = "ci_graph_rag";
const DEFAULTS = { depth: 2, budget: 8000, topK: 10 };
/** Best places whose neighbours are asked, as a share of `top_k`: the rest is for the neighbours. */
const SEED_SHARE = 0.3;
/** Places that are this much less sure than the best one are no seeds: as neighbours they come with their relation. */
const SEED_LEAST = 0.6;
/** A neighbour of a neighbour counts this much less. */
const DEPTH_DECAY = 0.5;
const IDENTIFIER = /[A-Za-z_$][\w$]{2,63}/g;

/** A relation and how surely what it leads to matters, 0..1. */
type Neighbour = Relation & { value: number };

/** `{query, depth, budget, top_k, symbols?, paths?}` → the best places and what hangs together with them, each with its relation. */
export const tool: BuiltInTool = async (args, context) => {
  const depth = countArgument(args, "depth", DEFAULTS.depth, 0);
  const budget = countArgument(args, "budget", DEFAULTS.budget, 0);
  const topK = countArgument(args, "top_k", DEFAULTS.topK);
  const found = await search(searchRequest(args), context);
  const places = Math.max(1, Math.round(topK * SEED_SHARE));
  const { findings: ranked } = findingsOf(NAME, found, places, context, { beside: false });
  const least = SEED_LEAST * Math.max(0, ...ranked.map(({ confidence }) => confidence));
  const seeds = ranked.filter(({ confidence }) => confidence >= least);
  const findings = [...seeds];
  for (const step of neighbours(found, seeds, depth)) {
    if (findings.length >= topK || performance.now() > context.deadline) break;
    const neighbour = neighbourFinding(NAME, step, found, context);
    if (neighbour) findings.push(neighbour);
  }
  const { kept, truncated } = withinBudget(findings, budget);
  return {
    summary: kept.length === 0
      ? "no place matches the request well enough"
      : `${counted(seeds.length, "best place")}, ${kept.length - seeds.length} related`,
    findings: kept,
    data: { index: found.index, seeds: seeds.length },
    limits: [],
    truncated,
  };
};

/** What a place defines that the request is about: what its lines are of, and what the request calls by name. */
function definedIn({ corpus, query }: Search, { symbol }: Finding, document: number): readonly string[] {
  const defined = new Set(corpus.names(document));
  const called = [...query.names].filter(([name, value]) => value >= 1 && defined.has(name));
  return [...new Set([...symbol === undefined ? [] : [symbol], ...called.map(([name]) => name)])];
}

/** Neighbours of the seeds, then of those, `depth` steps far; best first, each file once. */
function neighbours(found: Search, seeds: readonly Finding[], depth: number): Neighbour[] {
  const { corpus } = found;
  let front = seeds.flatMap((seed) => {
    const document = corpus.document(seed.path ?? "");
    if (document === undefined) return [];
    const used = [...new Set(seed.snippet?.text.match(IDENTIFIER) ?? [])];
    return [{ document, value: seed.confidence, names: definedIn(found, seed, document), used }];
  });
  const known = new Map<number, Neighbour | undefined>(front.map(({ document }) => [document, undefined]));
  for (let level = 0; level < depth; level++) {
    const reached = front.flatMap(({ document, value, names, used }) =>
      relations(corpus, document, names, used).map((each) => ({ ...each, value: value * each.weight }))
    ).filter(({ document }) => !known.has(document)).sort((a, b) => a.value - b.value);
    // Of what leads to one file the strongest comes last, and stays.
    const best = new Map(reached.map((each) => [each.document, each]));
    for (const [document, neighbour] of best) known.set(document, neighbour);
    front = [...best.values()].slice(-2 * seeds.length)
      .map((each) => ({ ...each, value: DEPTH_DECAY * each.value, used: [] }));
  }
  return [...known.values()].filter((each) => each !== undefined).sort((a, b) =>
    b.value - a.value || (corpus.path(a.document) < corpus.path(b.document) ? -1 : 1)
  );
}

/** Snippets up to `budget` characters in all; findings after that keep their place and lose their text. */
function withinBudget(findings: readonly Finding[], budget: number): { kept: Finding[]; truncated: boolean } {
  let left = budget;
  const kept = findings.map((finding) => {
    const { snippet, ...rest } = finding;
    const size = snippet?.text.length ?? 0;
    if (size > left) return rest;
    left -= size;
    return finding;
  });
  return { kept, truncated: kept.some((finding, at) => finding !== findings[at]) };
}
