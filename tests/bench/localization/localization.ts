/** Ranks the questions of the given sets and prints how often the files that were really changed came first. `run --help` says how. */
import { parseArgs } from "node:util";
import type { ToolContext } from "../../../lib/codebase/codebase.ts";
import { repoFiles } from "../../../lib/codebase/files/repo_files.ts";
import { openIndex } from "../../../lib/codebase/index/index_state.ts";
import { shapeQuery } from "../../../lib/codebase/query/query.ts";
import { messageScores } from "../../../lib/codebase/ranking/message_signal.ts";
import { withTranslatedLabels } from "../../../lib/codebase/ranking/translated_labels.ts";
import { rank } from "../../../lib/codebase/ranking/rank.ts";
import { readIntent } from "../../../lib/kernel/intent/intent.ts";
import { shapedQuery } from "../../../lib/kernel/query.ts";
import { Checkouts } from "./checkouts.ts";
import { type Question, readQuestions } from "./question.ts";
import { type Outcome, outcome, summary } from "./scores.ts";
import { corpusWithout, promptWithout, queryWithout, type Signal, SIGNALS } from "./without.ts";

/** Files of an answer that are scored, as `context --format paths` prints them. */
const ANSWER = 50;
const RANKED = 60;
const NO_HURRY_MS = 60_000;

const string = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mirrors: string,
    work: string,
    only: string,
    out: string,
    part: string,
    without: string,
    "by-repo": flag,
    rebuild: flag,
  },
});
const only = new RegExp(args.only ?? "");
const checkouts = new Checkouts(args.mirrors ?? ".", args.work ?? ".");
const [part = 0, parts = 1] = (args.part ?? "0/1").split("/").map(Number);
const left = SIGNALS.find((signal) => signal === args.without);
if (args.without !== undefined && left === undefined) {
  console.error(`--without: one of ${SIGNALS.join(", ")}`);
  Deno.exit(2);
}

/** Paths for one question, best first, as `ci_search` ranks them with a fresh index. */
function answer(
  question: Question,
  context: ToolContext,
  left: Signal | undefined,
): { paths: string[]; ms: number } {
  const { stored } = openIndex(context.cacheDir);
  if (!stored) throw new Error(`${question.id}: no index in ${context.cacheDir}`);
  const started = performance.now();
  const { symbols, paths } = readIntent(question.query);
  const prompt = promptWithout(left, shapedQuery(question.query).forTools);
  const files = repoFiles(context);
  const read = (path: string) => {
    const content = files.read(path);
    return content.kind === "text" ? content.text : undefined;
  };
  const corpus = corpusWithout(left, stored);
  const shaped = queryWithout(left, shapeQuery(prompt, symbols, paths));
  const query = left === "translations" ? shaped : withTranslatedLabels(shaped, corpus, read);
  const deadline = performance.now() + NO_HURRY_MS;
  const votes = left === "commits"
    ? new Map<number, number>()
    : messageScores(stored, query, Date.parse(context.time) / 1000);
  const ranking = rank(corpus, query, { votes, deadline, limit: RANKED });
  const ms = performance.now() - started;
  stored.close();
  return { paths: ranking.files.slice(0, ANSWER).map(({ path }) => path), ms };
}

function print(name: string, of: readonly Outcome[]): void {
  if (of.length === 0) return;
  const { n, acc, mrr, p50, p95 } = summary(of);
  const shares = [acc[1], acc[3], acc[5], acc[10]].map((share) => share.toFixed(1)).join(" / ");
  console.log(`| ${name} | ${n} | ${shares} | ${mrr.toFixed(3)} | ${p50.toFixed(0)} / ${p95.toFixed(0)} |`);
}

const lines: string[] = [];
console.log("| | n | Acc@1 / @3 / @5 / @10 | MRR | ms p50 / p95 |\n|---|--:|--:|--:|--:|");
for (const file of positionals) {
  const set = readQuestions(file);
  const repos = [...new Set(set.questions.map(({ repo }) => repo))].sort().filter((_, at) =>
    at % parts === part
  );
  const wanted = set.questions.filter(({ id, repo }) =>
    repos.includes(repo) && (only.test(id) || only.test(repo))
  );
  const times = new Map(wanted.map((question) => [question.id, checkouts.time(question)]));
  // A repository's commits in order, so that each index is made of the one before.
  const had = wanted.filter(({ id }) => times.get(id) !== undefined).sort((a, b) =>
    a.repo < b.repo ? -1 : a.repo > b.repo ? 1 : (times.get(a.id) ?? 0) - (times.get(b.id) ?? 0)
  );
  const outcomes: Outcome[] = [];
  for (const question of had) {
    const context = await checkouts.context(question, args.rebuild === true);
    const { paths, ms } = answer(question, context, left);
    const result = outcome(question, set, paths, ms);
    outcomes.push(result);
    const { ranks, top } = result;
    lines.push(
      JSON.stringify({
        set: set.name,
        id: question.id,
        nl: question.nl,
        ranks,
        top,
        gold: question.gold,
        ms,
      }),
    );
  }
  print(set.name, outcomes);
  print(`${set.name}, Chinese`, outcomes.filter(({ question }) => question.nl === "zh"));
  if (args["by-repo"] === true) {
    for (const repo of repos) print(repo, outcomes.filter(({ question }) => question.repo === repo));
  }
  if (wanted.length > had.length) {
    console.log(`${wanted.length - had.length} left out: no such commit in the mirrors`);
  }
}
const out = args.out ?? "";
if (out !== "") Deno.writeTextFileSync(out, lines.map((line) => `${line}\n`).join(""));
