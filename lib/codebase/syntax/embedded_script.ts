const OPEN = /<script\b[^>]{0,1000}>/gi;
const CLOSE = "</script";
const FRONTMATTER = /^---\r?\n/;

/** Whether a file of this name keeps its code in a part of it. */
export function hasScript(path: string): boolean {
  return /\.(?:vue|svelte|astro)$/i.test(path);
}

/** The code in a Vue, Svelte or Astro file: everything else is left out, but for the ends of its lines. */
export function scriptOf(text: string): string {
  let script = "";
  let at = 0;
  const keep = (from: number, to: number) => {
    script += newlines(text, at, from) + text.slice(from, to);
    at = to;
  };
  const fence = FRONTMATTER.exec(text);
  if (fence !== null) {
    const end = text.indexOf("\n---", fence[0].length - 1);
    if (end !== -1) keep(fence[0].length, Math.max(end + 1, fence[0].length));
  }
  OPEN.lastIndex = at;
  for (let open = OPEN.exec(text); open !== null; open = OPEN.exec(text)) {
    const from = open.index + open[0].length;
    const end = text.indexOf(CLOSE, from);
    keep(from, end === -1 ? text.length : end);
    // Code of two scripts does not run together.
    script += ";";
    OPEN.lastIndex = at;
  }
  return script + newlines(text, at, text.length);
}

function newlines(text: string, from: number, to: number): string {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) count++;
  return "\n".repeat(count);
}
