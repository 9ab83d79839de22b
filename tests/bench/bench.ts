/** Runs each case in turn, round after round, so that a busy machine is as busy for all of them, and prints one table. */
import { parseArgs } from "@std/cli";
import { endBackgroundRuns } from "./background_run.ts";
import { editFiles, generateRepository } from "./generated_repository.ts";
import { type MeasuredRun, measuredRun } from "./measured_run.ts";
import { median, quantile } from "./statistics.ts";

const GENERATED_FILES = 1200;
const EDITED_FILES = 10;
/** A cold case takes seconds: fewer rounds of it. */
const COLD_SHARE = 0.3;

const args = parseArgs(Deno.args, { string: ["program", "empty", "dir", "rounds"] });
const program = String(args["program"]);
const empty = String(args["empty"]);
const dir = String(args["dir"]);
const rounds = Math.max(1, Math.trunc(Number(args["rounds"])));

interface Repository {
  dir: string;
  prompt: string;
}

interface Case {
  name: string;
  rounds: number;
  before?(round: number): Promise<void>;
  run(round: number, watchMemory: boolean): Promise<MeasuredRun>;
  after?(): Promise<void>;
  /** What a run must have done for its time to count. */
  holds(run: MeasuredRun): boolean;
}

interface Row {
  name: string;
  times: number[];
  peakBytes?: number;
  failures: number;
}

function environment(home: string): Record<string, string> {
  return { HOME: home, XDG_CACHE_HOME: `${home}/cache`, PATH: Deno.env.get("PATH") ?? "", TMPDIR: dir };
}

