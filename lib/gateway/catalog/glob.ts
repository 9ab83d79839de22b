/**
 * Whether a `server/tool` name matches a pattern of the user's: `*` stands for any characters, and a server's name alone for all its tools. Takes
 * time proportional to the length of both.
 */
export function matchesTool(pattern: string, name: string): boolean {
  const parts = (pattern.includes("/") || pattern.includes("*") ? pattern : `${pattern}/*`).split("*");
  const first = parts.shift() ?? "";
  const last = parts.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) {
    return false;
  }
  const end = name.length - last.length;
  let at = first.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** The first of the patterns that matches. */
export function matchingPattern(patterns: readonly string[], name: string): string | undefined {
  return patterns.find((pattern) => matchesTool(pattern, name));
}
