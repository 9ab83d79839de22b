/**
 * The 1-based line on which a key path stands in a YAML text, found by walking its keys and indices downwards; of the part that is found, where it is not found
 * whole. Parsers give no places for values, and a message without a line makes people search.
 */
export function lineOfKey(text: string, path: readonly string[]): number | undefined {
  const lines = text.split("\n");
  let at = 0;
  let found: number | undefined;
  for (const key of path) {
    const next = /^\d+$/.test(key) ? lineOfItem(lines, at, Number(key)) : lineOfName(lines, at, key);
    if (next === undefined) return found;
    at = next;
    found = at + 1;
  }
  return found;
}

function lineOfName(lines: readonly string[], from: number, key: string): number | undefined {
  const name = new RegExp(`(?:^|[-{,"'])\\s*["']?${key.replace(/\W/gu, "\\$&")}["']?\\s*:`);
  const at = lines.findIndex((line, index) => index >= from && name.test(line.replace(/^\s*#.*/, "")));
  return at < 0 ? undefined : at;
}

/** The line of the item with an index in the list that begins first. */
function lineOfItem(lines: readonly string[], from: number, index: number): number | undefined {
  const indents = lines.map((line) => /^\s*(?=- )/.exec(`${line} `)?.[0].length);
  const indent = indents.find((each, line) => line >= from && each !== undefined);
  return indents.flatMap((each, line) => line >= from && each === indent && each !== undefined ? [line] : [])
    .at(index);
}