async function remove(path: string): Promise<void> {
  await Deno.remove(path, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}

function hook(
  repository: Repository,
  home: string,
  prompt: string,
  round: number,
  watchMemory: boolean,
): Promise<MeasuredRun> {
  // A session of its own each time: what a session was given before is not given again.
  const payload = {
    hook_event_name: "UserPromptSubmit",
    prompt,
    cwd: repository.dir,
    session_id: `${home}-${round}-${watchMemory}`,
  };
  return measuredRun(program, ["hook"], {
    env: environment(home),
    cwd: repository.dir,
    stdin: JSON.stringify(payload),
    watchMemory,
  });
}

const injected = (run: MeasuredRun): string => {
  const answer: { hookSpecificOutput?: { additionalContext?: string } } = JSON.parse(run.stdout);
  return answer.hookSpecificOutput?.additionalContext ?? "";
};
const hasContext = (run: MeasuredRun): boolean => run.code === 0 && injected(run) !== "";
const hasNone = (run: MeasuredRun): boolean => run.code === 0 && injected(run) === "";
const ended = (run: MeasuredRun): boolean => run.code === 0;

function index(repository: Repository, home: string, watchMemory: boolean): Promise<MeasuredRun> {
  return measuredRun(program, ["index", "build", "--repo", repository.dir], {
    env: environment(home),
    cwd: repository.dir,
    watchMemory,
  });
}

function casesOf(label: string, repository: Repository, home: string): Case[] {
  const coldHome = `${home}-cold`;
  const coldRounds = Math.max(1, Math.round(rounds * COLD_SHARE));
  const forget = async (): Promise<void> => {
    await endBackgroundRuns("XDG_CACHE_HOME", `${coldHome}/cache`);
    await remove(coldHome);
  };
  return [
    {
      name: `code prompt, index warm, ${label}`,
      rounds,
      run: (round, watchMemory) => hook(repository, home, repository.prompt, round, watchMemory),
      holds: hasContext,
    },
    {
      name: `code prompt, no index, ${label}`,
      rounds: coldRounds,
      before: forget,
      run: (round, watchMemory) => hook(repository, coldHome, repository.prompt, round, watchMemory),
      after: forget,
      holds: hasContext,
    },
    {
      name: `index build, ${label}`,
      rounds: coldRounds,
      before: forget,
      run: (_round, watchMemory) => index(repository, coldHome, watchMemory),
      after: forget,
      holds: ended,
    },
  ];
}

async function measure(cases: Case[]): Promise<Row[]> {
  const rows: Row[] = cases.map(({ name }) => ({ name, times: [], failures: 0 }));
  const once = async (each: Case, row: Row, round: number, watchMemory: boolean): Promise<void> => {
    await each.before?.(round);
    const run = await each.run(round, watchMemory);
    await each.after?.();
    if (!each.holds(run)) row.failures++;
    if (!watchMemory) row.times.push(run.ms);
    else if (run.peakBytes !== undefined) row.peakBytes = run.peakBytes;
  };
  for (const [at, each] of cases.entries()) {
    const row = rows[at];
    // The memory run is also the one that warms up what is kept from run to run.
    if (row) await once(each, row, -1, true);
  }
  for (let round = 0; round < rounds; round++) {
    for (const [at, each] of cases.entries()) {
      const row = rows[at];
      if (row && round < each.rounds) await once(each, row, round, false);
    }
  }
  return rows;
}

const MIB = 1024 * 1024;
const mib = (bytes: number | undefined): string =>
  bytes === undefined ? "-" : `${(bytes / MIB).toFixed(0)} MiB`;

function print(rows: Row[], notes: string[]): void {
  const base = median(rows[0]?.times ?? []);
  const ms = (value: number): string => value.toFixed(value < 100 ? 1 : 0);
  const cells = rows.map(({ name, times, peakBytes, failures }) => [
    failures === 0 ? name : `${name} (FAILED ${failures}×)`,
    ms(median(times)),
    ms(quantile(times, 0.95)),
    `${(median(times) / base).toFixed(1)}×`,
    mib(peakBytes),
    String(times.length),
  ]);
  console.log(`| | p50 ms | p95 ms | empty program | peak memory | runs |\n|---|--:|--:|--:|--:|--:|`);
  for (const row of cells) console.log(`| ${row.join(" | ")} |`);
  console.log(`\n${notes.join("\n")}`);
}

const here: Repository = {
  dir: Deno.realPathSync(new URL("../../", import.meta.url)),
  prompt: "where is the wall budget of a tool run enforced?",
};
const { bytes, example } = await generateRepository(`${dir}/generated`, GENERATED_FILES);
const generated: Repository = {
  dir: `${dir}/generated`,
  prompt: `fix ${example.name} in ${example.path.split("/").at(-1)}: it gives up after too few attempts`,
};
const home = `${dir}/home`;
await Deno.mkdir(home);
for (const repository of [here, generated]) {
  const { code } = await index(repository, home, false);
  if (code !== 0) console.error(`index build ended with ${code} in ${repository.dir}`);
}
const edited: Repository = { ...generated, dir: `${dir}/edited` };
await generateRepository(edited.dir, GENERATED_FILES);
await index(edited, home, false);

const rows = await measure([
  {
    name: "empty compiled program",
    rounds,
    run: (_round, watchMemory) =>
      measuredRun(empty, [], { env: environment(home), cwd: here.dir, watchMemory }),
    holds: ended,
  },
  {
    name: "prompt that is not about code",
    rounds,
    run: (round, watchMemory) => hook(here, home, "thanks!", round, watchMemory),
    holds: hasNone,
  },
  ...casesOf("this repository", here, home),
  ...casesOf(`${GENERATED_FILES} files`, generated, home),
  {
    name: `index refresh after ${EDITED_FILES} edits, ${GENERATED_FILES} files`,
    rounds: Math.max(1, Math.round(rounds * COLD_SHARE)),
    before: (round) => editFiles(edited.dir, EDITED_FILES, round + 1),
    run: (_round, watchMemory) => index(edited, home, watchMemory),
    holds: ended,
  },
]);
await endBackgroundRuns("XDG_CACHE_HOME", `${home}/cache`);
print(rows, [
  `binary: ${mib(Deno.statSync(program).size)}, empty program: ${mib(Deno.statSync(empty).size)}`,
  `generated repository: ${GENERATED_FILES} TypeScript files, ${(bytes / 1e6).toFixed(1)} MB`,
  `${Deno.build.os} ${Deno.build.arch}, ${navigator.hardwareConcurrency} cores, Deno ${Deno.version.deno}`,
]);
if (rows.some(({ failures }) => failures > 0)) Deno.exit(1);
