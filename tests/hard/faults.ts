/** What the fault tests share: a home in which nothing may be left behind, and what must hold of every prompt whatever the world does to it. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Envelope } from "../../lib/contract/envelope.ts";
import { DEFAULTS } from "../../lib/settings/defaults.ts";
import { endLiving, living, livingAfter, procText } from "../tools/living.ts";
import type { ContextRun, HookAnswer } from "../acceptance/context_runs.ts";
import { contextRunOf, hookAnswer, LATE, payloadOf } from "../acceptance/context_runs.ts";
import { binary, type Home, makeHome, runProgram, type RunResult } from "../acceptance/harness.ts";
import { assertInTime, noiseMs } from "../acceptance/in_time.ts";
import { write } from "../fixtures/tree.ts";

export const PROMPT = "where is lanternOil worked out in the code?";
export const FOUND = "src/lantern.ts";

/** A small repository that has one right answer to `PROMPT`, and enough beside it that there is something to do. */
export const FILES: Readonly<Record<string, string>> = {
  [FOUND]:
    "/** Oil for one night. */\nexport function lanternOil(nights: number): number {\n  return nights * 3;\n}\n",
  "src/keeper.ts":
    'import { lanternOil } from "./lantern.ts";\n\nexport function supply(): number {\n  return lanternOil(7);\n}\n',
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      `src/quay/crane${at}.ts`,
      `export function craneSwing${at}(input: number) {\n${
        `  input += ${at};\n`.repeat(20)
      }  return input;\n}\n`,
    ]),
  ),
};

/** A home whose TMPDIR is its own as well, and without a daemon, which would outlive a test. Its path stands in the environment of all that runs in it, and so finds them. */
export async function faultHome(): Promise<Home> {
  const home = await makeHome();
  Deno.mkdirSync(`${home.path}/tmp`);
  home.env["TMPDIR"] = `${home.path}/tmp`;
  write(`${home.path}/.config/auto-tools/auto-tools.yaml`, "daemon_minutes: 0\n");
  return home;
}

/** What is done to one prompt, and what must come of it. */
export interface Fault {
  cwd: string;
  home: Home;
  env?: Record<string, string>;
  /** Variables of the home that the program does not get. */
  unset?: string[];
  /** What a shell does before the program takes its place, such as `ulimit -n 20;`; or behind the program's name, such as `>&-`. */
  before?: string;
  behind?: string;
  /** Words that start the program, such as those of `setpriv`. */
  launcher?: readonly string[];
  /** Stdin of a hook; a payload with `PROMPT` by default. */
  stdin?: string | null;
  /** ms; 5000 by default, the program's own default. */
  wallMs?: number;
  /** ms that the fault itself takes outside of the program, such as a client that sends late. */
  extraMs?: number;
}

/** Starts a program as somebody for whom the modes of files hold: root may otherwise read and write all. */
export const BOUND: readonly string[] = Deno.uid() === 0
  ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"]
  : [];

/** Runs the program as the fault has it, and holds it to its time. */
export async function run(args: string[], fault: Fault): Promise<RunResult> {
  const { cwd, home, env = {}, unset = [], before = "", behind = "", launcher = [], wallMs, extraMs = 0 } =
    fault;
  const all: Record<string, string> = { ...home.env, ...env };
  for (const name of unset) delete all[name];
  if (wallMs !== undefined) all["CI_AUTO_TOOLS_BUDGET_WALL_MS"] = String(wallMs);
  const payload = args[0] !== "hook" || fault.stdin === null
    ? undefined
    : fault.stdin ?? payloadOf(cwd, { prompt: PROMPT });
  const dueMs = (wallMs ?? DEFAULTS.wallMs) + DEFAULTS.graceMs + extraMs;
  const result = await runProgram("/bin/bash", [
    "-c",
    `${before} exec "$@" ${behind}`,
    "bash",
    ...launcher,
    binary(),
    ...args,
  ], { cwd, env: all, timeoutMs: dueMs + 40_000, ...(payload === undefined ? {} : { stdin: payload }) });
  await assertInTime(result.ms, dueMs, `${args.join(" ")}\n${result.stdout}\n${result.stderr}`);
  return result;
}

/** Runs the hook: it exits 0 in time with one valid object on stdout. `limits`: what context or the user's line must say. */
export async function hook(fault: Fault, limits?: RegExp): Promise<HookAnswer> {
  const result = await run(["hook"], fault);
  assertEquals([result.code, result.signal], [0, null], result.stderr);
  const answer = hookAnswer(result);
  const said = `${answer.systemMessage}\n${answer.context}`;
  if (limits) assertMatch(said, limits);
  return answer;
}

/** The place was found; on a busy machine a prompt's time may be over first, and then it says so. */
export function assertFound({ systemMessage, context }: Pick<HookAnswer, "systemMessage" | "context">): void {
  const said = `${systemMessage}\n${context}`;
  assert(context.includes(FOUND) || LATE.test(said), said);
}

