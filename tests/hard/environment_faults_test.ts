/** The program in surroundings that nobody would set up on purpose: environment, descriptors, limits, times of files, signals. */
import { assert, assertEquals } from "@std/assert";
import { hookAnswer, LATE, payloadOf } from "../acceptance/context_runs.ts";
import { assertHas, makeRepo, sampled, scaled } from "../acceptance/harness.ts";
import {
  assertFound,
  assertNothingLeft,
  backgroundEnds,
  BOUND,
  type Fault,
  faultHome,
  FILES,
  hook,
  run,
  steps,
} from "./faults.ts";
import { seeded } from "../fixtures/guard/seeded.ts";
import { noiseMs } from "../acceptance/in_time.ts";

type Change = Omit<Partial<Fault>, "env"> & { env?: Record<string, string> };

function XDG(value: string): Record<string, string> {
  return Object.fromEntries(FOLDERS.map((name) => [name, value]));
}

const FOLDERS = ["XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"];
const NO_INDEX = /\[Limits\].*(index|folder)/;
const NO_GIT = /git is not installed/;

const variables = (name: string, env: Record<string, string>, says?: RegExp) => ({ name, env, says });

/** `@home` stands for the home's path. `says`: what [Limits] says; the place is found all the same. */
const SURROUNDINGS: ({ name: string; says?: RegExp | undefined; readOnlyHome?: true } & Change)[] = [
  { name: "HOME and all XDG variables unset", unset: ["HOME", ...FOLDERS], says: NO_INDEX },
  ...["", "/etc/hostname", "/nonexistent/a\nb"]
    .map((HOME) => variables(`HOME=${JSON.stringify(HOME)}`, { HOME })),
  { name: "HOME nonexistent alone", env: { HOME: "/proc/nonexistent" }, unset: FOLDERS, says: NO_INDEX },
  {
    name: "HOME read-only",
    unset: [...FOLDERS, "TMPDIR"],
    launcher: BOUND,
    readOnlyHome: true,
    says: NO_INDEX,
  },
  variables("all XDG variables relative", XDG("some/folder")),
  variables("all XDG variables empty", XDG("")),
  variables("all XDG variables with a line break", XDG("@home/a\nb")),
  variables("all XDG variables very long", XDG(`/${"x".repeat(5000)}`)),
  variables("TMPDIR not writable", { TMPDIR: "/proc" }),
  { name: "PATH unset", unset: ["PATH"], says: NO_GIT },
  variables("PATH of relative folders", { PATH: ".:bin:src" }, NO_GIT),
  variables("no git", { PATH: "@home/bin" }, NO_GIT),
  variables(
    "language, zone, date and folder that there are not, and settings of somebody else's Deno and Node",
    {
      LANG: "xx_YY.NOPE",
      LC_ALL: "\u00ff\u00fe",
      LANGUAGE: "tlh",
      TZ: ":/nonexistent/zone",
      SOURCE_DATE_EPOCH: "abc",
      TMPDIR: "/nonexistent/tmp",
      DENO_DIR: "/dev/null",
      DENO_V8_FLAGS: "--nope",
      NODE_OPTIONS: "--nope",
      DENO_TLS_CA_STORE: "nope",
      NO_COLOR: "1",
      RUST_BACKTRACE: "full",
    },
  ),
  variables("the C language, and a date beyond all calendars", {
    LC_ALL: "C",
    SOURCE_DATE_EPOCH: "9".repeat(20),
  }),
  variables("LC_ALL=tr_TR.UTF-8", { LC_ALL: "tr_TR.UTF-8", SOURCE_DATE_EPOCH: "-1" }),
  variables(
    "an environment of a megabyte",
    Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`BIG${at}`, "x".repeat(100_000)])),
  ),
  { name: "stdin of a hook never closed", behind: "< <(exec 2>/dev/null; cat; exec sleep 8)", extraMs: 2500 },
  { name: "stderr closed", behind: "2>&-" },
  { name: "stderr full", behind: "2>/dev/full" },
  { name: "few descriptors: ulimit -n 32", before: "ulimit -n 32;" },
  {
    name: "core files allowed, a umask that hides everything, and all signals ignored",
    before: "ulimit -c unlimited; umask 777; trap '' PIPE TERM INT HUP CHLD;",
  },
  { name: "a umask that hides nothing", before: "umask 000;" },
  { name: "a session of its own", launcher: ["setsid", "-w"] },
];

Deno.test("Odd surroundings cost what they take away and nothing else, and are told", async (t) => {
  await using repo = await makeRepo(FILES);
  const cases = sampled(SURROUNDINGS);
  await steps(t, cases, async ({ name: _, says, readOnlyHome, env = {}, ...change }) => {
    await using home = await faultHome();
    const filled = Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name, value.replace("@home", home.path)]),
    );
    const fault: Fault = { cwd: repo.path, home, env: { ...filled, FAULT: home.path }, ...change };
    if (readOnlyHome) Deno.chmodSync(home.path, 0o555);
    try {
      assertFound(await hook(fault, says));
      // The feeder of a stdin that is never closed as well.
      await backgroundEnds(home);
    } finally {
      Deno.chmodSync(home.path, 0o755);
    }
    await assertNothingLeft(home, [/^a\nb\//]);
  });
  assertEquals(await repo.git("status", "--porcelain", "--ignored"), "");
});

