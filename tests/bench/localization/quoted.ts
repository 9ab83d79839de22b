import { tool as graph } from "../../../lib/codebase/tools/graph_rag.ts";
import { tool as search } from "../../../lib/codebase/tools/search.ts";
import { fuse } from "../../../lib/kernel/fuse.ts";
import { renderForModel, selectBlocks } from "../../../lib/kernel/render.ts";
import { CLIENT_CAP, DEFAULTS } from "../../../lib/settings/defaults.ts";
import type { Lines } from "./changed_lines.ts";
import { type Measure, percent, requestOf } from "./question.ts";

/** Lines beside a changed one that whoever reads a diff sees with it. */
const NEAR = 3;

interface Answer {
  /** Whether a right file is named; quoted; whether one of its snippets is. */
  named: boolean;
  quoted: boolean;
  snippet: boolean;
  /** Whether lines near changed ones are in a snippet, or in it or single: undefined where it is not known which were. */
  lines?: { snippet: boolean; any: boolean };
  characters: number;
}

/** How often the text for the model quotes a file that was really changed, and lines that were. Lines are known where a question's id ends in the hash of its commit. */
export const quoted: Measure<Answer> = {
  head: "named | quoted | in a snippet | changed lines: in it / told | characters",
  async ask(question, context, { checkouts }) {
    const request = requestOf(question);
    const found = await search(request, context);
    const related = await graph(request, context);
    const { ranked } = fuse([...found.findings, ...related.findings], DEFAULTS.maxItemChars);
    const inputs = {
      runId: "20260101-000000-abcdef",
      commit: context.commit,
      time: context.time,
      tools: ["ci_search", "ci_graph_rag"],
      items: ranked.slice(0, DEFAULTS.maxItems),
      alreadyGiven: [],
      limits: [],
      nonce: "0123456789abcdef",
      cap: CLIENT_CAP["claude-hook"],
      maxSnippets: DEFAULTS.maxSnippets,
    };
    const selection = selectBlocks(inputs);
    const text = renderForModel(inputs, selection);
    const shown = question.gold.map((path) => ({
      snippet: linesAfter(selection.blocks, path, /^\s*(\d+) \|/),
      any: linesAfter(selection.blocks, path, /^\s*(\d+)(?: \||: )/),
      changed: checkouts.changed(question, path),
    }));
    const known = shown.filter(({ changed }) => changed.length > 0);
    return {
      named: question.gold.some((path) => text.includes(path)),
      quoted: shown.some(({ any }) => any.length > 0),
      snippet: shown.some(({ snippet }) => snippet.length > 0),
      ...(known.length > 0 && {
        lines: {
          snippet: known.some(({ snippet, changed }) => areNear(snippet, changed)),
          any: known.some(({ any, changed }) => areNear(any, changed)),
        },
      }),
      characters: text.length,
    };
  },
  row(answers) {
    const share = (of: "named" | "quoted" | "snippet") => percent(answers.map((answer) => answer[of]));
    const lines = answers.flatMap((answer) => answer.lines ?? []);
    const near = (of: "snippet" | "any") => percent(lines.map((each) => each[of]));
    const characters = answers.reduce((sum, answer) => sum + answer.characters, 0) / answers.length;
    return [
      share("named"),
      share("quoted"),
      share("snippet"),
      `${near("snippet")} / ${near("any")} of ${lines.length}`,
      characters.toFixed(0),
    ].join(" | ");
  },
};

/** Numbers of the lines that stand below a path. */
function linesAfter(blocks: readonly string[], path: string, line: RegExp): number[] {
  return blocks.filter((block) => block.startsWith(`${path}:`)).flatMap((block) =>
    block.split("\n").flatMap((each) => Number(line.exec(each)?.[1] ?? "0") || [])
  );
}

function areNear(lines: readonly number[], changed: readonly Lines[]): boolean {
  return lines.some((line) => changed.some(([first, last]) => line >= first - NEAR && line <= last + NEAR));
}