/** Runs `context --format json`: an envelope that its schema allows, in time, with the exit code that its results stand for. */
export async function context(fault: Fault, limits?: RegExp, args: string[] = []): Promise<ContextRun> {
  const result = await run(["context", "--format", "json", ...args, PROMPT], fault);
  assertEquals(result.signal, null, result.stderr);
  const answer = contextRunOf(result);
  if (limits) assertMatch(answer.limits, limits);
  assertEquals(result.code, codeOf(answer.envelope), answer.limits);
  return answer;
}

/** What CONTRACT says of exit codes, where the configuration is in order: something usable, out of time, or nothing. */
function codeOf({ tool_results: results, tool_plan }: Envelope): number {
  const tiers = new Map(tool_plan.tools.map(({ tool, tier }) => [tool, tier]));
  if (results.some(({ error }) => error?.code === "E_REPO_ROOT")) return 20;
  const telling = results.filter(({ tool }) => tiers.get(tool) !== 0).map(({ status }) => status);
  if (telling.length === 0 || telling.includes("ok")) return 0;
  return telling.includes("timeout") ? 50 : 40;
}

/** Files of ours that stay: everything else below a home was left behind. */
const OURS = [
  // Who is ended leaves the files that SQLite keeps beside a database; the next build takes them away.
  /^\.cache\/auto-tools\/index\/[0-9a-f]{16}\/(index\.db(-wal|-shm)?|lock\.db(-journal)?)$/,
  /^\.config\/auto-tools\/auto-tools\.yaml$/,
  // Who is ended while it writes this leaves what it had begun.
  /^\.cache\/auto-tools\/git\/sha(1|256)\/config(\.\d+\.[0-9a-f]{8}\.tmp)?$/,
  /^\.local\/state\/auto-tools\/(why\/[0-9a-f]{16}\.jsonl|sessions\/[0-9a-f]{32}\.json)$/,
  /^\.local\/share\/auto-tools\/context\/[^/]+\/(manifest\.json|artifacts\/tool\/[^/]+\.txt)$/,
];

/**
 * Waits for runs in the background and fails where anything is left: a process that is no such run, or a file in no place of ours.
 *
 * @param known files that the test itself has put into the home, as patterns of their paths below it.
 */
export async function assertNothingLeft(home: Home, known: readonly RegExp[] = []): Promise<void> {
  await assertNoStrays(home);
  await backgroundEnds(home);
  const left = filesBelow(home.path).filter((path) =>
    ![...OURS, ...known, /^bin\//].some((ours) => ours.test(path))
  );
  assertEquals(left, [], "files left behind");
}

/** Fails where a process is left that is no run in the background, nor started by one. */
export async function assertNoStrays(home: Home): Promise<void> {
  const soon = performance.now() + 1500;
  let strays: number[];
  do strays = straysOf(home); while (strays.length > 0 && performance.now() < soon && await pause(50));
  assertEquals(strays.map(describe), [], "processes left behind");
}

/** Waits until nothing runs in a home; a run in the background has the lowest priority, and on a busy machine its time comes late. */
export async function backgroundEnds(home: Home, withinMs = 240_000): Promise<void> {
  assertEquals((await livingAfter(home.path, withinMs)).map(describe), [], "still running");
}

/** Processes of a home that are neither a run in the background nor started by one. */
function straysOf(home: Home): number[] {
  const all = living(home.path);
  const background = new Set(all.filter((pid) => procText(pid, "cmdline").includes("--background")));
  const isOf = (pid: number): boolean => pid > 1 && (background.has(pid) || isOf(parentOf(pid)));
  return all.filter((pid) => !isOf(pid));
}

/** Ends all that runs in a home, by pid; the test has said what it is. How many there were. */
export function endAll(home: Home): number {
  return endLiving(home.path);
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(procText(pid, "status"))?.[1] ?? 0);
}

function describe(pid: number): string {
  return `${pid} ${procText(pid, "cmdline").replaceAll("\0", " ").slice(0, 200)}`;
}

/** Paths of all files below a folder. */
export function filesBelow(folder: string, prefix = ""): string[] {
  const found: string[] = [];
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) found.push(...filesBelow(`${folder}/${name}`, `${prefix}${name}/`));
    else found.push(prefix + name);
  }
  return found.sort();
}

export async function pause(ms: number): Promise<true> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return true;
}

export interface Named {
  name: string;
}

/** Runs every case as a step of its own, `atOnce` of them at the same time: most of them wait. */
export async function steps<C extends Named>(
  t: Deno.TestContext,
  cases: readonly C[],
  each: (one: C) => Promise<void>,
  atOnce = 3,
): Promise<void> {
  await noiseMs();
  let next = 0;
  const failed: string[] = [];
  const lane = async () => {
    for (let one = cases[next++]; one !== undefined; one = cases[next++]) {
      const { name } = one;
      const done = await t.step({
        name,
        fn: () => each(one),
        sanitizeOps: false,
        sanitizeResources: false,
        sanitizeExit: false,
      });
      if (!done) failed.push(name);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  assertEquals(failed, []);
}
