import type { Finding } from "../../contract/finding.ts";
import type { ToolContext } from "../codebase.ts";
import { type Definition, qualifiedName } from "../structure/definition.ts";
import { isAside, isTest } from "../files/languages.ts";
import { quote, quoteAround } from "./quote.ts";
import type { SourceFile } from "../files/source_file.ts";

/** A line of a file and why it matters. */
export interface Place {
  file: SourceFile;
  /** 1-based; the snippet is centred on it. */
  line: number;
  symbol?: Definition;
  title?: string;
  summary: string;
  /** 0..1 for production code, where a test or an example counts less; what is beyond 1 only orders. */
  confidence: number;
}

const TEST_FACTOR = 0.7;
const ASIDE_FACTOR = 0.5;

/** A place as a finding of `tool`: titled by the definition it stands in, its lines those of the snippet. */
export function findingAtPlace(tool: string, place: Place, context: ToolContext): Finding {
  const { file, line, symbol, summary } = place;
  return {
    tool,
    path: file.path,
    ...(symbol !== undefined && { symbol: qualifiedName(symbol) }),
    title: place.title ?? symbol?.signature ?? file.path,
    summary,
    ...quote(file.lines, quoteAround(file.lines, line, symbol), [line]),
    confidence: rounded(place.confidence * weightOf(file.path)),
    source: { tool, version: context.commit?.slice(0, 12) ?? "-", time: context.time },
  };
}

/** What a place counts by the file that it is in. */
function weightOf(path: string): number {
  return isTest(path) ? TEST_FACTOR : isAside(path) ? ASIDE_FACTOR : 1;
}

/** Best first, then by path and line: the same places come in the same order. */
export function inOrder(places: readonly Place[]): Place[] {
  const worth = ({ confidence, file }: Place) => confidence * weightOf(file.path);
  return [...places].sort((a, b) =>
    worth(b) - worth(a) || compare(a.file.path, b.file.path) || a.line - b.line
  );
}

/** Two decimals: more would say more than is known. */
function rounded(confidence: number): number {
  return Math.round(Math.min(1, Math.max(0, confidence)) * 100) / 100;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
