import type { Finding } from "../../contract/finding.ts";
import { redact } from "../../guard/secrets/redact.ts";
import type { ToolContext } from "../codebase.ts";
import { type Definition, qualifiedName } from "../structure/definition.ts";
import { isAside, isTest } from "../files/languages.ts";
import type { Excerpt } from "./excerpt.ts";
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

/** Characters of a title. */
const MAX_TITLE = 200;
const TEST_FACTOR = 0.7;
const ASIDE_FACTOR = 0.5;

/** A place as a finding of `tool`: titled by the definition it stands in, its lines those of the snippet. */
export function findingAtPlace(tool: string, place: Place, context: ToolContext): Finding {
  const { file, line, symbol, title, summary } = place;
  const said = {
    path: file.path,
    ...(symbol !== undefined && { symbol: qualifiedName(symbol) }),
    summary,
    ...quoted(file, { ...quoteAround(file.lines, line, symbol), keyLines: [line] }),
    ...(title !== undefined && { title }),
    // Two decimals: more would say more than is known.
    confidence: Math.round(100 * Math.min(1, Math.max(0, place.confidence * weightOf(file.path)))) / 100,
  };
  return finding(tool, said, context);
}

/** A finding before it is known which tool gives it. */
export type Said = Partial<Finding> & Pick<Finding, "summary" | "confidence">;

/** What a tool says, titled by its path where it has no other title. */
export function finding(tool: string, said: Said, { commit, time }: ToolContext): Finding {
  return {
    title: said.path ?? "",
    ...said,
    tool,
    source: { tool, version: commit?.slice(0, 12) ?? "-", time },
  };
}

/** Lines of a file, titled by the definition that they are of. */
export function quoted({ path, lines }: SourceFile, { keyLines, ...chosen }: Excerpt) {
  const { symbol } = chosen;
  const title = symbol === undefined ? path : signature(lines[symbol.line - 1] ?? "");
  return { title, ...quote(lines, chosen, keyLines) };
}

/** The line of a definition as it stands; of a long one the beginning, without what would be cut in half there. */
function signature(line: string): string {
  return (line.length <= MAX_TITLE ? line : redact(line).text).trim().slice(0, MAX_TITLE);
}

/** What a place counts by the file that it is in. */
function weightOf(path: string): number {
  return isTest(path) ? TEST_FACTOR : isAside(path) ? ASIDE_FACTOR : 1;
}

/** Best first, then by path and line: the same places come in the same order. */
export function inOrder(places: readonly Place[]): Place[] {
  const worth = ({ confidence, file }: Place) => confidence * weightOf(file.path);
  return [...places].sort((a, b) =>
    worth(b) - worth(a) || (a.file.path < b.file.path ? -1 : Number(a.file.path > b.file.path)) ||
    a.line - b.line
  );
}
