import { isSecretByName } from "./assignment.ts";

/** The columns that rows are put into, up to the first row. */
const INSERT =
  /\b(?:insert|replace)\s{1,8}(?:ignore\s{1,8})?into\s{1,8}[\w.`"[\]]{1,100}\s{0,8}\((?<names>[^()]{3,1000})\)\s{0,8}values\s{0,8}(?=\()/gi;
/** One value of a row: a string, or anything up to the next comma. */
const VALUE =
  /\s{0,8}(?:N?'(?<single>(?:[^'\\]|''|\\[^\n]){0,4096})'|"(?<double>(?:[^"\\]|\\[^\n]){0,4096})"|[^'"(),]{0,4096})\s{0,8}/y;
/** Rows of one statement that are read. */
const MAX_ROWS = 10_000;

/** Replaces what SQL puts into columns that are called secrets: `INSERT INTO users (login, password) VALUES ('a', '…')`. */
export function redactSqlValues(text: string, note: (kind: string) => void): string {
  if (!/\binto\s/i.test(text)) return text;
  let out = "";
  let from = 0;
  INSERT.lastIndex = 0;
  for (let insert = INSERT.exec(text); insert !== null; insert = INSERT.exec(text)) {
    const names = (insert.groups?.["names"] ?? "").split(",").map((name) =>
      name.trim().replace(/^[`"[]|[`"\]]$/g, "")
    );
    let at = insert.index + insert[0].length;
    for (let row = 0; row < MAX_ROWS && text[at] === "("; row++) {
      for (let column = 0; column === 0 || text[at] === ","; column++) {
        VALUE.lastIndex = at + 1;
        const value = VALUE.exec(text);
        if (value === null) break;
        const written = value.groups?.["single"] ?? value.groups?.["double"] ?? "";
        if (isSecretByName(names[column] ?? "", written)) {
          const start = value.index + value[0].indexOf(written);
          out += `${text.slice(from, start)}<redacted>`;
          from = start + written.length;
          note("secret");
        }
        at = VALUE.lastIndex;
      }
      if (text[at] !== ")") break;
      at = nextRow(text, at + 1);
    }
    INSERT.lastIndex = Math.max(INSERT.lastIndex, at);
  }
  return from === 0 ? text : out + text.slice(from);
}

/** Where the next row begins, if another follows. */
function nextRow(text: string, at: number): number {
  const between = /^\s{0,8},\s{0,8}/.exec(text.slice(at, at + 20))?.[0];
  return between === undefined ? at : at + between.length;
}
