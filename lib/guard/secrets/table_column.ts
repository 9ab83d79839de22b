import { isSecretByName } from "./assignment.ts";

/** A line of names parted by one sign, one of them a secret's. */
const HEADER =
  /^(?=[^\r\n]{0,400}(?:passw|secret|token|key|pwd))["']?[A-Za-z_][\w .-]{0,40}["']?(?<sign>[,;\t])(?:[ \t]{0,2}["']?[A-Za-z_][\w .-]{0,40}["']?(?:\k<sign>|[ \t]{0,2}\r?$)){1,40}/gim;
/** Lines of one table that are read. */
const MAX_ROWS = 10_000;

/** The same in Markdown, with the line below it, and as a dump of PostgreSQL has it. */
const MARKDOWN_HEADER =
  /^[ \t]{0,8}\|(?=[^\r\n]{0,400}(?:passw|secret|token|key|pwd|密码|口令))(?:[^|\r\n]{1,60}\|){1,12}[ \t]{0,8}\r?\n[ \t]{0,8}\|[ :|-]{3,400}\r?$/gim;
const COPY_HEADER =
  /^COPY [\w."]{1,100} \((?=[^()\r\n]{0,400}(?:passw|secret|token|key|pwd))(?<names>[^()\r\n]{3,1000})\) FROM stdin;[ \t]{0,8}\r?$/gim;

/** Replaces the values below a secret's name in comma-separated, semicolon-separated and tabulated text, Markdown and dumps. */
export function redactColumns(text: string, note: (kind: string) => void): string {
  let clean = redactBelow(text, HEADER, (header) => {
    const sign = header.groups?.["sign"] ?? ",";
    return { sign, names: header[0].split(sign) };
  }, note);
  if (clean.includes("|")) {
    clean = redactBelow(clean, MARKDOWN_HEADER, ([header]) => {
      return { sign: "|", names: (header.split("\n")[0] ?? "").split("|") };
    }, note);
  }
  if (!clean.includes("COPY ")) return clean;
  return redactBelow(clean, COPY_HEADER, (header) => {
    return { sign: "\t", names: (header.groups?.["names"] ?? "").split(",") };
  }, note);
}

interface Columns {
  sign: string;
  names: string[];
}

function redactBelow(
  text: string,
  headers: RegExp,
  columnsOf: (header: RegExpExecArray) => Columns,
  note: (kind: string) => void,
): string {
  let out = "";
  let from = 0;
  headers.lastIndex = 0;
  for (let header = headers.exec(text); header !== null; header = headers.exec(text)) {
    const after = header.index + header[0].length;
    const start = text.startsWith("\r\n", after) ? after + 2 : after + 1;
    if (start > text.length || text[start - 1] !== "\n") continue;
    const { sign, names } = columnsOf(header);
    const bareNames = names.map(bare);
    let at = start;
    for (let row = 0; row < MAX_ROWS && at < text.length; row++) {
      const stop = text.indexOf("\n", at);
      const end = stop < 0 ? text.length : stop;
      const cells = text.slice(at, end).split(sign);
      if (cells.length !== names.length) break;
      const clean = cells.map((cell, column) => cleanCell(cell, bareNames[column] ?? "", note)).join(sign);
      out += text.slice(from, at) + clean;
      from = end;
      at = end + 1;
    }
    headers.lastIndex = Math.max(headers.lastIndex, at - 1);
  }
  return from === 0 ? text : out + text.slice(from);
}

function cleanCell(cell: string, name: string, note: (kind: string) => void): string {
  const value = bare(cell);
  if (value.length < 6 || !/\d/.test(value) || !isSecretByName(name, value)) return cell;
  note("secret");
  return cell.replace(value, () => "<redacted>");
}

function bare(cell: string): string {
  return cell.trim().replace(/^["'`*]{1,3}|["'`*]{1,3}$/g, "");
}
