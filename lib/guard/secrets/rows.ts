import table from "../data/tables.txt" with { type: "text" };
import { patternOf, rulesOf } from "../rule_table.ts";
import { isSecretByName } from "./assignment_value.ts";
import type { Span } from "../span.ts";

const MAX_ROWS = 10_000;

const LINE = /([^\n]*)(?:\n|$)/y;
const TUPLE = /\(((?:'(?:[^'\\]|''|\\[^\n]){0,4096}'|[^'()]){0,4096})\)\s{0,8},?\s{0,8}/y;
/** What parts cells where a header does not say. */
const SIGNS: Readonly<Record<string, string>> = { markdown: "|", copy: "\t" };

/** The header of a kind of table; what parts its cells; and a row, whose group 1 is what stands in it. */
type Table = readonly [header: RegExp, sign: string, row: RegExp];

/** Separated text, Markdown, dumps of PostgreSQL, what SQL inserts. */
export const TABLES = rulesOf(table).map(({ kind, patterns: [header = ""] }): Table => [
  patternOf(header),
  SIGNS[kind] ?? ",",
  kind === "insert" ? TUPLE : LINE,
]);

/** The values below a secret's name in a table. */
export function* rows(text: string, [header, usual, row]: Table): Generator<Span> {
  header.lastIndex = 0;
  for (let head = header.exec(text); head !== null; head = header.exec(text)) {
    const { names: named = "", sign = usual } = head.groups ?? {};
    // A dump has its names in a statement, and its rows below.
    const names = cellsOf(named, named.includes(sign) ? sign : ",").map(({ value }) => value);
    row.lastIndex = header.lastIndex;
    for (let count = 0; count < MAX_ROWS && row.lastIndex < text.length; count++) {
      const start = row.lastIndex + (row === TUPLE ? 1 : 0);
      const found = row.exec(text)?.[1];
      const cells = found === undefined ? [] : cellsOf(found, sign);
      if (cells.length !== names.length) break;
      for (const [column, { value, at, isQuoted }] of cells.entries()) {
        // Without quotes anything may stand there.
        if (!isQuoted && (value.length < 6 || !/\d/.test(value))) continue;
        if (!isSecretByName(names[column] ?? "", value)) continue;
        yield { start: start + at, end: start + at + value.length, kind: "secret" };
      }
      header.lastIndex = Math.max(header.lastIndex, row.lastIndex - 1);
    }
  }
}

const CELLS = new Map([",", ";", "\t", "|"].map((sign) => [
  sign,
  new RegExp(`[${sign}]((?:'(?:[^'\\\\]|''|\\\\.)*'|"[^"]*"|[^${sign}'"])*)`, "g"),
]));

function cellsOf(row: string, sign: string): { value: string; at: number; isQuoted: boolean }[] {
  return [...`${sign}${row}`.matchAll(CELLS.get(sign) ?? /(?!)/g)].map(({ 1: cell = "", index }) => {
    const value = cell.trim().replace(/^N?["'`*[]{1,3}|["'`*\]]{1,3}$/g, "");
    return { value, at: index + cell.indexOf(value), isQuoted: /^\s*N?["']/.test(cell) };
  });
}
