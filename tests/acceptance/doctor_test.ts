import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { binary, type Home, runBinary, runProgram, type Setting, setting } from "./harness.ts";
import { TERMINAL, typed } from "./terminal.ts";
import { write } from "../fixtures/tree.ts";

interface Check {
  name: string;
  status: string;
  detail: string;
  remedy?: string;
}

async function doctor(at: Setting): Promise<{ code: number; check(name: string): Check }> {
  const { code, stdout } = await runBinary(["doctor", "--format", "json"], at);
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  const check = (name: string) => {
    const found = checks.find((each) => each.name === name);
    assert(found, `no check "${name}" among ${checks.map((each) => each.name).join(", ")}`);
    return found;
  };
  return { code, check };
}

const FILES = { "a.ts": "export const a = 1;\n" };

async function hooked(at: Setting): Promise<void> {
  assertEquals((await runBinary(["setup", "hook"], at)).code, 0);
}

/** A codex that knows its version and lists one hook of the user's hook file, as the real one does over its app server. */
function codexWithHook(home: Home): string {
  const hook = {
    sourcePath: `${home.path}/.codex/hooks.json`,
    command: `'${home.path}/.codex/hooks/context-inject-global.sh' --client codex`,
    enabled: true,
    trustStatus: "untrusted",
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
  await using at = await setting(FILES);

  const { code, check } = await doctor(at);

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
  assertMatch(check("git").detail, /^\d+\.\d+.* \(\/.*\); 2\.34 or later is needed$/);
});

Deno.test("doctor: the plugin's hook is one, without setup's; an older git than is needed is a warning", async () => {
  await using at = await setting(FILES);
  at.home.install(
    "git",
    `#!/bin/sh
[ "$*" != --version ] || { echo git version 2.30.9; exit 0; }
PATH=/usr/local/bin:/usr/bin:/bin exec git "$@"
`,
  );
  const settings = { enabledPlugins: { "auto-tools@auto-tools": true } };
  write(`${at.home.path}/.claude/settings.json`, JSON.stringify(settings));
  const { code, check } = await doctor(at);
  const { status, detail } = check("Claude Code hook");
  assertEquals([status, detail], ["ok", `the plugin's (${at.home.path}/.claude/settings.json)`]);
  assertEquals([code, check("git").status], [0, "warning"]);
  assertStringIncludes(check("git").remedy ?? "", "install a newer git");
});

Deno.test("doctor: hooks that are set up are run with a real payload; Codex itself says whether it trusts ours", async () => {
  await using at = await setting(FILES);
  at.home.install("codex", codexWithHook(at.home));
  await hooked(at);

  const { code, check } = await doctor(at);
  assertEquals(code, 0);
  assertMatch(check("Claude Code hook").detail, /^answers in \d+ ms/);
  assertMatch(check("Codex hook").detail, /^answers in \d+ ms/);
  assertEquals(check("Codex trust").status, "warning");
  assertStringIncludes(check("Codex trust").remedy ?? "", "/hooks");
});

const SETTINGS = ".claude/settings.json";
const SHIM = ".claude/hooks/context-inject-global.sh";

/** How Claude Code's hook is broken in the home, on top of what was before, and what is said of it. */
const BROKEN: [name: string, script: string, says: RegExp][] = [
  [
    "the program has moved",
    `sed -i "s|^binary=.*|binary='/gone/codex-auto'|" ${SHIM}`,
    /orchestrator unavailable.*the shim names \/gone\/codex-auto, which is missing/,
  ],
  ["the shim is gone", `rm ${SHIM}`, /context-inject-global\.sh is missing or not executable/],
  [
    "Claude Code's settings have a comment",
    `sed -i '1i// mine' ${SETTINGS}`,
    /Claude Code skips all of .*settings\.json: it is not strict JSON/,
  ],
  ["the settings have a mistake", `echo { >${SETTINGS}`, /settings\.json:2: not valid JSON/],
];

Deno.test("doctor: fails with 40, a reason and a remedy for each piece that is broken", async () => {
  await using at = await setting({ ...FILES, "config/auto-tools.yaml": "budget:\n  wall_ms: soon\n" });
  await hooked(at);
  at.home.env["XDG_STATE_HOME"] = "/dev/null/state";
  for (const [name, script, says] of BROKEN) {
    const broken = await runProgram("sh", ["-c", script], { cwd: at.home.path, env: at.home.env });
    assertEquals(broken.code, 0, broken.stderr);
    const { code, check } = await doctor(at);
    assertEquals(code, 40, name);
    const failed: [string, RegExp][] = [
      ["Claude Code hook", says],
      ["configuration", /auto-tools\.yaml:2: /],
      ["state folder", /is not a folder of its own/],
    ];
    for (const [piece, reason] of failed) {
      const { status, detail, remedy = "" } = check(piece);
      assertEquals([status, remedy.length > 10], ["failed", true], `${name}: ${detail}`);
      assertMatch(detail, reason);
    }
  }
});

Deno.test("doctor and prompt say that a disk has no room, and what helps", async () => {
  await using at = await setting(FILES);
  // Blocks that a file may have: the doctor makes a small one before it looks.
  const script = `trap '' XFSZ; ulimit -f $1; shift; exec '${binary()}' "$@"`;
  const run = (...args: string[]) =>
    runProgram("sh", ["-c", script, "sh", ...args], { ...at, env: at.home.env });
  assertMatch((await run("1", "doctor")).stdout, /failed +cache folder .*: File too large.*\n +→ make room/);
  const { stdout } = await run("0", "context", "where is a.ts?");
  assertMatch(stdout, /\[Limits\] no git: File too large.*; codex-auto doctor says where, and what helps/);
});

Deno.test("doctor: text has one line a check; colours on a terminal, not with NO_COLOR", {
  ignore: !TERMINAL,
}, async () => {
  await using at = await setting(FILES);
  const shown = async (NO_COLOR: string) =>
    (await typed(["doctor"], [], { cwd: at.cwd, env: { ...at.home.env, TERM: "xterm", NO_COLOR } })).screen;
  assertStringIncludes(await shown(""), "\u001b[");
  const plain = (await shown("1")).replaceAll("\r", "");
  assertMatch(plain, /^ok {7}codex-auto {16,}\d+\.\d+\.\d+ /);
  assertMatch(plain, /\n\d+ ok, \d+ warnings?, 0 failed\n$/);
  assert(!plain.includes("\u001b"));
});
