/**
 * CONTRACT 1.6 from outside: what hook, context, index and wrapper ask of the system on a real repository, call by call. No connection, no file outside of
 * the repository, our own folders and what a runtime needs to run at all, nothing written but what is ours, nothing started but git (and codex).
 */
import { assert, assertEquals } from "@std/assert";
import { BUILT_IN_TOOLS } from "../../lib/codebase/tools.ts";
import { findProgram, systemWorld } from "../../lib/settings/world.ts";
import { rebuilt } from "../acceptance/context_runs.ts";
import { binary, type Home, makeFolder, makeRepo, type Repo } from "../acceptance/harness.ts";
import { installFakeCodex } from "../fixtures/codex/fake_codex.ts";
import { faultHome } from "./faults.ts";
import { STRACE, type SystemCalls, traced } from "./system_calls.ts";

const GIT = findProgram("git", systemWorld()) ?? "/usr/bin/git";
const PROMPT =
  "Why does checkRepoPath refuse a symlink? Who calls it, what changed lately, how complex is it?";

/** What the loader, the C library, V8 and git open of the machine, on any run, whatever the repository: nothing that tells of a person. */
const RUNTIME = [
  /^\/etc\/(?:ld\.so\.cache|ld\.so\.preload|localtime|locale\.alias)$/,
  /^(?:\/usr)?\/lib(?:64|\/[\w-]+-linux-gnu)?\/[\w.+-]+\.so(?:\.\d+)*$/,
  /^\/usr\/lib\/locale\//,
  /^\/usr\/lib\/[\w-]+-linux-gnu\/gconv\/gconv-modules\.cache$/,
  /^\/usr\/share\/(?:locale|zoneinfo)\//,
  /^\/dev\/(?:null|urandom)$/,
  // Its own memory map and limits, the machine's memory and processors.
  /^\/proc\/self\/(?:maps|cgroup|mountinfo)$/,
  /^\/proc\/(?:meminfo|cpuinfo|stat|sys\/vm\/overcommit_memory)$/,
  /^\/sys\/fs\/cgroup\/(?:[\w.,/-]+\/)?(?:cpu\.cfs_quota_us|cpu\.cfs_period_us|cpu\.max|memory\.[\w.]+)$/,
  /^\/sys\/devices\/system\/cpu\/(?:online|possible|cpu\d+\/tsc_freq_khz)$/,
  /^\/sys\/kernel\/mm\/transparent_hugepage\/[\w]+$/,
];

interface Allowed {
  /** Folders below which files may be opened, and below which they may be written. */
  reads: string[];
  writes: string[];
  programs: string[];
}

function promised(repo: Repo, home: Home): Allowed {
  const own = ["XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"].map((name) =>
    `${home.env[name]}/auto-tools`
  );
  // Made on the way to ours, where they are missing.
  const above = own.flatMap((folder) =>
    folder.split("/").map((_, at, all) => all.slice(0, at + 1).join("/"))
  );
  return {
    reads: [repo.path, binary(), ...own],
    writes: [
      "/dev/null",
      ...own,
      ...above.filter((folder) => folder.startsWith(home.path)).map((each) => `${each}$`),
    ],
    programs: [binary(), GIT],
  };
}

function isBelow(path: string, place: string): boolean {
  return place.endsWith("$") ? `${path}$` === place : path === place || path.startsWith(`${place}/`);
}

function assertKept(
  { calls }: { calls: SystemCalls },
  { reads, writes, programs }: Allowed,
  what: string,
): void {
  assertEquals(calls.sockets, [], what);
  const outside = (paths: Set<string>, places: string[]) =>
    [...paths].filter((path) => !places.some((place) => isBelow(path, place)));
  const strange = outside(calls.opened, [...reads, ...writes]).filter((path) =>
    !RUNTIME.some((each) => each.test(path))
  );
  assertEquals(strange, [], `${what} opened`);
  assertEquals(outside(calls.written, writes), [], `${what} wrote`);
  const started = calls.executed.filter(({ program, args }) =>
    !programs.includes(program) &&
    !(program === "/bin/sh" &&
      /"index", "(?:build", "--background|daemon)", "--repo"|grep -slF|"-c", "ulimit -d \d+ [^"]*exec [^,]*", "[^"]*\/git"/
        .test(args))
  );
  assertEquals(started, [], `${what} started`);
}

