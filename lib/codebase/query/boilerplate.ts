/** What issue templates, terminals and tools put around a request: it is long, it repeats, and it names no place in the code. */

/** Headings whose whole section tells about the reporter's machine. */
const ENVIRONMENT =
  /^(?:#{1,6}\s*|\*\*)?(?:environment|platform|os|operating system|system info(?:rmation)?|installation|how did you install|(?:[a-z/]+ )?versions?)\b[^.?]{0,40}$|^[#* ]*(?:环境|版本|系统)/i;
const HEADING = /^(?:#{1,6}\s+\S|\*\*[^*]{1,80}\*\*:?\s*$)/;
/** `numpy 1.17.2`, `- Python: 3.8`, `pytest-7.0.1`. A name begins with what no bullet has: else a line of dashes is tried in every way there is to cut it. */
const VERSION_LINE = /^[\s*-]*(?:[ -]|[\w.+/()][\w .+/()-]{0,39})[\s:=@-]+v?\d+\.\d\S*(?:\s*\(.{0,80}\))?$/;
const CHECK_LIST = /^\s*[-*]\s*\[[ xX]\]/;
/** `path/file.py:12:3: …`: what compilers and linters print. */
const TOOL_OUTPUT = /^\s*[\w./\\-]{1,160}\.\w{1,8}:\d{1,7}(?::\d{1,5})?:\s/;
const URL = /\b(?!file:)[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"')\]]{1,2000}/g;
const BLOB = /\/(?:blob|tree|raw)\/[^/\s]{1,100}\/([^\s#?]{1,400})(?:#L(\d{1,6}))?/;

/** The lines of a request without its template and its reporter's machine; `isOutput` marks what a tool printed. */
export function strippedLines(text: string): { text: string; isOutput: boolean }[] {
  const lines = withoutLinks(withoutComments(text)).split(/\r?\n/);
  const kept: { text: string; isOutput: boolean }[] = [];
  let skipping = false;
  let fenced = false;
  for (const line of lines) {
    const trimmed = line.trim();
    if (/^(?:```|~~~)/.test(trimmed)) fenced = !fenced;
    const isShort = trimmed.length <= 120 && kept.length > 0;
    if (isShort && !fenced && HEADING.test(trimmed)) skipping = ENVIRONMENT.test(trimmed);
    if (skipping || CHECK_LIST.test(line) || (isShort && VERSION_LINE.test(trimmed))) continue;
    kept.push({ text: line, isOutput: TOOL_OUTPUT.test(line.slice(0, 400)) });
  }
  return kept;
}

/** A text without its links; of one to a file of a repository, the file's path stays, and its line. */
export function withoutLinks(text: string): string {
  if (!text.includes("://")) return text;
  return text.replace(URL, (url) => {
    const blob = BLOB.exec(url);
    return blob === null ? " " : ` ${blob[1]}${blob[2] === undefined ? "" : `:${blob[2]}`} `;
  });
}

/** A pattern would look for the end of each beginning anew. One that does not end is text. */
function withoutComments(text: string): string {
  const [before = "", ...comments] = text.split("<!--");
  return before + comments.map((comment) => {
    const end = comment.indexOf("-->");
    return end < 0 ? `<!--${comment}` : ` ${comment.slice(end + 3)}`;
  }).join("");
}
