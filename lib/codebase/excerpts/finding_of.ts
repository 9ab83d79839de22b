import type { Finding } from "../../contract/finding.ts";
import type { ToolContext } from "../codebase.ts";
import { covered, evidence } from "../ranking/evidence.ts";
import { type Excerpt, excerpt } from "./excerpt.ts";
import { bestTail } from "../ranking/name_signals.ts";
import { enclosing } from "../structure/definition.ts";
import { movedTo } from "../structure/failure_places.ts";
import { finding, quoted, type Said } from "./place.ts";
import { quoteAround } from "./quote.ts";
import type { Concept } from "../query/concepts.ts";
import type { Ranked } from "../ranking/rank.ts";
import { provingLine, type Relation } from "./relations.ts";
import { asCode, outlineOf, type SourceFile } from "../files/source_file.ts";
import type { Search } from "../search.ts";
import { session } from "../session.ts";
import { DEFAULTS } from "../../settings/defaults.ts";

/** Findings below this are noise beside the others: a reader's attention costs more than they are worth. */
const LEAST_CONFIDENCE = 0.25;
/** The same for a file that has too little of the request to be shown alone. */
const LEAST_BESIDE = 0.5;
/** The same for a neighbour that has too little to be a match itself. */
const LEAST_RELATED = 0.4;
/** Best ranked files that are matches of the request themselves when they turn up as neighbours. */
const DIRECT = 10;
/** What a neighbour is worth that has next to no word of the request, beside 1 for the place it is tied to. */
const RELATED = 0.5;
/** Share of the request's words that a neighbour's lines have where none of them is a distinctive one. */
const RELATED_COVERAGE = 0.3;
/** Best ranked files that are looked at: after those hardly one is meant. */
const LOOKED_AT = 12;
/** Words of a request that says much. */
const MANY_WORDS = 52;
/** How fast the chance that a file is meant falls with its share of the best file's score. */
const FALLS = 4;
/** Lines quoted of a neighbour, and those of them before the one that shows the relation. */
const NEIGHBOUR = { max: 6, before: 2 };
/** Words named in a summary. */
const MAX_WORDS = 6;
const CUT_OFF = "time was up before every file that may fit was looked at";

interface Match {
  said: Said;
  /** For [Limits]. */
  limit?: string;
  /** Whether it has enough of the request to be shown alone. */
  isEnough: boolean;
}

/**
 * The best ranked files as findings, read from disk now; none where none has enough of the request to be shown alone. Files that are gone are passed
 * over, and so are those with too little, unless they rank so high that they are worth a look beside the others.
 *
 * @param beside false for those alone that have enough.
 * @returns `limits`: what of them was not read, and whether time was up before all were looked at that may fit.
 */
export function findingsOf(
  tool: string,
  found: Search,
  limit: number,
  context: ToolContext,
  { beside = true }: { beside?: boolean } = {},
): { findings: Finding[]; limits: string[] } {
  const matches: Match[] = [];
  let cutOff = false;
  const least = LEAST_CONFIDENCE * (found.ranking.files[0]?.score ?? 0);
  for (const file of found.ranking.files.slice(0, LOOKED_AT)) {
    if (matches.length >= limit || file.score < least) break;
    cutOff = performance.now() > context.deadline;
    if (cutOff) break;
    const match = matchOf(file, found, context);
    if (match && (match.isEnough || beside)) matches.push(match);
  }
  const shown = matches.some((match) => match.isEnough) ? matches : [];
  const limits = [...shown.flatMap(({ limit }) => limit ?? []), ...(cutOff ? [CUT_OFF] : [])];
  return { findings: shown.map(({ said }) => finding(tool, said, context)), limits };
}

/** What each file of a search gave, since several tools show the same ones. */
const known = new WeakMap<Search, Map<number, Match | undefined>>();

function matchOf(file: Ranked, found: Search, context: ToolContext): Match | undefined {
  const matches = known.get(found) ?? new Map<number, Match | undefined>();
  known.set(found, matches);
  if (!matches.has(file.document)) matches.set(file.document, match(file, found, context));
  return matches.get(file.document);
}

