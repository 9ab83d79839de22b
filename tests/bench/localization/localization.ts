/** Asks the requests of the given sets and prints how often what was really changed comes first, or is quoted. `run --help` says how. */
import { parseArgs } from "node:util";
import { Checkouts } from "./checkouts.ts";
import { type Measure, type Question, readQuestions } from "./question.ts";
import { quoted } from "./quoted.ts";
import { ranked } from "./ranked.ts";

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: { mirrors: text, work: text, only: text, out: text, "by-repo": flag, rebuild: flag, quoted: flag },
});
const only = new RegExp(args.only ?? "");
const checkouts = new Checkouts(args.mirrors ?? ".", args.work ?? ".");

async function print<Answer>({ head, ask, row }: Measure<Answer>): Promise<void> {
  const columns = head.split("|").length;
  console.log(`| | n | ${head} |\n|---|${"--:|".repeat(columns + 1)}`);
  const lines: string[] = [];
  for (const file of positionals) {
    const set = readQuestions(file);
    const wanted = set.questions.filter(({ id, repo }) => only.test(id) || only.test(repo));
    const times = new Map(wanted.map((question) => [question.id, checkouts.time(question)]));
    const time = ({ id }: Question) => times.get(id) ?? 0;
    // A repository's commits in order, so that each index is made of the one before.
    const had = wanted.filter(({ id }) => times.get(id) !== undefined)
      .sort((a, b) => a.repo < b.repo ? -1 : a.repo > b.repo ? 1 : time(a) - time(b));
    const answers: { question: Question; answer: Answer }[] = [];
    for (const question of had) {
      const context = await checkouts.context(question, args.rebuild === true);
      const answer = await ask(question, context, { set, checkouts });
      answers.push({ question, answer });
      lines.push(JSON.stringify({ id: question.id, gold: question.gold, ...answer }));
    }
    const say = (name: string, of: (question: Question) => boolean) => {
      const chosen = answers.filter(({ question }) => of(question)).map(({ answer }) => answer);
      if (chosen.length > 0) console.log(`| ${name} | ${chosen.length} | ${row(chosen)} |`);
    };
    say(set.name, () => true);
    say(`${set.name}, Chinese`, ({ nl }) => nl === "zh");
    if (args["by-repo"] === true) {
      for (const repo of new Set(had.map(({ repo }) => repo))) {
        say(repo, (question) => question.repo === repo);
      }
    }
    if (wanted.length > had.length) {
      console.log(`${wanted.length - had.length} left out: no such commit in the mirrors`);
    }
  }
  if (args.out !== undefined) Deno.writeTextFileSync(args.out, lines.map((line) => `${line}\n`).join(""));
}

await (args.quoted === true ? print(quoted) : print(ranked));
