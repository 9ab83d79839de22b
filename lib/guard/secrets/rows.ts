import { isSecretByName } from "./assignment_value.ts";
import type { Span } from "./span.ts";

/** Rows of one table that are read. */
const MAX_ROWS = 10_000;

/**
 * Text whose rows are named above: all up to the first row, with a group `names`, and a group `sign` where it is not always the same that parts them; that
 * sign; and a row, whose group 1 is what stands in it.
 */
type Table = readonly [header: RegExp, sign: string, row: RegExp];

const SPEAKS_OF_SECRETS = "(?=[^\\r\\n]{0,400}(?:passw|secret|token|key|pwd|密码|口令))";
const NAME = `["']?[A-Za-z_][\\w .-]{0,40}["']?`;
const LINE = /([^\n]*)(?:\n|$)/y;
const TUPLE = /\(((?:'(?:[^'\\]|''|\\[^\n]){0,4096}'|[^'()]){0,4096})\)\s{0,8},?\s{0,8}/y;

/** Separated text, Markdown with the line below its names, dumps of PostgreSQL, what SQL inserts. */
export const TABLES: readonly Table[] = [
  [
    new RegExp(
      `^${SPEAKS_OF_SECRETS}(?<names>${NAME}(?<sign>[,;\\t])(?:[ \\t]{0,2}${NAME}(?:\\k<sign>|[ \\t]{0,2}\\r?$)){1,40})\\r?\\n`,
      "gim",
    ),
    ",",
    LINE,
  ],
  [
    new RegExp(
      `^(?<names>[ \\t]{0,8}\\|${SPEAKS_OF_SECRETS}(?:[^|\\r\\n]{1,60}\\|){1,12}[ \\t]{0,8})\\r?\\n[ \\t]{0,8}\\|[ :|-]{3,400}\\r?\\n`,
      "gim",
    ),
    "|",
    LINE,
  ],
  [
    new RegExp(
      `^COPY [\\w."]{1,100} \\(${SPEAKS_OF_SECRETS}(?<names>[^()\\r\\n]{3,1000})\\) FROM stdin;[ \\t]{0,8}\\r?\\n`,
      "gim",
    ),
    "\t",
    LINE,
  ],
  [
    /\b(?:insert|replace)\s{1,8}(?:ignore\s{1,8})?into\s{1,8}[\w.`"[\]]{1,100}\s{0,8}\((?<names>[^()]{3,1000})\)\s{0,8}values\s{0,8}(?=\()/gi,
    ",",
    TUPLE,
  ],
];

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
