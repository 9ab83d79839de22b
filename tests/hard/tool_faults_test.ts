/** Each built-in tool meets each way in which what it stands on can fail; `ac_007` and `ac_008` have those of the user's own. */
import { assertEquals, assertMatch } from "@std/assert";
import { holdWriterLock, LATE } from "../acceptance/context_runs.ts";
import { type Home, makeRepo, type Repo, runProgram, sampled } from "../acceptance/harness.ts";
import { indexDir } from "../../lib/kernel/open_tools.ts";
import * as faults from "./faults.ts";
import { BUILT_IN_NAMES } from "../../lib/tools/registry.ts";

/** ms; enough for a tool on a busy machine, and little enough that hundreds of hanging ones take a minute. */
const WALL_MS = 1500;
/** Cases at the same time: nearly all of them wait. */
const AT_ONCE = 4;

/** What git does in place of an answer; `@git` is the real one. Built-in tools stand on nothing else that is not ours. */
const GIT: Readonly<Record<string, string>> = {
  hang: "exec sleep 600",
  crash: "kill -SEGV $$",
  garbage: "exec head -c 200000 /dev/urandom",
  flood: "exec yes src/lantern.ts",
  slow: 'sleep 0.4; exec @git "$@"',
  "partial answer": '@git "$@" | head -c 30; exit 0',
  "fork bomb of sleepers":
    'i=0; while [ $i -lt 20 ]; do sleep 600 & (setsid sleep 600 &) ; i=$((i+1)); done; exec @git "$@"',
};

const WORSE = {
  ...GIT,
  "hang among sleepers": "sleep 600 & setsid sleep 600 & (setsid sleep 600 &) ; sleep 600",
  "ignored signals": "trap '' TERM INT HUP; sleep 600 & wait; sleep 600",
};

const REAL_GIT = new TextDecoder().decode(
  new Deno.Command("sh", { args: ["-c", "command -v git"] }).outputSync().stdout,
).trim();

/** Makes a home whose git behaves so. */
async function homeWithGit(script: string) {
  const home = await faults.faultHome();
  const text = script.replaceAll("@git", REAL_GIT);
  home.install("git", `#!/bin/sh\nexport FAULT=${home.path}\n${text}\n`);
  return home;
}

/** A run in the background would wait for such a git for up to a minute, as it may: it is not what is looked at here. */
async function withoutBackground<T>(home: Home, repo: Repo, work: () => Promise<T>): Promise<T> {
  const dir = indexDir(`${home.env["XDG_CACHE_HOME"]}/auto-tools`, repo.path);
  Deno.mkdirSync(dir, { recursive: true });
  using _lock = holdWriterLock(dir);
  const result = await work();
  // It finds the lock taken; on a busy machine it may only come to it now.
  await faults.backgroundEnds(home);
  return result;
}

Deno.test("The hook, with all its tools at once, meets a git that hangs, crashes, lies, floods, dawdles or leaves processes behind", async (t) => {
  const tiers = [1, 2];
  const cases = sampled(
    Object.entries(WORSE).flatMap(([fault, script]) =>
      tiers.map((tier) => ({
        name: `tier ${tier} × ${fault}`,
        fault,
        script,
        tier,
      }))
    ),
    tiers.length,
  );
  await using repo = await makeRepo(faults.FILES);
  await faults.steps(t, cases, async ({ fault, script, tier }) => {
    await using home = await homeWithGit(script);
    const place = { cwd: repo.path, home, wallMs: WALL_MS, env: { CI_AUTO_TOOLS_TIER_MAX: String(tier) } };
    const answer = await withoutBackground(home, repo, () => faults.hook(place));
    const told = `${answer.systemMessage}${answer.context}`;
    assertMatch(told, new RegExp(`${faults.FOUND}|\\[Limits\\] (?!none)`));
    // Where the walk of the folders makes up for git there is time left for it, and only [Limits] tells.
    if (fault === "hang" || fault === "crash") assertMatch(told, new RegExp(`\\bgit |${LATE.source}`));
    await faults.assertNothingLeft(home);
  }, AT_ONCE);
  assertEquals(await repo.git("status", "--porcelain", "--ignored"), "");
});

/** Files of a repository that nobody could look through in a prompt's time; git knows them all, and most were never checked out. */
const HUGE = 200_000;

Deno.test(`Each built-in tool meets a repository of ${HUGE} files`, async (t) => {
  await using repo = await makeRepo(faults.FILES);
  const blob = (await repo.git("rev-parse", `HEAD:${faults.FOUND}`)).trim();
  // In their order: git takes a list that is out of order a thousand times as slowly.
  const entries = Array.from(
    { length: HUGE },
    (_, at) =>
      `100644 ${blob}\tgenerated/part${String(Math.floor(at / 400)).padStart(4, "0")}/${
        1000 + at % 400
      }.ts\n`,
  );
  const { code, stderr } = await runProgram("git", ["update-index", "--index-info"], {
    cwd: repo.path,
    env: { PATH: Deno.env.get("PATH") ?? "", HOME: repo.path, GIT_CONFIG_NOSYSTEM: "1" },
    stdin: entries.join(""),
  });
  assertEquals(code, 0, stderr);
  const cases = sampled(["the hook", ...BUILT_IN_NAMES]).map((name) => ({ name }));
  await faults.steps(t, cases, async ({ name }) => {
    await using home = await faults.faultHome();
    const fault = { cwd: repo.path, home, wallMs: WALL_MS, env: { CI_AUTO_TOOLS_TIER_MAX: "2" } };
    await withoutBackground(home, repo, async () => {
      if (name === "the hook") return void await faults.hook(fault);
      const { envelope, limits } = await faults.context(fault, undefined, ["--tool", name]);
      if (envelope.tool_results[0]?.status !== "ok") assertMatch(limits, new RegExp(name));
    });
    await faults.assertNoStrays(home);
    // A run in the background may take its time here.
    faults.endAll(home);
    await faults.assertNothingLeft(home);
  }, 2);
});
