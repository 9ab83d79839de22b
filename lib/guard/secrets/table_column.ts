import { isSecretByName } from "./assignment.ts";

/** A line of names parted by one sign, one of them a secret's. */
const HEADER =
  /^(?=[^\r\n]{0,400}(?:passw|secret|token|key|pwd))["']?[A-Za-z_][\w .-]{0,40}["']?(?<sign>[,;\t])(?:[ \t]{0,2}["']?[A-Za-z_][\w .-]{0,40}["']?(?:\k<sign>|[ \t]{0,2}\r?$)){1,40}/gim;
/** Lines of one table that are read. */
const MAX_ROWS = 10_000;

/** Replaces the values below a secret's name in comma-separated, semicolon-separated and tabulated text. */
export function redactColumns(text: string, note: (kind: string) => void): string {
  let out = "";
  let from = 0;
  HEADER.lastIndex = 0;
  for (let header = HEADER.exec(text); header !== null; header = HEADER.exec(text)) {
    const after = header.index + header[0].length;
    const start = text.startsWith("\r\n", after) ? after + 2 : after + 1;
    if (start > text.length || text[start - 1] !== "\n") continue;
    const sign = header.groups?.["sign"] ?? ",";
    const names = header[0].split(sign).map(bare);
    let at = start;
    for (let row = 0; row < MAX_ROWS && at < text.length; row++) {
      const stop = text.indexOf("\n", at);
      const end = stop < 0 ? text.length : stop;
      const cells = text.slice(at, end).split(sign);
      if (cells.length !== names.length) break;
      const clean = cells.map((cell, column) => cleanCell(cell, names[column] ?? "", note)).join(sign);
      out += text.slice(from, at) + clean;
      from = end;
      at = end + 1;
    }
    HEADER.lastIndex = Math.max(HEADER.lastIndex, at - 1);
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
  return cell.trim().replace(/^["']|["']$/g, "");
}
