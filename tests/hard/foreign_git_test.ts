/** A folder from a stranger whose `.git` leads to a private repository, or nowhere, or never answers: nothing of it is told, kept or changed, and nobody waits. */
import { assert, assertEquals } from "@std/assert";
import { DEFAULTS } from "../../lib/settings/defaults.ts";
import { contextOf, hookOf } from "../acceptance/context_runs.ts";
import { makeHome, makeRepo, type Repo, runBinary } from "../acceptance/harness.ts";
import { installFakeCodex } from "../fixtures/codex/fake_codex.ts";
import { assertInTime } from "../acceptance/in_time.ts";

const WORD = "Quetzalcoatl";
const FERRY = "export function ferrySchedule(day: number): number {\n  return day * 7;\n}\n";
const ASK = `who changed ferrySchedule last, and why? where is ${WORD.slice(0, 6)} used?`;

async function privateRepository(): Promise<Repo> {
  const repo = await makeRepo({ "src/ferry.ts": FERRY, [`src/${WORD}.ts`]: "export const a = 1;\n" });
  repo.write("src/ferry.ts", FERRY.replace("7", "8"));
  await repo.git("commit", "-q", "-a", "-m", `Change ferrySchedule for ${WORD}`);
  return repo;
}

/** Everything below a folder, with its size and time of change: what a write would alter. */
function stateOf(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    const { size, mtime } = Deno.lstatSync(path);
    return isDirectory ? [path, ...stateOf(path)] : [`${path} ${size} ${mtime?.getTime()}`];
  }).sort();
}

/** By links in its `.git`; `tests/guard/git/git_place_test.ts` has all ways. */
function claim(evil: string, git: string): void {
  for (const name of ["objects", "refs"]) {
    Deno.removeSync(`${evil}/.git/${name}`, { recursive: true });
    Deno.symlinkSync(`${git}/${name}`, `${evil}/.git/${name}`);
  }
}

Deno.test("a folder that claims a private repository learns nothing of it and changes nothing there", async () => {
  await using victim = await privateRepository();
  await using evil = await makeRepo({ "src/ferry.ts": FERRY });
  await using home = await makeHome();
  const codex = installFakeCodex(home);
  claim(evil.path, `${victim.path}/.git`);
  const before = stateOf(victim.path);
  const place = { cwd: evil.path, home, env: { ...codex.env, CI_AUTO_TOOLS_TIER_MAX: "2" } };
  await runBinary(["index", "build"], place);
  const tools = ["ci_search", "ci_bug_locate", "ci_hotspot", "ci_impact"].flatMap((tool) => ["--tool", tool]);
  const { envelope, stderr } = await contextOf(place, ASK, tools);
  await runBinary([ASK], place);
  const told = codex.calls().map(({ stdin }) => stdin);
  const said = [JSON.stringify({ ...envelope, inputs: {} }), stderr, ...told].join("\n");
  assert(said.includes("src/ferry.ts"), said);
  assertEquals(said.includes(WORD), false, said);
  const kept = await new Deno.Command("grep", { args: ["-rliaF", WORD.toLowerCase(), home.path] }).output();
  assertEquals(new TextDecoder().decode(kept.stdout), "");
  assertEquals(stateOf(victim.path), before);
});

const STUCK: Record<string, (git: string) => string> = {
  "HEAD is a FIFO": (git) => `rm "${git}/HEAD" && mkfifo "${git}/HEAD"`,
  "git's list of excluded files, our configuration and the session's place are FIFOs": (git) =>
    `cd "${git}/.." && mkdir -p .git/info config .devbooks/cache/auto-tools && rm -f .git/info/exclude &&
    mkfifo .git/info/exclude config/auto-tools.yaml .devbooks/config.yaml .devbooks/cache/auto-tools/codex-session.json`,
};

for (const [what, script] of Object.entries(STUCK)) {
  Deno.test(`where something never answers, hook and wrapper end in time and say why: ${what}`, async () => {
    await using repo = await makeRepo({ "src/ferry.ts": FERRY });
    await using home = await makeHome();
    const codex = installFakeCodex(home);
    const made = await new Deno.Command("sh", { args: ["-c", script(`${repo.path}/.git`)] }).output();
    assert(made.success, what);
    const place = { cwd: repo.path, home, env: codex.env };
    const began = performance.now();
    const { code, context, systemMessage = "" } = await hookOf(place, {
      prompt: "where is ferrySchedule defined?",
    });
    await assertInTime(performance.now() - began, DEFAULTS.wallMs + DEFAULTS.graceMs);
    assertEquals(code, 0);
    assert(context.includes("src/ferry.ts") || systemMessage.includes("[Limits]"), what);
    const { stderr } = await runBinary(["where is ferrySchedule defined?"], place);
    assertEquals(codex.calls().length, 1, `${what}: ${stderr}`);
  });
}
