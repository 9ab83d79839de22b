/** Whether a text matches a pattern in which `*` stands for any characters. Takes time proportional to the length of both. */
export function matchesWildcard(pattern: string, text: string): boolean {
  const [first = "", ...parts] = pattern.split("*");
  const last = parts.pop();
  if (last === undefined) return text === first;
  const end = text.length - last.length;
  let at = first.length;
  if (at > end || !text.startsWith(first) || !text.endsWith(last)) return false;
  return parts.every((part) => {
    const found = text.indexOf(part, at);
    at = found + part.length;
    return found >= 0 && at <= end;
  });
}
