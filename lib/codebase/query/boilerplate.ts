/**
 * What issue templates, terminals and tools put around a request: it is long, it repeats, and it names no place in the code.
 */

/** Headings whose whole section tells about the reporter's machine. */
const ENVIRONMENT_HEADING =
  /^(?:#{1,6}\s*|\*\*)?(?:environment|versions?(?: information)?|version info|platform|os|operating system|system info(?:rmation)?|installation|(?:python|node|os|package|software|library|browser|pylint|rust|go|java)[ /a-z]{0,24} versions?|additional dependencies|how did you install.*|环境|版本|系统信息|系统环境)\s*:?\**\s*:?$/i;

const HEADING = /^(?:#{1,6}\s+\S|\*\*[^*]{1,80}\*\*:?\s*$)/;

/** Headings of templates whose section is worth reading, but which are not words of the request. */
const TEMPLATE_HEADING =
  /^(?:#{1,6}\s*|\*\*)?(?:bug (?:report|description)|describe the bug|description|steps? to reproduce.*|to reproduce|how to reproduce.*|reproduction.*|steps.*code to reproduce|(?:actual|expected|current|observed|desired)(?: |$)(?:behaviou?r|results?|output)?|minimal.*example|additional (?:context|information|info).*|configuration|command used|command|checklist|prerequisites|summary|context|screenshots?|possible solution|what happened.*|what did you .*|feature request|problem|solution|proposal|motivation|问题描述|重现步骤|期望结果|实际结果|描述)\s*[:?]*\**\s*[:?]*$/i;

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
    const short = trimmed.length <= 120;
    if (!fenced && short && kept.length > 0) {
      if (ENVIRONMENT_HEADING.test(trimmed)) {
        skipping = true;
        continue;
      }
      if (HEADING.test(trimmed)) skipping = false;
      if (TEMPLATE_HEADING.test(trimmed)) {
        skipping = false;
        continue;
      }
    }
    if (skipping || CHECK_LIST.test(line) || (short && kept.length > 0 && VERSION_LINE.test(trimmed))) {
      continue;
    }
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

/** A pattern would look for the end of each beginning anew. */
function withoutComments(text: string): string {
  let kept = "";
  let at = 0;
  for (;;) {
    const from = text.indexOf("<!--", at);
    const to = from < 0 ? -1 : text.indexOf("-->", from + 4);
    if (to < 0) return kept + text.slice(at);
    kept += `${text.slice(at, from)} `;
    at = to + 3;
  }
}
