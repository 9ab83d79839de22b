import type { Finding } from "../../contract/finding.ts";
import type { BuiltInTool } from "../codebase.ts";
import { findingAt, findingsOf } from "../excerpts/finding_of.ts";
import { summed } from "../excerpts/quote.ts";
import { type Relation, relations } from "../excerpts/relations.ts";
import { KEY } from "../corpus/corpus.ts";
import { type Search, search } from "../search.ts";
import { countArgument, textArgument, textsArgument } from "../tool_args.ts";

const NAME = "ci_graph_rag";
const DEFAULTS = { depth: 2, budget: 8000, topK: 10 };
/** Best places whose neighbours are asked, as a share of `top_k`: the rest is for the neighbours. */
const SEED_SHARE = 0.3;
/** Places that are this much less sure than the best one are no seeds: as neighbours they come with their relation. */
const SEED_LEAST = 0.6;
/** A neighbour of a neighbour counts this much less. */
const DEPTH_DECAY = 0.5;
const IDENTIFIER = /[A-Za-z_$][\w$]{2,63}/g;

interface Step extends Relation {
  value: number;
  depth: number;
}

/** `{query, depth, budget, top_k, symbols?, paths?}` → the best places and what hangs together with them, each with its relation. */
export const tool: BuiltInTool = async (args, context) => {
  const request = {
    query: textArgument(args, "query"),
    symbols: textsArgument(args, "symbols"),
    paths: textsArgument(args, "paths"),
    strict: args["strict"] === true,
  };
  const depth = countArgument(args, "depth", DEFAULTS.depth, 0);
  const budget = countArgument(args, "budget", DEFAULTS.budget, 0);
  const topK = countArgument(args, "top_k", DEFAULTS.topK);
  const found = await search(request, context);
  const places = Math.max(1, Math.round(topK * SEED_SHARE));
  const { quotes: ranked } = findingsOf(NAME, found, places, context, { beside: false });
  const least = SEED_LEAST * Math.max(0, ...ranked.map(({ finding }) => finding.confidence));
  const best = ranked.filter(({ finding }) => finding.confidence >= least);
  const seeds = best.map(({ finding }) => finding);
  const named = [...new Set(seeds.flatMap((seed) => definedIn(found, seed)))];
  const quotes = [...best];
  for (const step of neighbours(found, seeds, depth)) {
    if (quotes.length >= topK || performance.now() > context.deadline) break;
    const quote = findingAt(NAME, step, named, found, context);
    if (quote) quotes.push(quote);
  }
  const { kept, truncated } = withinBudget(quotes.map(({ finding }) => finding), budget);
  return {
    summary: kept.length === 0
      ? "no place matches the request well enough"
      : `${seeds.length} best ${seeds.length === 1 ? "place" : "places"}, ${
        kept.length - seeds.length
      } related`,
    findings: kept,
    data: { index: found.index, seeds: seeds.length },
    limits: [],
    truncated,
    redactions: summed(quotes.flatMap(({ redactions }) => redactions)),
  };
};

/** What a place defines that the request is about: what its lines are of, and what the request calls by name. */
function definedIn({ corpus, query }: Search, { path = "", symbol }: Finding): string[] {
  const defined = new Set(symbol === undefined ? [] : [symbol]);
  const document = corpus.document(path);
  for (const [name, value] of query.names) {
    if (value < 1 || defined.has(name)) continue;
    corpus.each(KEY.definition + name, (definer) => {
      if (definer === document) defined.add(name);
    });
  }
  return [...defined];
}

/** Neighbours of the seeds, then of those, `depth` steps far; best first, each file once. */
function neighbours(found: Search, seeds: readonly Finding[], depth: number): Step[] {
  const { corpus } = found;
  const steps = new Map<number, Step>();
  const known = new Set<number>();
  let front: { document: number; value: number; defined: string[]; used: string[] }[] = [];
  for (const seed of seeds) {
    const document = corpus.document(seed.path ?? "");
    if (document === undefined) continue;
    known.add(document);
    const used = [...new Set(seed.snippet?.text.match(IDENTIFIER) ?? [])];
    front.push({
      document,
      value: seed.confidence,
      defined: definedIn(found, seed),
      used,
    });
  }
  for (let level = 1; level <= depth; level++) {
    const next: typeof front = [];
    for (const { document, value, defined, used } of front) {
      for (const relation of relations(corpus, document, defined, used)) {
        if (known.has(relation.document)) continue;
        const worth = value * relation.weight * (level === 1 ? 1 : DEPTH_DECAY);
        const step = steps.get(relation.document);
        if (step && step.value >= worth) continue;
        steps.set(relation.document, { ...relation, value: worth, depth: level });
      }
    }
    for (const step of steps.values()) {
      if (step.depth === level) {
        next.push({
          document: step.document,
          value: step.value,
          defined: step.symbol === undefined ? [] : [step.symbol],
          used: [],
        });
      }
    }
    front = next.sort((a, b) => b.value - a.value).slice(0, seeds.length * 2);
    for (const step of steps.keys()) known.add(step);
  }
  return [...steps.values()].sort((a, b) =>
    b.value - a.value || (corpus.path(a.document) < corpus.path(b.document) ? -1 : 1)
  );
}

/** Snippets up to `budget` characters in all; findings after that keep their place and lose their text. */
function withinBudget(findings: readonly Finding[], budget: number): { kept: Finding[]; truncated: boolean } {
  let left = budget;
  let truncated = false;
  const kept = findings.map((finding) => {
    const size = finding.snippet?.text.length ?? 0;
    if (size <= left) {
      left -= size;
      return finding;
    }
    truncated = true;
    const { snippet: _cut, ...rest } = finding;
    return rest;
  });
  return { kept, truncated };
}