/** This project's own sources, committed: a real repository that is always at hand. */
async function ownSources(): Promise<Repo> {
  const repo = await makeRepo({});
  const top = new URL("../../", import.meta.url).pathname;
  for (const name of ["lib/guard", "lib/settings", "lib/tools", "main.ts", "README.md"]) {
    const copied = await new Deno.Command("cp", { args: ["-R", `${top}${name}`, repo.path] }).output();
    assert(copied.success);
  }
  await repo.git("add", "-A");
  await repo.git("commit", "-q", "-m", "Start");
  return repo;
}

if (STRACE === undefined) {
  console.log("strace is not installed (apt-get install strace): system calls are not looked at");
}

Deno.test({
  name:
    "system calls of hook, context with all eight tools, index and wrapper: no connection, no strange file, no strange program",
  ignore: STRACE === undefined,
  async fn() {
    await using repo = await ownSources();
    // What follows all processes would wait for a daemon.
    await using home = await faultHome();
    await using traces = await makeFolder();
    const codex = installFakeCodex(home);
    const place = { cwd: repo.path, env: { ...home.env, CI_AUTO_TOOLS_TIER_MAX: "2" } };
    const may = promised(repo, home);
    const payload = JSON.stringify({ prompt: PROMPT, cwd: repo.path, hook_event_name: "UserPromptSubmit" });
    const run = async (
      what: string,
      args: string[],
      options: { stdin?: string; env?: Record<string, string> } = {},
    ) => {
      const result = await traced(binary(), args, {
        ...place,
        env: { ...place.env, ...options.env },
        ...(options.stdin === undefined ? {} : { stdin: options.stdin }),
        trace: `${traces.path}/${what.replaceAll(" ", "-")}`,
        // What codex does is codex's; a sweep for what a git left behind, where a busy machine made one late, has tests of its own.
        isForeign: (program, args) =>
          program === `${home.bin}/codex` || (program === "/bin/sh" && args.includes("grep -slF")),
        timeoutMs: 60_000,
      });
      assertEquals(result.code, 0, `${what}: ${result.stderr}`);
      return result;
    };

    const cold = await run("hook without an index", ["hook"], { stdin: payload });
    assertKept(cold, may, "cold hook");
    await rebuilt({ cwd: repo.path, home });
    const warm = await run("hook with an index", ["hook", "--client", "codex"], { stdin: payload });
    assertKept(warm, may, "warm hook");
    assert(warm.stdout.includes("checkRepoPath"), warm.stdout);
    assert(warm.calls.executed.some(({ program }) => program === GIT));

    const named = Object.keys(BUILT_IN_TOOLS).flatMap((tool) => ["--tool", tool]);
    assertKept(await run("context with eight tools", ["context", ...named, PROMPT]), may, "context");
    assertKept(await run("index build", ["index", "build"]), may, "index");

    const wrapper = await run("wrapper", [PROMPT], { env: codex.env });
    assert(codex.calls()[0]?.stdin.includes("checkRepoPath"));
    assertKept(wrapper, {
      // The session's record in codex's own folder, once there is one.
      reads: [...may.reads, `${home.env["CODEX_HOME"]}/sessions`],
      writes: [...may.writes, `${repo.path}/.devbooks`, `${repo.path}/.git/info`],
      programs: [...may.programs, `${home.bin}/codex`],
    }, "wrapper");

    // The trace does see what it should not.
    const strange = await traced("/bin/sh", ["-c", "cat /etc/passwd; /bin/true"], {
      ...place,
      trace: `${traces.path}/strange`,
    });
    assert(strange.calls.opened.has("/etc/passwd"));
    assertEquals(strange.calls.executed.map(({ program }) => program.replace(/.*\//, "")), [
      "sh",
      "cat",
      "true",
    ]);
  },
});
