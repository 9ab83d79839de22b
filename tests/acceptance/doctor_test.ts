import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Home, makeHome, makeRepo, type Repo, runBinary } from "./harness.ts";
import { TERMINAL, typed } from "./terminal.ts";

interface Check {
  name: string;
  status: string;
  detail: string;
  remedy?: string;
}

async function doctor(
  repo: Repo,
  home: Home,
  env: Record<string, string> = {},
): Promise<{ code: number; check(name: string): Check }> {
  const { code, stdout } = await runBinary(["doctor", "--format", "json"], { cwd: repo.path, home, env });
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  const check = (name: string) => {
    const found = checks.find((each) => each.name === name);
    assert(found, `no check "${name}" among ${checks.map((each) => each.name).join(", ")}`);
    return found;
  };
  return { code, check };
}

/** A codex that knows its version and lists one hook of the user's hook file, as the real one does over its app server. */
function codexThatTrusts(home: Home, trustStatus: string): string {
  const hook = {
    sourcePath: `${home.path}/.codex/hooks.json`,
    command: `'${home.path}/.codex/hooks/context-inject-global.sh' --client codex`,
    enabled: true,
    trustStatus,
  };
  const answer = JSON.stringify({ id: 2, result: { data: [{ hooks: [hook], warnings: [], errors: [] }] } });
  return `#!/bin/sh
case $1 in
  --version) echo codex-cli 9.9.9 ;;
  app-server)
    read -r initialize; read -r initialized; read -r list
    echo '{"id":1,"result":{}}'
    cat <<'ANSWER'
${answer}
ANSWER
    cat >/dev/null ;;
esac
`;
}

Deno.test("doctor: a fresh machine has warnings with remedies and no failure, and the tools find something", async () => {
  await using home = await makeHome();
  await using repo = await makeRepo({ "a.ts": "export const a = 1;\n" });

  const { code, check } = await doctor(repo, home);

  assertEquals(code, 0);
  const pieces = ["codex-auto", "git", "cache folder", "state folder", "data folder", "switches"];
  for (const name of [...pieces, "configuration"]) {
    assertEquals(check(name).status, "ok", `${name}: ${check(name).detail}`);
  }
  assertMatch(check("tools and sandbox").detail, /^found retry\.ts in a repository made for this, \d+ ms$/);
  assertEquals(check("code index").status, "ok", check("code index").detail);
  assertEquals([check("Claude Code hook").status, check("Claude Code hook").remedy], [
    "warning",
    "run: codex-auto setup hook",
  ]);
});

Deno.test("doctor: hooks that are set up are run with a real payload; Codex itself says whether it trusts ours", async () => {
  await using home = await makeHome();
  await using repo = await makeRepo({ "a.ts": "export const a = 1;\n" });
  home.install("codex", codexThatTrusts(home, "untrusted"));
  assertEquals((await runBinary(["setup", "hook"], { cwd: repo.path, home })).code, 0);

  const untrusted = await doctor(repo, home);
  assertEquals(untrusted.code, 0);
  assertMatch(untrusted.check("Claude Code hook").detail, /^answers in \d+ ms/);
  assertMatch(untrusted.check("Codex hook").detail, /^answers in \d+ ms/);
  assertEquals(untrusted.check("Codex trust").status, "warning");
  assertStringIncludes(untrusted.check("Codex trust").remedy ?? "", "/hooks");

  home.install("codex", codexThatTrusts(home, "trusted"));
  assertEquals((await doctor(repo, home)).check("Codex trust").status, "ok");
});

