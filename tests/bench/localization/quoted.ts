/**
 * Asks the questions of the given sets and prints how often the text for the model quotes a file that was really changed, and lines that were: `run --quoted`.
 * Lines are known where a question's id ends in the hash of its commit.
 */
import { parseArgs } from "node:util";
import type { ToolContext } from "../../../lib/codebase/codebase.ts";
import { tool as graph } from "../../../lib/codebase/tools/graph_rag.ts";
import { tool as search } from "../../../lib/codebase/tools/search.ts";
import { fuse } from "../../../lib/kernel/fuse.ts";
import { readIntent } from "../../../lib/kernel/intent/intent.ts";
import { shapedQuery } from "../../../lib/kernel/query.ts";
import { renderForModel, selectBlocks } from "../../../lib/kernel/render.ts";
import { CLIENT_CAP, DEFAULTS } from "../../../lib/settings/defaults.ts";
import { quotesSource } from "../rival/quoted_source.ts";
import type { Lines } from "./changed_lines.ts";
import { Checkouts } from "./checkouts.ts";
import { type Question, readQuestions } from "./question.ts";

/** Lines beside a changed one that still lead to it. */
const NEAR = 10;
const LIMITS = { limit: 10, depth: 2, budget: 8000, top_k: 10 };

interface Answer {
  /** Best rank of a right file, 0 where none is ranked. */
  rank: number;
  /** Whether a right file is named; quoted, by two lines or more; whether one of its snippets is. */
  named: boolean;
  quoted: boolean;
  snippet: boolean;
  /** Whether lines near changed ones are in a snippet, or in it or single: undefined where it is not known which were. */
  lines?: { snippet: boolean; any: boolean };
  characters: number;
}

async function answer(question: Question, context: ToolContext, checkouts: Checkouts): Promise<Answer> {
  const { symbols, paths } = readIntent(question.query);
  const request = { query: shapedQuery(question.query).forTools, symbols, paths, ...LIMITS };
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
  const order = found.data["ranked"];
  const ranks = question.gold.map((path) => Array.isArray(order) ? order.indexOf(path) + 1 : 0).filter((
    rank,
  ) => rank > 0);
  const shown = question.gold.map((path) => ({
    path,
    snippet: linesAfter(selection.blocks, path, /^\s*(\d+) \|/),
    any: linesAfter(selection.blocks, path, /^\s*(\d+)(?: \||: )/),
    changed: checkouts.changed(question, path),
  }));
  const known = shown.filter(({ changed }) => changed.length > 0);
  return {
    rank: ranks.length === 0 ? 0 : Math.min(...ranks),
    named: question.gold.some((path) => text.includes(path)),
    quoted: shown.some(({ path }) => quotesSource(text, path, sourceOf(context, path))),
    snippet: shown.some(({ snippet }) => snippet.length > 0),
    ...(known.length > 0 && {
      lines: {
        snippet: known.some(({ snippet, changed }) => areNear(snippet, changed)),
        any: known.some(({ any, changed }) => areNear(any, changed)),
      },
    }),
    characters: text.length,
  };
}

/** Numbers of the lines that stand below a path. */
function linesAfter(blocks: readonly string[], path: string, line: RegExp): number[] {
  return blocks.filter((block) => block.startsWith(`${path}:`)).flatMap((block) =>
    block.split("\n").flatMap((each) => Number(line.exec(each)?.[1] ?? "0") || [])
  );
}

function areNear(lines: readonly number[], changed: readonly Lines[]): boolean {
  return lines.some((line) => changed.some(([first, last]) => line >= first - NEAR && line <= last + NEAR));
}

function sourceOf({ root }: ToolContext, path: string): string {
  try {
    return Deno.readTextFileSync(`${root}/${path}`);
  } catch (error) {
    // The change made the file.
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

function print(name: string, answers: readonly Answer[]): void {
  if (answers.length === 0) return;
  const share = (of: readonly boolean[]) =>
    (100 * of.filter(Boolean).length / Math.max(1, of.length)).toFixed(1);
  const within = (k: number) => share(answers.map(({ rank }) => rank > 0 && rank <= k));
  const lines = answers.flatMap((each) => each.lines ?? []);
  const characters = answers.reduce((sum, each) => sum + each.characters, 0) / answers.length;
  console.log(
    `| ${name} | ${answers.length} | ${within(3)} / ${within(10)} | ${
      share(answers.map(({ named }) => named))
    } | ${share(answers.map(({ quoted }) => quoted))} | ${share(answers.map(({ snippet }) => snippet))} | ${
      share(lines.map(({ snippet }) => snippet))
    } / ${share(lines.map(({ any }) => any))} of ${lines.length} | ${characters.toFixed(0)} |`,
  );
}

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: { mirrors: text, work: text, only: text, rebuild: flag, quoted: flag },
});
const only = new RegExp(String(args["only"] ?? ""));
const checkouts = new Checkouts(String(args["mirrors"] ?? "."), String(args["work"] ?? "."));
console.log(
  "| | n | ranked @3 / @10 | named | quoted | in a snippet | changed lines: in it / told | characters |\n|---|--:|--:|--:|--:|--:|--:|--:|",
);
for (const file of positionals) {
  const { name, questions } = readQuestions(file);
  const had = questions.filter(({ id, repo }) => only.test(id) || only.test(repo))
    .filter((question) => checkouts.time(question) !== undefined)
    .sort((a, b) => a.repo < b.repo ? -1 : a.repo > b.repo ? 1 : 0);
  const answers: { question: Question; answer: Answer }[] = [];
  for (const question of had) {
    const context = await checkouts.context(question, args["rebuild"] === true);
    answers.push({ question, answer: await answer(question, context, checkouts) });
  }
  print(name, answers.map((each) => each.answer));
  print(
    `${name}, Chinese`,
    answers.filter(({ question }) => question.nl === "zh").map((each) => each.answer),
  );
}
