import type { Finding } from "../contract/finding.ts";
import type { Redaction } from "../guard/redact.ts";
import type { ToolContext } from "./codebase.ts";
import { definitions } from "./definitions.ts";
import { evidence, isEnough } from "./evidence.ts";
import { excerpt } from "./excerpt.ts";
import { language } from "./languages.ts";
import { quotedLines } from "./quoted_lines.ts";
import type { Ranked } from "./rank.ts";
import type { Relation } from "./relations.ts";
import type { Content } from "./repo_files.ts";
import type { Search } from "./search.ts";
import { stem } from "./tokens.ts";
import { WordMatcher } from "./word_matcher.ts";
import { bestTail } from "./name_signals.ts";

/** Characters of a title. */
const MAX_TITLE = 200;
/** Findings below this are noise beside the others: a reader's attention costs more than they are worth. */
const LEAST_CONFIDENCE = 0.15;
/** Words named in a summary. */
const MAX_WORDS = 6;

/** A finding and what was taken out of its lines. */
export interface Quote {
  finding: Finding;
  redactions: Redaction[];
}

/** The best ranked files as findings, read from disk now. Files that are gone or have too little of the request are passed over. */
export function findingsOf(tool: string, found: Search, limit: number, context: ToolContext): Quote[] {
  const findings: Quote[] = [];
  for (const file of found.ranking.files) {
    if (findings.length >= limit || performance.now() > context.deadline) break;
    const finding = findingOf(tool, file, found, context);
    if (finding && finding.finding.confidence >= LEAST_CONFIDENCE) findings.push(finding);
  }
  return findings;
}

function findingOf(tool: string, file: Ranked, found: Search, context: ToolContext): Quote | undefined {
  const best = found.ranking.files[0] ?? file;
  const content = found.files.read(file.path);
  if (content.kind === "gone") return undefined;
  const grounds = evidence(file, best, content.kind === "text" ? content.text : "", found.matcher);
  if (!isEnough(file, grounds)) return undefined;
  const wanted = found.query.places.paths.find(({ path, line }) =>
    line !== undefined && bestTail(found.corpus, path).includes(file.document)
  );
  const place = { path: file.path, summary: reasons(file, grounds.words), confidence: grounds.confidence };
  return shown(tool, content, place, {
    matcher: found.matcher,
    names: found.query.names,
    wanted: wanted?.line,
  }, context);
}

/** A neighbour of a found place, quoted where the tie between the two is seen. */
export function findingAt(
  tool: string,
  relation: Relation & { value: number },
  found: Search,
  context: ToolContext,
): Quote | undefined {
  const path = found.corpus.path(relation.document);
  const content = found.files.read(path);
  if (content.kind === "gone") return undefined;
  const place = { path, summary: relation.says, confidence: Math.round(relation.value * 100) / 100 };
  const names = new Map(found.query.names);
  let { matcher } = found;
  if (relation.symbol !== undefined) {
    names.set(relation.symbol, 1);
    const strongest = Math.max(1, ...matcher.distinctive.values());
    matcher = new WordMatcher(
      new Map(matcher.distinctive).set(stem(relation.symbol.toLowerCase()), strongest),
    );
  }
  return shown(tool, content, place, { matcher, names, wanted: undefined }, context);
}

interface Focus {
  matcher: WordMatcher;
  names: ReadonlyMap<string, number>;
  wanted: number | undefined;
}

function shown(
  tool: string,
  content: Exclude<Content, { kind: "gone" }>,
  place: { path: string; summary: string; confidence: number },
  { matcher, names, wanted }: Focus,
  context: ToolContext,
): Quote {
  const source = { tool, version: context.commit?.slice(0, 12) ?? "-", time: context.time };
  if (content.kind === "opaque") {
    const summary = `${place.summary}; ${content.why} file of ${content.size} bytes, not quoted`;
    return { finding: { tool, title: place.path, ...place, summary, source }, redactions: [] };
  }
  const lines = excerpt(
    content.text,
    definitions(content.text, language(place.path)),
    matcher,
    names,
    wanted,
  );
  const finding: Finding = {
    tool,
    title: lines.symbol === undefined ? place.path : signature(content.text, lines.symbol.line),
    ...place,
    ...(lines.symbol ? { symbol: lines.symbol.name } : {}),
    lines: { start: lines.start, end: lines.end },
    snippet: { startLine: lines.start, text: lines.text },
    source,
  };
  return { finding, redactions: lines.redactions };
}

/** The line of a definition as it stands, without secrets; they go before the line is cut. */
function signature(text: string, line: number): string {
  return quotedLines(text.split(/\r?\n/), line - 1, line).text.trim().slice(0, MAX_TITLE);
}

/** Why a file matched, in the order of what counts: `named in the request; defines a word of the request; matches retry, backoff`. */
function reasons({ signals }: Ranked, words: readonly string[]): string {
  const said: string[] = [];
  if (signals.place > 0) said.push("named in the request");
  if (signals.fileName > 0) said.push("file name is in the request");
  if (signals.member > 0) said.push("defines the class and member of the request");
  else if (signals.definition > 0.3) said.push("defines a name of the request");
  if (words.length > 0) said.push(`matches ${words.slice(0, MAX_WORDS).join(", ")}`);
  if (signals.commits > 0.3) said.push("changed by past commits with similar words");
  return said.length === 0 ? "related to the request" : said.join("; ");
}
