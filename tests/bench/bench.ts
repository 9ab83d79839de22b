/**
 * Measures at each size of repository: runs each case in turn, round after round, so that a busy machine is as busy for all of them, with the
 * empty compiled program as one of the cases. Prints one table a size.
 */
import { parseArgs } from "node:util";
import { endLiving, livingAfter } from "../tools/living.ts";
import { type Language, LANGUAGES } from "./generated/source.ts";
import { editFiles, type GeneratedRepository, generateRepository } from "./generated_repository.ts";
import { type MeasuredRun, measuredRun } from "./measured_run.ts";
import { promptsFor } from "./prompts.ts";
import { inTurn, median, quantile } from "./statistics.ts";
import { table } from "./table.ts";

const EDITED_FILES = 10;
/** Rounds of what takes longer. */
const FIRST_PROMPTS = 5;
const EDIT_ROUNDS = 12;
const MIB = 1024 * 1024;
/** ms by which the program has ended after its wall budget of 5 s, and some for its start and the shell's. */
const LONGEST_PROMPT_MS = 5000 + 250 + 100;

const text = { type: "string" } as const;
const { values: args } = parseArgs({
  options: { program: text, empty: text, dir: text, rounds: text, scale: { type: "boolean" } },
});
const program = String(args["program"]);
const empty = String(args["empty"]);
const dir = String(args["dir"]);
const rounds = Math.max(1, Math.trunc(Number(args["rounds"])));

interface Size {
  files: number;
  languages: readonly Language[];
  /** Builds of the index. */
  builds: number;
}

const SIZES: Size[] = args["scale"] === true ? [{ files: 70_000, languages: LANGUAGES, builds: 1 }] : [
  { files: 1200, languages: ["typescript"], builds: Math.min(rounds, 3) },
  { files: 10_000, languages: LANGUAGES, builds: Math.min(rounds, 2) },
];

interface Prompt {
  text: string;
  /** A path that the answer must name. */
  expected?: string;
}

interface Repository {
  dir: string;
  prompts: readonly Prompt[];
}

interface Case {
  name: string;
  rounds: number;
  /** So long that the watched run is timed as well, as one of the rounds. */
  long?: boolean;
  before?(round: number): Promise<void>;
  run(round: number, watchMemory: boolean): Promise<MeasuredRun>;
  after?(): Promise<void>;
  /** What a run must have done for its time to count; undefined where it has. */
  fault(run: MeasuredRun, round: number): string | undefined;
}

interface Row {
  name: string;
  times: number[];
  /** Median of the empty program's times beside these, in ms. */
  base: number;
  peakBytes?: number | undefined;
  cpuMs?: number | undefined;
  faults: string[];
}

function environment(home: string): Record<string, string> {
  return { HOME: home, XDG_CACHE_HOME: `${home}/cache`, PATH: Deno.env.get("PATH") ?? "", TMPDIR: dir };
}

