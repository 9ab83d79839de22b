const PRIVATE_LINES = /^(?<indent>[^\n]{0,20}?)Private-Lines: (?<count>\d{1,3})[ \t\r]{0,4}$/gm;

/** Replaces the private half of keys as PuTTY writes them. */
export function redactPuttyKeys(text: string, note: (kind: string) => void): string {
  if (!text.includes("Private-Lines: ")) return text;
  let out = "";
  let from = 0;
  for (const found of text.matchAll(PRIVATE_LINES)) {
    const start = found.index + found[0].length + 1;
    let at = start;
    for (let line = 0; line < Number(found.groups?.["count"]) && at > 0 && at < text.length; line++) {
      at = text.indexOf("\n", at) + 1 || text.length + 1;
    }
    const body = text.slice(start, at - 1);
    if (start < from || body.length < 8 || body.startsWith("<redacted>")) continue;
    out += `${text.slice(from, start)}<redacted>${body.replace(/[^\n]+/g, "")}`;
    from = at - 1;
    note("private-key");
  }
  return from === 0 ? text : out + text.slice(from);
}
