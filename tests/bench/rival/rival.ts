/** Asks both programs the same, in turn, in the same repositories, and prints tables. */
import { parseArgs } from "node:util";
import { endBackgroundRuns } from "../background_run.ts";
import { withProcessGroupUse } from "../process_group_use.ts";
import { median, quantile } from "../statistics.ts";
import { ExploreServer } from "./explore_server.ts";
import { type Answer, codegraph, ours, type Program } from "./programs.ts";
import { quotesSource } from "./quoted_source.ts";
import { KINDS, readRequests, type Request, type Subject, SUBJECTS } from "./requests.ts";

const EDITED_FILES = 10;
const REFRESHES = 3;
const SILENT_ROUNDS = 5;
/** Requests of each repository that are asked before there is an index, and those that codegraph's server is asked. */
const SAMPLE = 5;
const MIB = 1024 * 1024;

const text = { type: "string" } as const;
const { values: args } = parseArgs({
  options: { program: text, codegraph: text, mirrors: text, dir: text, details: text, only: text },
});
const scratch = String(args["dir"]);
const detailsFile = args["details"] === undefined ? undefined : String(args["details"]);
const subjects = SUBJECTS.filter(({ repo }) => repo.includes(String(args["only"] ?? "")));
const requests = await readRequests();

/** One row of a table: what was measured, and each program's value. */
type Row = [what: string, ours: string, theirs: string];

interface Detail {
  id: string;
  program: string;
  way: string;
  ms: number;
  characters: number;
  named: boolean;
  quoted: boolean;
}

const details: Detail[] = [];
const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s`;
const mib = (bytes: number): string => `${(bytes / MIB).toFixed(0)} MiB`;
const times = (values: readonly number[]): string =>
  `${median(values).toFixed(0)} / ${quantile(values, 0.95).toFixed(0)} ms`;
const say = (text: string): void => console.error(`rival: ${text}`);

async function checkout({ mirror, base }: Subject, dir: string): Promise<void> {
  const git = async (...command: string[]): Promise<void> => {
    const { success, stderr } = await new Deno.Command("git", { args: command, stdout: "null" }).output();
    if (!success) throw new Error(`git ${command.join(" ")}: ${new TextDecoder().decode(stderr).trim()}`);
  };
  await git("clone", "--quiet", "--shared", "--no-checkout", `${args["mirrors"]}/${mirror}/repo`, dir);
  await git("-C", dir, "checkout", "--quiet", "--detach", base);
}

async function folderBytes(dir: string): Promise<number> {
  let bytes = 0;
  for await (const entry of Deno.readDir(dir)) {
    const path = `${dir}/${entry.name}`;
    bytes += entry.isDirectory ? await folderBytes(path) : (await Deno.lstat(path)).size;
  }
  return bytes;
}

/** Appends a line to each of the first files of the repository's gold answers: files that are surely code. */
async function edit(repo: string, paths: readonly string[], round: number): Promise<void> {
  for (const path of paths.slice(0, EDITED_FILES)) {
    await Deno.writeTextFile(`${repo}/${path}`, `\n// edited in round ${round}\n`, { append: true });
  }
}

/** Ends what a program left running, its daemon included. */
const endLeftovers = ({ env }: Program): Promise<void> => endBackgroundRuns("HOME", env["HOME"] ?? "");

const mark = ({ env }: Program): { name: string; value: string } => ({
  name: "HOME",
  value: env["HOME"] ?? "",
});

