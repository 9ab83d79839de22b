import type { Finding } from "../../contract/finding.ts";
import type { ToolContext } from "../codebase.ts";
import { finding } from "../excerpts/place.ts";
import { quote, quoteAround } from "../excerpts/quote.ts";
import { session, within } from "../session.ts";
import { counted } from "../tool_request.ts";

const MAX_FOLDERS = 10;
const README = /^readme(?:[._-]\w{2,8}){0,2}$/i;
const CHINESE = /[\u4e00-\u9fff]/;
/** A line of a README that tells something: badges, pictures, links, lists, headings and code do not. */
const PROSE = /^(?![<#=![|>]|[*_+-](?!\*))(?=.{30})[^\n]*[\p{L}]{2}/u;
const FENCE = /^\s*(?:```|~~~)/;

/** What answers a question about the project as a whole: the head of its README, then its top folders, the largest first. */
export async function overview(tool: string, query: string, context: ToolContext) {
  const { files, listing } = session(context);
  const listed = await within(listing, context.deadline);
  const paths = [...listed?.tracked ?? [], ...listed?.untracked ?? []];
  const ofLanguage = (path: string) => Number(/zh|cn/i.test(path) === CHINESE.test(query));
  const [readme] = paths.filter((path) => README.test(path) && files.allowed(path))
    .toSorted((a, b) => ofLanguage(b) - ofLanguage(a) || a.length - b.length);
  const findings: Finding[] = [];
  const content = readme === undefined ? undefined : files.read(readme);
  if (readme !== undefined && content?.kind === "text") {
    const said = { path: readme, summary: "what the project says of itself", confidence: 1 };
    findings.push(finding(tool, { ...said, ...headOf(content.text) }, context));
  }
  // Hidden folders are tools' own.
  const top = largest(paths.filter(files.allowed), (path) => /^([^./][^/]*)\//.exec(path)?.[1]);
  for (const [at, [folder, inside]] of top.slice(0, MAX_FOLDERS).entries()) {
    const said = { title: folder, summary: describe(inside), confidence: 0.8 - at / 100 };
    findings.push(finding(tool, said, context));
  }
  return {
    summary: `the project as a whole: ${counted(paths.length, "file")}`,
    findings,
    data: { ranked: readme === undefined ? [] : [readme] },
    limits: [],
    truncated: false,
  };
}

/** As many lines of a README as are quoted, from the heading above its first words on. */
function headOf(text: string) {
  const lines = text.split("\n");
  let isCode = false;
  const first = Math.max(
    0,
    lines.findIndex((line) => {
      if (FENCE.test(line)) isCode = !isCode;
      return !isCode && PROSE.test(line);
    }),
  );
  const heading = lines.slice(0, first).findLastIndex((line) => /^#+ /.test(line));
  const line = heading >= 0 && first - heading <= 3 ? heading : first;
  return quote(lines, quoteAround(lines, line + 1, undefined, { before: 0 }), []);
}

/** Paths grouped by what `keyOf` gives, the largest group first; those without a key are left out. */
function largest(
  paths: readonly string[],
  keyOf: (path: string) => string | undefined,
): [key: string, paths: string[]][] {
  const groups = Map.groupBy(paths, (path) => keyOf(path) ?? "");
  groups.delete("");
  return [...groups].toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1));
}

/** `210 files, mostly .java`, and the folders in it with the most files. */
function describe(paths: readonly string[]): string {
  const [ending] = largest(paths, (path) => /\.\w+$/.exec(path)?.[0]);
  const below = largest(paths, (path) => path.split("/").slice(1, -1)[0]).slice(0, 5).map(([key]) => key);
  const kind = ending === undefined ? "" : `, mostly ${ending[0]}`;
  return `${counted(paths.length, "file")}${kind}${below.length === 0 ? "" : `: ${below.join(", ")}`}`;
}
