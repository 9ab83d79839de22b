/** CONTRACT 1.6: nothing of a repository is ever executed, whatever its git configuration, attributes and hooks say. */
import { assert, assertEquals } from "@std/assert";
import { contextOf, hookOf, rebuilt } from "../acceptance/context_runs.ts";
import { makeHome, runBinary, runProgram } from "../acceptance/harness.ts";
import { installFakeCodex } from "../fixtures/codex/fake_codex.ts";
import { withFolder } from "../fixtures/guard/git_repository.ts";
import { type HostileRepository, hostileRepository } from "../fixtures/guard/hostile_repository.ts";
import { BUILT_IN_NAMES } from "../../lib/tools/registry.ts";

const PROMPT = "Why does lanternOil fail? Who calls wick, what changed lately, how complex is it?";
/** What must spring with commands that people run every day, or the repository is not as hostile as it should be. */
const SPRUNG = [
  "core.fsmonitor",
  "filter.evil.clean",
  "filter.served.process",
  "diff.external",
  "diff.evil.command",
  "diff.evil.textconv",
  "gpg.openpgp.program",
  "remote.origin.uploadpack",
  "hook_post-index-change",
  "alias.evil",
  "alias.included",
  "alias.included-if",
];

Deno.test("in a hostile repository hook, context with all eight tools, index and wrapper execute nothing of it", () =>
  withFolder(async (folder) => {
    const repo = await hostileRepository(folder);
    await using home = await makeHome();
    const codex = installFakeCodex(home);
    const place = { cwd: repo.path, home, env: { CI_AUTO_TOOLS_TIER_MAX: "2" } };
    const assertQuiet = (what: string) => assertEquals(repo.marks(), [], what);

    const cold = await hookOf(place, { prompt: PROMPT });
    assert(cold.context.includes("src/lantern.ts"), cold.context || cold.systemMessage);
    assertQuiet("hook without an index");
    await rebuilt(place);
    assertQuiet("index build");
    await runBinary(["index", "status"], place);
    const warm = await hookOf(place, { prompt: `${PROMPT} And who calls lanternOil?`, session_id: "s-2" });
    assert(warm.context.includes("src/lantern.ts"));
    assertQuiet("hook with an index");
    const { envelope } = await contextOf(
      place,
      PROMPT,
      [...BUILT_IN_NAMES].flatMap((tool) => ["--tool", tool]),
    );
    assertEquals(envelope.tool_results.map(({ tool }) => tool).sort(), [...BUILT_IN_NAMES].sort());
    for (const { status, error } of envelope.tool_results) {
      assert(status === "ok" || error?.code === "E_TIMEOUT", JSON.stringify(error));
    }
    assertQuiet("all eight tools");
    const wrapped = await runBinary([PROMPT], { ...place, env: { ...place.env, ...codex.env } });
    assertEquals(wrapped.code, 0, wrapped.stderr);
    assertQuiet("wrapper");
    for (const command of [["why"], ["doctor"], ["trust"], ["--dry-run", PROMPT]]) {
      await runBinary(command, place);
    }
    assertQuiet("the other commands");
    if (Deno.uid() === 0) {
      await chown(repo, "12345");
      assert((await hookOf(place, { prompt: PROMPT, session_id: "s-3" })).context !== "");
      assertQuiet("a repository of somebody else's");
      await chown(repo, "0");
    }
    await springs(repo, home.env);
    const sprung = repo.marks();
    console.log(
      `  ${repo.armed} traps, none sprung by codex-auto, ${sprung.length} by everyday git: ${
        sprung.join(" ")
      }`,
    );
    assertEquals(SPRUNG.filter((name) => !sprung.includes(name)), []);
  }));

async function chown(repo: HostileRepository, owner: string): Promise<void> {
  await new Deno.Command("chown", { args: ["-R", owner, repo.path] }).output();
}

/** Everyday commands of plain git, without anybody's own configuration. */
async function springs(repo: HostileRepository, env: Record<string, string>): Promise<void> {
  const commands = [
    ["status"],
    ["diff", "--", "plain.cfg"],
    ["diff", "--", "src/wick.ts"],
    ["diff", "--no-ext-diff"],
    ["log", "-p"],
    ["show"],
    ["log", "--show-signature", "-1"],
    ["evil"],
    ["included"],
    ["included-if"],
    ["checkout", "-q", "--", "src/wick.ts"],
    ["cat-file", "-p", "HEAD~1:gone.txt"],
    ["fetch", "-q"],
    ["fetch", "-q", "other"],
    ["blame", "src/wick.ts"],
  ];
  for (const args of commands) {
    await runProgram("git", args, {
      cwd: repo.path,
      env: {
        ...env,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_AUTHOR_NAME: "A",
        GIT_AUTHOR_EMAIL: "a@b",
        GIT_COMMITTER_NAME: "A",
        GIT_COMMITTER_EMAIL: "a@b",
      },
      timeoutMs: 10_000,
    });
  }
}