async function measure(subject: Subject): Promise<Row[]> {
  const name = subject.mirror.split("+")[1] ?? "";
  const programs: [Program, Program] = [
    ours(String(args["program"]), `${scratch}/${name}-home-ours`),
    codegraph(String(args["codegraph"]), `${scratch}/${name}-home-theirs`),
  ];
  const repos = new Map<Program, string>();
  for (const [at, program] of programs.entries()) {
    await Deno.mkdir(program.env["HOME"] ?? "", { recursive: true });
    const repo = `${scratch}/${at === 0 ? "ours" : "theirs"}/${name}`;
    await checkout(subject, repo);
    repos.set(program, repo);
  }
  const of = requests.filter(({ repo }) => repo === subject.repo);
  const golds = [...new Set(of.flatMap(({ gold }) => gold))];
  const cells = new Map<string, string[]>();
  const note = (what: string, value: string): void => {
    cells.set(what, [...(cells.get(what) ?? []), value]);
  };
  try {
    for (const program of programs) await firstPrompts(program, repos.get(program) ?? "", of, note);
    for (const program of programs) await build(program, repos.get(program) ?? "", note);
    await ask(programs, repos, of, note);
    await server(programs[1], repos.get(programs[1]) ?? "", of, note);
    await silence(programs, repos, note);
    for (const program of programs) await refresh(program, repos.get(program) ?? "", golds, note);
  } finally {
    for (const program of programs) await endLeftovers(program);
  }
  return [...cells].map(([what, values]) => [what, values[0] ?? "", values[1] ?? "–"]);
}

type Note = (what: string, value: string) => void;

/** What is injected while there is no index. */
async function firstPrompts(
  program: Program,
  repo: string,
  of: readonly Request[],
  note: Note,
): Promise<void> {
  say(`${program.name}: first prompts in ${repo}`);
  const natural = of.filter(({ kind }) => kind === "natural").slice(0, SAMPLE);
  const taken: number[] = [];
  let useful = 0;
  for (const request of natural) {
    const answer = await program.hook(repo, request.text, `first-${request.id}`);
    await endLeftovers(program);
    await Deno.remove(program.indexFolder(repo), { recursive: true }).catch(() => {
      // None was begun.
    });
    taken.push(answer.ms);
    useful += Number(await keep(program, "first prompt", repo, request, answer));
  }
  note(`first prompt, no index: p50 / p95`, times(taken));
  note(`first prompt, no index: right source quoted`, `${useful} of ${natural.length}`);
}

async function build(program: Program, repo: string, note: Note): Promise<void> {
  say(`${program.name}: index of ${repo}`);
  const { result, use } = await withProcessGroupUse(mark(program), () => program.build(repo));
  if (result.code !== 0) throw new Error(`${program.name} ended with ${result.code} in ${repo}`);
  note("index build, cold", seconds(result.ms));
  note("index build, cold: processor time", `${use.cpuSeconds.toFixed(1)} s`);
  note("index build, cold: peak memory of all its processes", mib(use.peakBytes));
  note("index on disk", mib(await folderBytes(program.indexFolder(repo))));
}

/** All requests, in each way, the programs in turn. */
async function ask(
  programs: readonly Program[],
  repos: ReadonlyMap<Program, string>,
  of: readonly Request[],
  note: Note,
): Promise<void> {
  const answers = new Map<string, { ms: number[]; characters: number[]; right: Map<string, number> }>();
  const ways = ["prompt hook", "asked"] as const;
  for (const way of ways) {
    for (const { name } of programs) {
      answers.set(`${way} ${name}`, { ms: [], characters: [], right: new Map() });
    }
  }
  // Once each for nothing: files and database come into the system's cache.
  for (const program of programs) await program.hook(repos.get(program) ?? "", of[0]?.text ?? "", "warm-up");
  for (const request of of) {
    say(request.id);
    for (const way of ways) {
      for (const program of programs) {
        const repo = repos.get(program) ?? "";
        const answer = way === "asked"
          ? await program.ask(repo, request.text)
          : await program.hook(repo, request.text, request.id);
        const sum = answers.get(`${way} ${program.name}`);
        if (sum === undefined) continue;
        sum.ms.push(answer.ms);
        sum.characters.push(answer.text.length);
        const right = Number(await keep(program, way, repo, request, answer));
        sum.right.set(request.kind, (sum.right.get(request.kind) ?? 0) + right);
      }
    }
  }
  for (const way of ways) {
    const label = way === "asked" ? "`context` / `explore`" : "prompt hook";
    for (const { name } of programs) {
      const sum = answers.get(`${way} ${name}`);
      if (sum === undefined) continue;
      note(`${label}: p50 / p95`, times(sum.ms));
      note(`${label}: characters, median`, String(median(sum.characters)));
      for (const kind of KINDS) {
        const asked = of.filter((each) => each.kind === kind).length;
        note(`${label}: right source quoted, ${kind}`, `${sum.right.get(kind) ?? 0} of ${asked}`);
      }
    }
  }
  for (const program of programs) {
    const repo = repos.get(program) ?? "";
    const request = of[0]?.text ?? "";
    const { use } = await withProcessGroupUse(mark(program), () => program.hook(repo, request, "memory"));
    note("prompt hook: peak memory of all its processes", mib(use.peakBytes));
  }
}