function match(file: Ranked, found: Search, context: ToolContext): Match | undefined {
  const best = found.ranking.files[0] ?? file;
  const content = found.files.read(file.path);
  if (content.kind === "gone") return undefined;
  const text = content.kind === "text" ? content.text : "";
  const grounds = evidence(file, best, text, found.words);
  const { isEnough } = grounds;
  if (grounds.confidence < (isEnough ? LEAST_CONFIDENCE : LEAST_BESIDE)) return undefined;
  const place = { path: file.path, summary: reasons(file, grounds.concepts), confidence: grounds.confidence };
  if (content.kind === "opaque") {
    const summary = `${place.summary}; ${content.why} file of ${content.size} bytes, not quoted`;
    const limit = content.why === "large" && { limit: `${file.path} was not read: it is over 1 MiB` };
    return { isEnough, said: { ...place, summary }, ...limit };
  }
  const code = codeOf(file.path, content.text, context);
  const named = found.query.places.paths.find(({ path, line }) =>
    line !== undefined && bestTail(found.corpus, path).includes(file.document)
  );
  const moved = named && movedTo({ line: 0, ...named }, code.definitions);
  const [said] = file.said ?? [];
  const wanted = moved && !said ? { within: moved } : { wanted: (said ?? named)?.line };
  const { query: { names, places, aboutTests }, words: { content: matcher, phrases } } = found;
  const members = places.modules.map((parts) => parts.slice(-2));
  const focus = { matcher, names, members, phrases, aboutTests, ...wanted };
  const share = file.score / best.score;
  const mayBeQuoted = share >= DEFAULTS.closeShare;
  const lines = excerpt(code, focus, { chance: chanceOf(share, found), mayBeQuoted });
  return { isEnough, said: lines === undefined ? place : saidOf(code, lines, place) };
}

/** The chance that a file is meant where it is one of many, beside 1; less where a request says little, since what it means may stand anywhere, and 0 for a question: the place answers it, where a change needs every line that it may touch. */
function chanceOf(share: number, { ranking: { files }, query: { weights }, words }: Search): number {
  if (words.isQuestion) return 0;
  const best = files[0]?.score ?? 1;
  const all = files.slice(0, LOOKED_AT).reduce((sum, { score }) => sum + (score / best) ** FALLS, 0);
  return share ** FALLS / Math.sqrt(all) * Math.min(1, weights.size / MANY_WORDS) ** 2;
}

/** A file's text of now, with what a parser found in it. */
function codeOf(path: string, text: string, context: ToolContext): SourceFile {
  return asCode(path, () => text, outlineOf(path, () => text, session(context)));
}

/** A neighbour of a found place: as any other finding where the request's words lead to it as well, else with the lines that show the tie, and less sure. Undefined where those have next to nothing of the request. */
export function neighbourFinding(
  tool: string,
  relation: Relation & { value: number },
  found: Search,
  context: ToolContext,
): Finding | undefined {
  const path = found.corpus.path(relation.document);
  const direct = found.ranking.files.slice(0, DIRECT).find(({ document }) => document === relation.document);
  const match = direct && matchOf(direct, found, context);
  if (match?.isEnough) {
    const { said } = match;
    return finding(tool, { ...said, summary: `${said.summary}; ${relation.says}` }, context);
  }
  // It gets no surer than that. A popular file has hundreds of such neighbours, which need not be read.
  if (relation.value < LEAST_RELATED) return undefined;
  const content = found.files.read(path);
  if (content.kind !== "text") return undefined;
  const code = codeOf(path, content.text, context);
  const line = provingLine(code, relation);
  if (line === undefined) return undefined;
  const lines = quoteAround(code.lines, line, enclosing(code.definitions, line), NEIGHBOUR);
  const text = [...code.lines.slice(lines.start - 1, lines.end), path].join("\n");
  const { isDistinct, coverage } = covered(found.words.content.in(text), text, found.words);
  if (!isDistinct && coverage < RELATED_COVERAGE) return undefined;
  const confidence = relation.value * (RELATED + (1 - RELATED) * Math.sqrt(coverage));
  if (confidence < LEAST_RELATED) return undefined;
  const place = { path, summary: relation.says, confidence: Math.round(confidence * 100) / 100 };
  return finding(tool, saidOf(code, { ...lines, keyLines: [line] }, place), context);
}

function saidOf(code: SourceFile, lines: Excerpt, said: Said): Said {
  const { symbol } = lines;
  return { ...said, ...(symbol && { symbol: symbol.name }), ...quoted(code, lines) };
}

/** Why a file matched, in the order of what counts: `named in the request; defines a word of the request; matches retry, backoff`. */
function reasons({ signals }: Ranked, concepts: readonly Concept[]): string {
  const said: string[] = [];
  if (signals.place > 0) said.push("named in the request");
  if (signals.fileName > 0) said.push("file name is in the request");
  if (signals.definition > 0.3) said.push("defines a name of the request");
  const words = concepts.slice(0, MAX_WORDS).map(({ said }) => said).join(", ");
  if (words !== "") said.push(`matches ${words}`);
  if (signals.commits > 0.3) said.push("changed by similar commits, or what the conversation is about");
  return said.length === 0 ? "related to the request" : said.join("; ");
}