async function remove(path: string): Promise<void> {
  await Deno.remove(path, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}

/** Ends, by id, the runs in the background of a home: the work one measurement sets off must not run into the next. */
async function endBackground(home: string): Promise<void> {
  endLiving(`XDG_CACHE_HOME=${home}/cache`);
  await livingAfter(`XDG_CACHE_HOME=${home}/cache`, LONGEST_PROMPT_MS);
}

let session = 0;

function hook(
  repository: Repository,
  home: string,
  prompt: string,
  watchMemory: boolean,
): Promise<MeasuredRun> {
  const payload = {
    hook_event_name: "UserPromptSubmit",
    prompt,
    cwd: repository.dir,
    // A session of its own each time: what a session was given before is not given again.
    session_id: `bench-${session++}`,
  };
  return measuredRun(program, ["hook"], {
    env: environment(home),
    cwd: repository.dir,
    stdin: JSON.stringify(payload),
    watchMemory,
  });
}

const promptOf = ({ prompts }: Repository, round: number): Prompt =>
  prompts[(round + prompts.length) % prompts.length] ?? { text: "" };

const injected = (run: MeasuredRun): string => {
  const answer: { hookSpecificOutput?: { additionalContext?: string } } = JSON.parse(run.stdout);
  return answer.hookSpecificOutput?.additionalContext ?? "";
};

function codeFault(run: MeasuredRun): string | undefined {
  return run.code === 0 ? undefined : `ended with ${run.code}`;
}

function contextFault(run: MeasuredRun, { text, expected }: Prompt): string | undefined {
  const context = injected(run);
  if (context === "") return `no context for: ${text}`;
  if (expected !== undefined && !context.includes(expected)) return `${expected} is not named for: ${text}`;
  return run.ms > LONGEST_PROMPT_MS ? `took ${run.ms.toFixed(0)} ms` : undefined;
}

function index(cwd: string, home: string, watchMemory: boolean): Promise<MeasuredRun> {
  return measuredRun(program, ["index", "build", "--repo", cwd], {
    env: environment(home),
    cwd,
    watchMemory,
  });
}

const emptyCase = (cwd: string, caseRounds: number): Case => ({
  name: "empty compiled program",
  rounds: caseRounds,
  run: (_round, watchMemory) => measuredRun(empty, [], { env: environment(dir), cwd, watchMemory }),
  fault: codeFault,
});

const silentCase = (repository: Repository, home: string): Case => ({
  name: "prompt that is not about code",
  rounds,
  run: (_round, watchMemory) => hook(repository, home, "thanks!", watchMemory),
  fault: (run) => codeFault(run) ?? (injected(run) === "" ? undefined : "was answered"),
});

const promptCase = (
  name: string,
  repository: Repository,
  home: string,
  given: Partial<Case> = {},
): Case => ({
  name,
  rounds,
  run: (round, watchMemory) => hook(repository, home, promptOf(repository, round).text, watchMemory),
  fault: (run, round) => codeFault(run) ?? contextFault(run, promptOf(repository, round)),
  ...given,
});

const WARM = "code prompt, index warm";

const indexCase = (name: string, { dir }: Repository, home: string, given: Partial<Case>): Case => ({
  name,
  rounds,
  run: (_round, watchMemory) => index(dir, home, watchMemory),
  fault: codeFault,
  ...given,
});

function firstPromptCase(repository: Repository, home: string): Case {
  const forget = async (): Promise<void> => {
    await endBackground(home);
    await remove(home);
  };
  const given = { rounds: Math.min(rounds, FIRST_PROMPTS), before: forget, after: forget };
  return promptCase("code prompt, no index", repository, home, given);
}

/** What happens after a person's edits. Come last: they make the index old for everybody. */
function editCases(repository: Repository, home: string, { paths }: GeneratedRepository): Case[] {
  const editRounds = { rounds: Math.min(rounds, EDIT_ROUNDS) };
  let turn = 0;
  const edit = (): Promise<void> => editFiles(repository.dir, paths, EDITED_FILES, ++turn);
  return [
    promptCase(`code prompt, ${EDITED_FILES} files edited since`, repository, home, {
      ...editRounds,
      before: edit,
      after: () => endBackground(home),
    }),
    indexCase(`index refresh after ${EDITED_FILES} edits`, repository, home, {
      ...editRounds,
      // From an index that knows all before them: the run that the prompt's case set off was ended in the middle.
      before: async () => {
        await index(repository.dir, home, false);
        await edit();
      },
    }),
    indexCase("index refresh, nothing changed", repository, home, editRounds),
  ];
}

/** Rows of all cases, the empty program first. */
async function measure(cases: Case[], cwd: string): Promise<Row[]> {
  const all = [emptyCase(cwd, Math.max(...cases.map((each) => each.rounds))), ...cases];
  const measured = await inTurn(all.map((each) => ({
    // The watched run, the first, is also the one that warms up what is kept from run to run.
    rounds: each.long === true ? each.rounds : each.rounds + 1,
    async run(nth: number) {
      const round = nth - 1;
      await each.before?.(round);
      const run = await each.run(round, nth === 0);
      await each.after?.();
      return { run, fault: each.fault(run, round) };
    },
  })));
  const timed = measured.map((runs, at) => all[at]?.long === true ? runs : runs.slice(1));
  const base = median(timed[0]?.map(({ run }) => run.ms) ?? []);
  return all.map(({ name }, at): Row => {
    const runs = timed[at]?.map(({ run }) => run) ?? [];
    const faults = measured[at]?.flatMap(({ fault }) => fault ?? []) ?? [];
    const { peakBytes, cpuMs } = measured[at]?.[0]?.run ?? {};
    return { name, times: runs.map(({ ms }) => ms), base, peakBytes, cpuMs, faults };
  });
}

const mib = (bytes: number | undefined): string =>
  bytes === undefined ? "-" : `${(bytes / MIB).toFixed(0)} MiB`;

function print(title: string, rows: readonly Row[], notes: readonly string[]): void {
  const ms = (value: number): string => value.toFixed(value < 100 ? 1 : 0);
  const cells = rows.map(({ name, times, base, peakBytes, cpuMs, faults }) => [
    faults.length === 0 ? name : `${name} (FAILED ${faults.length}×)`,
    ms(median(times)),
    ms(quantile(times, 0.95)),
    `${(median(times) / base).toFixed(1)}×`,
    cpuMs === undefined ? "-" : String(cpuMs),
    mib(peakBytes),
    String(times.length),
  ]);
  const head = ["", "p50 ms", "p95 ms", "empty program", "processor ms", "peak memory", "runs"];
  console.log(`\n${title}\n\n${table(head, cells)}`);
  console.log(`\n${notes.join("\n")}`);
  for (const { name, faults } of rows) for (const fault of faults) console.error(`${name}: ${fault}`);
}

async function folderBytes(path: string): Promise<number> {
  let bytes = 0;
  for await (const entry of Deno.readDir(path)) {
    const inside = `${path}/${entry.name}`;
    bytes += entry.isDirectory ? await folderBytes(inside) : (await Deno.lstat(inside)).size;
  }
  return bytes;
}

async function measureSize(size: Size): Promise<Row[]> {
  const { files, languages } = size;
  const home = `${dir}/home-${files}`;
  const generated = await generateRepository(`${dir}/repository-${files}`, files, languages);
  const repository = { dir: `${dir}/repository-${files}`, prompts: promptsFor(generated.examples) };
  // The last build stays: it is what the warm prompts use.
  const build = indexCase("index build", repository, home, {
    rounds: size.builds,
    long: true,
    before: () => remove(home),
  });
  const built = await measure([build], repository.dir);
  const onDisk = await folderBytes(`${home}/cache`);
  const prompts = await measure([
    silentCase(repository, home),
    promptCase(WARM, repository, home),
    firstPromptCase(repository, `${home}-first`),
  ], repository.dir);
  const edited = await measure(editCases(repository, home, generated), repository.dir);
  await endBackground(home);
  const rows = [...prompts, ...built.slice(1), ...edited.slice(1)];
  print(`${files} files`, rows, [
    `generated: ${files} files (${languages.join(", ")}), ${
      (generated.bytes / 1e6).toFixed(1)
    } MB, ${generated.commits} commits`,
    `index on disk: ${mib(onDisk)}`,
  ]);
  for (const path of [repository.dir, home]) await remove(path);
  return rows;
}

const rows: Row[] = [];
for (const size of SIZES) rows.push(...await measureSize(size));
console.log(
  `\nbinary: ${mib(Deno.statSync(program).size)}, empty program: ${mib(Deno.statSync(empty).size)}; ` +
    `${Deno.build.os} ${Deno.build.arch}, ${navigator.hardwareConcurrency} cores, Deno ${Deno.version.deno}, ` +
    `load ${Deno.loadavg().map((load) => load.toFixed(1)).join(" ")}`,
);
if (rows.some(({ faults }) => faults.length > 0)) Deno.exit(1);