/** codegraph's `explore` as a client has it: a server that stays, with its daemon. Ours leaves nothing running. */
async function server(program: Program, repo: string, of: readonly Request[], note: Note): Promise<void> {
  say(`${program.name}: server in ${repo}`);
  const sample = of.slice(0, SAMPLE);
  const { result, use } = await withProcessGroupUse(mark(program), async () => {
    await using explorer = new ExploreServer(String(args["codegraph"]), program.env, repo);
    await explorer.start();
    const answers: Answer[] = [];
    // The first answer pays for the start.
    for (const request of [...sample.slice(0, 1), ...sample]) {
      answers.push(await explorer.explore(request.text));
    }
    return answers;
  });
  await endLeftovers(program);
  note("`explore` of a server that runs: p50 / p95", "nothing runs");
  note("`explore` of a server that runs: p50 / p95", times(result.slice(1).map(({ ms }) => ms)));
  note("resident memory of server and daemon, peak", "nothing runs");
  note("resident memory of server and daemon, peak", mib(use.peakBytes));
}

async function silence(
  programs: readonly Program[],
  repos: ReadonlyMap<Program, string>,
  note: Note,
): Promise<void> {
  const taken = new Map<Program, number[]>(programs.map((program) => [program, []]));
  for (let round = 0; round < SILENT_ROUNDS; round++) {
    for (const program of programs) {
      const { ms, text } = await program.hook(repos.get(program) ?? "", "thanks!", `silent-${round}`);
      if (text.trim() !== "") say(`${program.name} answered a thank-you with ${text.length} characters`);
      taken.get(program)?.push(ms);
    }
  }
  for (const program of programs) {
    note("prompt that is not about code: p50 / p95", times(taken.get(program) ?? []));
  }
}

async function refresh(program: Program, repo: string, paths: readonly string[], note: Note): Promise<void> {
  say(`${program.name}: refresh of ${repo}`);
  const taken: number[] = [];
  const unchanged: number[] = [];
  for (let round = 0; round < REFRESHES; round++) {
    await edit(repo, paths, round);
    taken.push((await program.refresh(repo)).ms);
    unchanged.push((await program.refresh(repo)).ms);
  }
  note(`index refresh after ${EDITED_FILES} edits, median`, seconds(median(taken)));
  note("index refresh, nothing changed, median", seconds(median(unchanged)));
}

/** Whether the answer has the source of a right file; kept for `--details`. */
async function keep(
  { name }: Program,
  way: string,
  repo: string,
  { id, gold }: Request,
  { ms, text }: Answer,
): Promise<boolean> {
  let quoted = false;
  for (const path of gold) quoted ||= quotesSource(text, path, await Deno.readTextFile(`${repo}/${path}`));
  const named = gold.some((path) => text.includes(path));
  details.push({ id, program: name, way, ms: Math.round(ms), characters: text.length, named, quoted });
  if (detailsFile !== undefined) {
    const dir = `${detailsFile}.answers`;
    await Deno.mkdir(dir, { recursive: true });
    await Deno.writeTextFile(`${dir}/${id}.${name}.${way.replaceAll(" ", "_")}.txt`, text);
  }
  return quoted;
}

for (const subject of subjects) {
  const rows = await measure(subject);
  console.log(
    `\n${subject.repo} at ${subject.base.slice(0, 12)}\n\n| | codex-auto | codegraph |\n|---|--:|--:|`,
  );
  for (const row of rows) console.log(`| ${row.join(" | ")} |`);
}
console.log(
  `\n${Deno.build.os} ${Deno.build.arch}, ${navigator.hardwareConcurrency} cores. Times are of this run, the programs in turn.`,
);
if (detailsFile !== undefined) {
  const lines = details.map((each) => JSON.stringify(each));
  await Deno.writeTextFile(detailsFile, `${lines.join("\n")}\n`);
}