/** What is broken, the check that must notice, and what it says. */
const BROKEN: Record<string, [(home: Home, repo: Repo) => void, string, RegExp]> = {
  "the program has moved": [
    (home) => {
      const shim = `${home.path}/.claude/hooks/context-inject-global.sh`;
      Deno.writeTextFileSync(
        shim,
        Deno.readTextFileSync(shim).replace(/^binary=.*$/m, "binary='/gone/codex-auto'"),
      );
    },
    "Claude Code hook",
    /orchestrator unavailable.*the shim names \/gone\/codex-auto, which is missing/,
  ],
  "the shim is gone": [
    (home) => Deno.removeSync(`${home.path}/.claude/hooks/context-inject-global.sh`),
    "Claude Code hook",
    /context-inject-global\.sh is missing or not executable/,
  ],
  "the settings have a mistake": [
    (home) => Deno.writeTextFileSync(`${home.path}/.claude/settings.json`, "{\n"),
    "Claude Code hook",
    /settings\.json:2: not valid JSON/,
  ],
  "Claude Code's settings have a comment": [
    (home) =>
      Deno.writeTextFileSync(
        `${home.path}/.claude/settings.json`,
        "// mine\n" + Deno.readTextFileSync(`${home.path}/.claude/settings.json`),
      ),
    "Claude Code hook",
    /Claude Code skips all of .*settings\.json: it is not strict JSON/,
  ],
  "the repository's configuration is wrong": [
    (_, repo) => repo.write("config/auto-tools.yaml", "budget:\n  wall_ms: soon\n"),
    "configuration",
    /auto-tools\.yaml:2: /,
  ],
  "a folder cannot be made": [
    (home) => {
      Deno.mkdirSync(`${home.path}/.local`, { recursive: true });
      Deno.writeTextFileSync(`${home.path}/.local/state`, "a file");
    },
    "state folder",
    /Not a directory|File exists/,
  ],
};

for (const [name, [break_, check, message]] of Object.entries(BROKEN)) {
  Deno.test(`doctor: fails with 40, a reason and a remedy where ${name}`, async () => {
    await using home = await makeHome();
    await using repo = await makeRepo({ "a.ts": "export const a = 1;\n" });
    Deno.mkdirSync(`${home.path}/.codex`);
    assertEquals((await runBinary(["setup", "hook"], { cwd: repo.path, home })).code, 0);
    break_(home, repo);

    const result = await doctor(repo, home);

    assertEquals(
      [result.code, result.check(check).status],
      [40, "failed"],
      JSON.stringify(result.check(check)),
    );
    assertMatch(result.check(check).detail, message);
    assert((result.check(check).remedy ?? "").length > 10);
  });
}

Deno.test("doctor: text has one line a check and no colours away from a terminal; wrong usage ends with 2", async () => {
  await using home = await makeHome();
  await using repo = await makeRepo({ "a.ts": "export const a = 1;\n" });
  const { stdout } = await runBinary(["doctor"], { cwd: repo.path, home });
  assertMatch(stdout, /^ok {7}codex-auto {16,}\d+\.\d+\.\d+ /);
  assertMatch(stdout, /\n\d+ ok, \d+ warnings?, 0 failed\n$/);
  assert(!stdout.includes("\u001b"));
  assertEquals((await runBinary(["doctor", "--format", "xml"], { cwd: repo.path, home })).code, 2);
  assertEquals((await runBinary(["doctor", "now"], { cwd: repo.path, home })).code, 2);
});

Deno.test(
  "doctor: colours stand on a terminal that knows them, and not where NO_COLOR forbids them",
  { ignore: !TERMINAL },
  async () => {
    await using home = await makeHome();
    await using repo = await makeRepo({ "a.ts": "export const a = 1;\n" });
    const shown = async (env: Record<string, string>) =>
      (await typed(["doctor"], [], { cwd: repo.path, env: { ...home.env, ...env } })).screen;
    assertStringIncludes(await shown({ TERM: "xterm" }), "\u001b[");
    for (const env of [{ TERM: "dumb" }, { TERM: "xterm", NO_COLOR: "1" }]) {
      const screen = await shown(env);
      assertStringIncludes(screen, "codex-auto");
      assert(!screen.includes("\u001b"), screen);
    }
  },
);
