import { isSecretByName } from "./name_strength.ts";
import type { Span } from "./span.ts";

/** Lines of one table, and rows of one statement, that are read. */
const MAX_ROWS = 10_000;

/** Text whose rows are named above. */
interface Table {
  /** Texts without this have no such table. */
  needs: string;
  /** All up to the first row: group `names`, and group `sign` where it is not always the same that parts them. */
  header: RegExp;
  sign: string;
  /** What a row of SQL begins with; others are lines. */
  open?: string;
}

/** One value of a row of SQL: a string, or anything up to the next comma. */
const SQL_CELL =
  /\s{0,8}(?:N?'(?<value>(?:[^'\\]|''|\\[^\n]){0,4096})'|"(?<double>(?:[^"\\]|\\[^\n]){0,4096})"|[^'"(),]{0,4096})\s{0,8}/y;

export const TABLES: readonly Table[] = [
  {
    needs: "",
    header:
      /^(?=[^\r\n]{0,400}(?:passw|secret|token|key|pwd))(?<names>["']?[A-Za-z_][\w .-]{0,40}["']?(?<sign>[,;\t])(?:[ \t]{0,2}["']?[A-Za-z_][\w .-]{0,40}["']?(?:\k<sign>|[ \t]{0,2}\r?$)){1,40})\r?\n/gim,
    sign: ",",
  },
  // Markdown, with the line below the names.
  {
    needs: "|",
    header:
      /^(?<names>[ \t]{0,8}\|(?=[^\r\n]{0,400}(?:passw|secret|token|key|pwd|密码|口令))(?:[^|\r\n]{1,60}\|){1,12}[ \t]{0,8})\r?\n[ \t]{0,8}\|[ :|-]{3,400}\r?\n/gim,
    sign: "|",
  },
  // A dump of PostgreSQL.
  {
    needs: "COPY ",
    header:
      /^COPY [\w."]{1,100} \((?=[^()\r\n]{0,400}(?:passw|secret|token|key|pwd))(?<names>[^()\r\n]{3,1000})\) FROM stdin;[ \t]{0,8}\r?\n/gim,
    sign: "\t",
  },
  {
    needs: "",
    header:
      /\b(?:insert|replace)\s{1,8}(?:ignore\s{1,8})?into\s{1,8}[\w.`"[\]]{1,100}\s{0,8}\((?<names>[^()]{3,1000})\)\s{0,8}values\s{0,8}(?=\()/gi,
    sign: ",",
    open: "(",
  },
];

/** The values below a secret's name in separated text, Markdown, dumps and what SQL inserts. */
export function* rows(text: string, { needs, header, sign, open = "" }: Table): Generator<Span> {
  if (!text.includes(needs)) return;
  header.lastIndex = 0;
  for (let head = header.exec(text); head !== null; head = header.exec(text)) {
    const { names: named = "", sign: own = sign } = head.groups ?? {};
    // A dump has its names in a statement, and its rows below.
    const names = named.split(named.includes(own) ? own : ",").map(bare);
    let at = header.lastIndex;
    for (let row = 0; row < MAX_ROWS && at < text.length && text.startsWith(open, at); row++) {
      const { cells, end } = open === "" ? lineAt(text, at, own) : tupleAt(text, at);
      if (cells.length !== names.length) break;
      for (const [column, { value, start }] of cells.entries()) {
        // In a line anything may stand, in a string of SQL only what is inserted.
        if (open === "" && (value.length < 6 || !/\d/.test(value))) continue;
        if (isSecretByName(names[column] ?? "", value)) {
          yield { start, end: start + value.length, kind: "secret" };
        }
      }
      at = end;
    }
    header.lastIndex = Math.max(header.lastIndex, at - 1);
  }
}

interface Row {
  cells: { value: string; start: number }[];
  /** Where the next one may begin. */
  end: number;
}

function lineAt(text: string, at: number, sign: string): Row {
  const stop = text.indexOf("\n", at);
  const end = stop < 0 ? text.length : stop;
  let from = at;
  const cells = text.slice(at, end).split(sign).map((cell) => {
    const value = bare(cell);
    const start = from + cell.indexOf(value);
    from += cell.length + 1;
    return { value, start };
  });
  return { cells, end: end + 1 };
}

function tupleAt(text: string, at: number): Row {
  const cells: Row["cells"] = [];
  let end = at;
  do {
    SQL_CELL.lastIndex = end + 1;
    const cell = SQL_CELL.exec(text);
    const value = cell?.groups?.["value"] ?? cell?.groups?.["double"] ?? "";
    cells.push({ value, start: end + 1 + (cell?.[0] ?? "").indexOf(value) });
    end += 1 + (cell?.[0] ?? "").length;
  } while (text[end] === ",");
  const next = /^\)\s{0,8},\s{0,8}/.exec(text.slice(end, end + 20))?.[0];
  return { cells, end: next === undefined ? text.length : end + next.length };
}

function bare(cell: string): string {
  return cell.trim().replace(/^["'`*[]{1,3}|["'`*\]]{1,3}$/g, "");
}
