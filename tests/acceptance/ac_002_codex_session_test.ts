/** AC-002: the session of entry A goes on from turn to turn, can be verified, and degrades to stateless turns that say so. */
import { assertEquals, assertFalse, assertStringIncludes } from "@std/assert";
import { installFakeCodex } from "../fixtures/codex/fake_codex.ts";
import { binary, makeHome, makeRepo, runBinary } from "./harness.ts";
import { TERMINAL, typed } from "./terminal.ts";

const FILES = { "src/retry.ts": "export function retryRequest() {\n  return 3;\n}\n" };
const STATELESS = "[Limits] session continuity unavailable; fallback to stateless exec";

async function plannedCommand(cwd: string, home: Awaited<ReturnType<typeof makeHome>>): Promise<unknown> {
  const { stdout } = await runBinary(["--dry-run", "where is retryRequest?"], { cwd, home });
  return JSON.parse(stdout).tool_plan.planned_codex_command;
}

Deno.test(
  "AC-002 the loop's first turn is `codex exec`, its second resumes, and the plan says so without codex",
  { ignore: !TERMINAL },
  async () => {
    await using repo = await makeRepo(FILES);
    await using home = await makeHome();
    const codex = installFakeCodex(home);
    assertEquals(await plannedCommand(repo.path, home), "codex exec");
    const run = await typed([], ["where is retryRequest?\r", "and its tests?\r", "/quit\r"], {
      cwd: repo.path,
      env: { ...home.env, ...codex.env },
    });
    assertEquals(run.code, 0, run.screen);
    const [first, second, ...more] = codex.calls();
    assertEquals(more, []);
    assertEquals(first?.argv, ["exec", "-"]);
    assertEquals(second?.argv.slice(0, 2), ["exec", "resume"]);
    assertEquals(second?.argv.at(-1), "-");
    assertEquals(await plannedCommand(repo.path, home), "codex exec resume --last");
  },
);

Deno.test("AC-002 one turn after another resumes the thread by its id, from any folder of the repository", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  const codex = installFakeCodex(home);
  await runBinary(["fix retryRequest"], { cwd: repo.path, home, env: codex.env });
  await runBinary(["and test it"], { cwd: `${repo.path}/src`, home, env: codex.env });
  assertEquals(codex.calls()[1]?.argv, ["exec", "resume", "01a20062-0000-7000-8000-000000000002", "-"]);
  assertEquals(codex.helpCalls(), 1);
  const session = Deno.statSync(`${repo.path}/.devbooks/cache/auto-tools/codex-session.json`);
  assertEquals((session.mode ?? 0) & 0o777, 0o600);
  assertEquals(await repo.git("status", "--porcelain"), "");
});

Deno.test("AC-002 where `codex exec resume` has no --last, turns are stateless, in the run and in the plan", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  const codex = installFakeCodex(home, "no-last");
  await runBinary(["fix retryRequest"], { cwd: repo.path, home, env: codex.env });
  const second = await runBinary(["and test it"], { cwd: repo.path, home, env: codex.env });
  assertEquals(codex.calls().map((call) => call.argv), [["exec", "-"], ["exec", "-"]]);
  assertStringIncludes(second.stderr, STATELESS);
  const plan = await runBinary(["--dry-run", "and test it"], { cwd: repo.path, home });
  const envelope = JSON.parse(plan.stdout);
  assertEquals([plan.code, envelope.tool_plan.planned_codex_command], [0, "codex exec"]);
  assertStringIncludes(envelope.fused_context.for_user.limits_text, STATELESS);
  assertEquals(envelope.degraded.is_degraded, true);
  assertStringIncludes(envelope.degraded.reason, "E_SESSION");
});

Deno.test("AC-002 a resume that fails loses no prompt: the turn is stateless and says so", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  const codex = installFakeCodex(home);
  await runBinary(["fix retryRequest"], { cwd: repo.path, home, env: codex.env });
  const second = await runBinary(["say thanks"], {
    cwd: repo.path,
    home,
    env: { ...codex.env, FAKE_CODEX: "lost" },
  });
  assertEquals([second.code, second.stdout], [0, "answer 4\n"]);
  assertStringIncludes(second.stderr, STATELESS);
  assertEquals(codex.calls().at(-1)?.argv, ["exec", "-"]);
  assertEquals(codex.calls().at(-1)?.stdin.endsWith("say thanks"), true);
});

Deno.test("AC-002 `codex-auto loop` takes each line of a pipe for a prompt or a command, in one session", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  const codex = installFakeCodex(home);
  const stdin = "fix retryRequest\n/off\nand test it\n/new\nsay thanks";
  const run = await runBinary(["loop"], { cwd: repo.path, home, env: codex.env, stdin });
  assertEquals(run.code, 0, run.stderr);
  assertEquals(codex.calls().map(({ argv }) => argv.slice(0, 2)), [["exec", "-"], ["exec", "resume"], [
    "exec",
    "-",
  ]]);
  assertEquals(codex.calls().map((call) => call.stdin.split("\n").at(-1)), [
    "fix retryRequest",
    "and test it",
    "say thanks",
  ]);
});

Deno.test("AC-002 --new leaves the session behind", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  const codex = installFakeCodex(home);
  await runBinary(["one"], { cwd: repo.path, home, env: codex.env });
  const second = await runBinary(["--new", "two"], { cwd: repo.path, home, env: codex.env });
  assertEquals(codex.calls().map((call) => call.argv), [["exec", "-"], ["exec", "-"]]);
  assertFalse(second.stderr.includes(STATELESS));
});

for (const signal of ["SIGTERM", "SIGHUP"] as const) {
  Deno.test(
    `AC-002 a loop that ${signal} ends gives the terminal back as it was`,
    { ignore: !TERMINAL },
    async () => {
      await using repo = await makeRepo(FILES);
      await using home = await makeHome();
      const program = 'echo $$ >"$HOME/pid"; exec "$0"';
      const command = ["sh", "-c", `sh -c '${program}' "$0"; stty -a`, binary()];
      const end = () => Promise.resolve(Deno.kill(Number(Deno.readTextFileSync(`${home.path}/pid`)), signal));
      const { screen } = await typed([], ["half a prom", { when: end, text: "" }], {
        cwd: repo.path,
        env: home.env,
        command,
      });
      const after = screen.slice(screen.lastIndexOf("speed "));
      for (const mode of ["icanon", "echo", "isig", "opost", "icrnl"]) {
        assertEquals(new RegExp(`(^|\\s)${mode}[;\\s]`).test(after), true, `${mode}: ${screen}`);
      }
      assertEquals(screen.lastIndexOf("\u001b[?2004l") > screen.lastIndexOf("\u001b[?2004h"), true);
    },
  );
}