/** What takes so much away that there may be no answer: `codes` are the exit codes a client may see then; it goes on without context in any. */
const BARE: ({ name: string; codes?: number[]; stdout?: "none" | "maybe" } & Change)[] = [
  { name: "stdout closed", behind: ">&-", stdout: "none" },
  { name: "stdout full", behind: ">/dev/full", stdout: "none" },
  { name: "stdout's reader gone", behind: "> >(exec true)", stdout: "none" },
  { name: "stdin closed", behind: "<&-" },
  { name: "stdin a folder", behind: "</" },
  { name: "stdin endless zeros", behind: "</dev/zero" },
  { name: "stdin random", behind: "< <(head -c 3000000 /dev/urandom)" },
  {
    name: "stdin that trickles for ever",
    behind: "< <(while sleep 0.2; do printf ' ' || exit; done)",
    extraMs: 3000,
  },
  { name: "stdin write-only", behind: "0>/dev/null" },
  { name: "all three closed", behind: "<&- >&- 2>&-", stdout: "none" },
  {
    name: "the working directory deleted",
    before: 'mkdir "$TMPDIR/gone" && cd "$TMPDIR/gone" && rmdir "$TMPDIR/gone";',
    // The runtime ends by itself before it comes to us.
    codes: [0, 101],
    stdout: "maybe",
  },
  {
    name: "hardly a descriptor: ulimit -n 20",
    before: "ulimit -n 20;",
    // A thread for which the runtime finds no descriptor aborts the process; the next case up, 32, has its answer.
    codes: [0, 134],
    stdout: "maybe",
  },
  { name: "no room for files: ulimit -f 0", before: "trap '' XFSZ; ulimit -f 0;" },
  {
    name: "hardly a process: ulimit -u 30, as nobody",
    launcher: NOBODY(),
    before: "ulimit -u 30;",
    codes: [0, 1, 134, 133],
    stdout: "maybe",
  },
  {
    name: "hardly any memory: ulimit -v 300000",
    before: "ulimit -v 300000;",
    codes: [0, 1, 127, 133, 134, 139],
    stdout: "maybe",
  },
  { name: "little time: ulimit -t 1", before: "ulimit -t 1;", codes: [0, 137, 152], stdout: "maybe" },
];

function NOBODY(): string[] {
  return Deno.uid() === 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
}

Deno.test("Where next to nothing is left, the hook ends in time with one valid answer or none", async (t) => {
  await using repo = await makeRepo(FILES);
  const cases = sampled(BARE);
  await steps(t, cases, async ({ name, codes = [0], stdout, ...change }) => {
    await using home = await faultHome();
    const result = await run(["hook"], { cwd: repo.path, home, ...change, env: { ...change.env } });
    const code = result.signal === null ? result.code : 128 + signalNumber(result.signal);
    assert(codes.includes(code), `${name}: exit ${code} ${result.signal}\n${result.stderr}`);
    if (stdout === "none" || (stdout === "maybe" && result.stdout === "")) assertEquals(result.stdout, "");
    else hookAnswer(result);
    assert(!/panicked|RUST_BACKTRACE/.test(result.stderr) || stdout !== undefined, result.stderr);
    await assertNothingLeft(home);
  });
});

function signalNumber(name: Deno.Signal): number {
  return { SIGKILL: 9, SIGXCPU: 24, SIGABRT: 6, SIGTRAP: 5, SIGSEGV: 11 }[name as string] ?? 0;
}

Deno.test("Files whose times are far off cost nothing: edits are seen", async () => {
  const soon = Date.now() / 1000 + 60;
  const files = Object.entries({ Early: 0, Earlier: -86_400, Late: 4_102_444_800, Soon: soon })
    .map(([when, time]) => ({ path: `src/anchor${when}.ts`, symbol: `anchorChain${when}`, time }));
  await using repo = await makeRepo({
    ...FILES,
    ...Object.fromEntries(files.map(({ path }) => [path, FILES["src/keeper.ts"] ?? ""])),
  });
  await using home = await faultHome();
  const fault = { cwd: repo.path, home };
  const touch = () => files.forEach(({ path, time }) => Deno.utimeSync(`${repo.path}/${path}`, time, time));
  touch();
  await run(["index", "build"], { ...fault, wallMs: 60_000 });
  for (const { path, symbol } of files) repo.write(path, `export function ${symbol}() {\n  return 1;\n}\n`);
  touch();
  const prompt = `where are ${files.map(({ symbol }) => symbol).join(", ")} defined?`;
  const { context, systemMessage } = await hook({ ...fault, stdin: payloadOf(repo.path, { prompt }) });
  if (!LATE.test(`${systemMessage}`)) assertHas(context, ...files.map(({ symbol }) => `function ${symbol}`));
  await assertNothingLeft(home);
});

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP", "SIGPIPE", "SIGQUIT"] as const;
const MOMENTS = scaled(4);

Deno.test("A signal at any moment ends the hook at once, with all its answer or none, and leaves nothing behind", async (t) => {
  await using repo = await makeRepo(FILES);
  const random = seeded(1_848).next;
  const cases = SIGNALS.flatMap((signal) =>
    Array.from({ length: MOMENTS }, () => ({ signal, share: random() }))
  ).map((one) => ({ ...one, name: `${one.signal} at ${Math.round(one.share * 100)} % of the way` }));
  const whole = await noiseMs();
  let met = 0;
  await steps(t, cases, async ({ signal, share }) => {
    await using home = await faultHome();
    const after = String(share * whole / 1000);
    const launcher = ["timeout", "--preserve-status", "--signal", signal, after];
    const result = await run(["hook"], { cwd: repo.path, home, launcher });
    if (result.code > 128) met++;
    assert(result.code === 0 || result.code > 128, `exit ${result.code}`);
    if (result.stdout !== "") hookAnswer({ ...result, code: 0 });
    await assertNothingLeft(home);
  });
});
