/** A macro as C writes it, with its arguments. */
const MACRO = String.raw`[A-Z][A-Z\d_]{2,60}(?:\((?:[^()\n]|\([^()\n]{0,200}\)){0,200}\))?`;
/** Directives with the lines that they go on in: what they say stays. */
const DIRECTIVE = String.raw`^[ \t]*#(?:[^\n\\]|\\[^]){0,5000}`;

/** Macros that a grammar has no place for: on a line of their own, before a type or another word (`API void open(`, `class EXPORT Shop`), behind `if`. */
const C_MACRO = new RegExp(
  [
    DIRECTIVE,
    String.raw`^[ \t]*${MACRO}[ \t]*\r?$(?!\s{0,200}[{)\]};])`,
    String.raw`(?<![\w#.>~]|[-=(,&|<+!?][ \t]{0,3}|\b(?:return|case|goto)[ \t]{1,3})${MACRO}` +
    String.raw`(?=\s{1,40}(?:[A-Za-z_][\w:]{0,60}(?:<[^<>\n]{0,100}>)?[ \t*&]{1,20}[A-Za-z_~]|\[\[))`,
  ].join("|"),
  "gm",
);
/** A text in which macros that its grammar has no place for are blanked; as long, with the same line ends. */
export function readableText(text: string, grammar: string): string {
  if (grammar !== "c" && grammar !== "cpp") return text;
  const blank = (found: string) => found.trimStart().startsWith("#") ? found : found.replace(/[^\r\n]/g, " ");
  return text.replace(C_MACRO, blank);
}

const OPEN = /<script\b[^>]{0,1000}>/gi;
const CLOSE = "</script";
const FRONTMATTER = /^---\r?\n/;

/** The code in a file: of a Vue, Svelte or Astro file everything else is left out, but for the ends of its lines. */
export function codeIn(path: string, text: string): string {
  if (!/\.(?:vue|svelte|astro)$/i.test(path)) return text;
  const kept: string[] = [];
  let at = 0;
  const keep = (from: number, to: number) => {
    kept.push(text.slice(at, from).replace(/[^\n]+/g, ""), text.slice(from, to));
    at = to;
  };
  const fence = FRONTMATTER.exec(text)?.[0].length;
  const end = fence === undefined ? -1 : text.indexOf("\n---", fence - 1) + 1;
  if (fence !== undefined && end > 0) keep(fence, Math.max(end, fence));
  for (const open of text.matchAll(OPEN)) {
    if (open.index < at) continue;
    const from = open.index + open[0].length;
    const close = text.indexOf(CLOSE, from);
    keep(from, close === -1 ? text.length : close);
    // Code of two scripts does not run together.
    kept.push(";");
  }
  keep(text.length, text.length);
  return kept.join("");
}
