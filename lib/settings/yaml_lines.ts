/**
 * The 1-based line on which a key path stands in a YAML text, found by walking its keys downwards; undefined where it is not found.
 * Parsers give no places for values, and a message without a line makes people search.
 */
export function lineOfKey(text: string, path: readonly string[]): number | undefined {
  const lines = text.split("\n");
  let at = 0;
  let found: number | undefined;
  for (const key of path) {
    if (/^\d+$/.test(key)) {
      at = lineOfItem(lines, at, Number(key)) ?? at;
      found = at + 1;
      continue;
    }
    const line = lines.findIndex((each, index) => index >= at && holdsKey(each, key));
    if (line < 0) return found;
    at = line;
    found = line + 1;
  }
  return found;
}

function holdsKey(line: string, key: string): boolean {
  const code = line.replace(/^\s*#.*$/, "");
  for (let from = code.indexOf(key); from >= 0; from = code.indexOf(key, from + 1)) {
    const before = code.slice(0, from).trimEnd();
    const after = code.slice(from + key.length).replace(/^["']/, "").trimStart();
    if (after.startsWith(":") && (before === "" || /[-{,"']$/.test(before))) return true;
  }
  return false;
}

function lineOfItem(lines: string[], from: number, index: number): number | undefined {
  let seen = -1;
  let indent: number | undefined;
  for (let line = from; line < lines.length; line++) {
    const dash = /^(\s*)- /.exec(`${lines[line]} `);
    if (!dash) continue;
    const depth = dash[1]?.length ?? 0;
    indent ??= depth;
    if (depth === indent && ++seen === index) return line;
  }
  return undefined;
}
