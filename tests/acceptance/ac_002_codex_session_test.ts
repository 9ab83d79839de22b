/** AC-002: the session of entry A goes on from turn to turn, can be verified, and degrades to stateless turns that say so. */
import { assert, assertEquals, assertFalse, assertStringIncludes } from "@std/assert";
import { codexSetting } from "../fixtures/codex/fake_codex.ts";
import { write } from "../fixtures/tree.ts";
import { binary, setting } from "./harness.ts";
import { TERMINAL, typed } from "./terminal.ts";

const FILES = { "src/retry.ts": "export function retryRequest() {\n  return 3;\n}\n" };
const STATELESS = "[Limits] session continuity unavailable; fallback to stateless exec";

async function session(behaviour = "") {
  const at = await codexSetting(FILES, behaviour);
  const planned = async () =>
    JSON.parse((await at.run(["--dry-run", "where is retryRequest?"])).stdout).tool_plan
      .planned_codex_command;
  return { ...at, planned, argvs: () => at.codex.calls().map(({ argv }) => argv) };
}

Deno.test(
  "AC-002 the loop's first turn is `codex exec`, its second resumes, and the plan says so without codex",
  { ignore: !TERMINAL },
  async () => {
    await using at = await session();
    assertEquals(await at.planned(), "codex exec");
    const { code, screen } = await typed([], ["where is retryRequest?\r", "and its tests?\r", "/quit\r"], {
      cwd: at.cwd,
      env: { ...at.home.env, ...at.codex.env },
    });
    assertEquals(code, 0, screen);
    const coloured = "exec --color always ";
    const [first, second = [], ...more] = at.argvs().map((argv) =>
      argv.join(" ").replace(coloured, "exec ").split(" ")
    );
    assertEquals([first, second.slice(0, 2), second.at(-1), more], [
      ["exec", "-"],
      ["exec", "resume"],
      "-",
      [],
    ]);
    assertEquals(await at.planned(), "codex exec resume --last");
  },
);

Deno.test("AC-002 one turn after another resumes the thread by its id, from any folder of the repository, names what it was given, and --new leaves it", async () => {
  await using at = await session();
  const thread = "01a20062-0000-7000-8000-000000000002";
  const record = `${at.home.path}/.codex/sessions/2026/01/02/rollout-2026-01-02T03-04-05-${thread}.jsonl`;
  await at.run(["fix retryRequest"]);
  write(record, JSON.stringify(at.codex.calls()));
  await at.run(["fix retryRequest"], { cwd: `${at.cwd}/src` });
  assertEquals(at.argvs()[1], ["exec", "resume", thread, "-"]);
  assertStringIncludes(at.codex.calls()[1]?.stdin ?? "", "Given earlier in this session and unchanged: src/");
  assertEquals(at.codex.helpCalls(), 1);
  const kept = Deno.statSync(`${at.cwd}/.devbooks/cache/auto-tools/codex-session.json`);
  assertEquals((kept.mode ?? 0) & 0o777, 0o600);
  assertEquals(await at.git("status", "--porcelain"), "");
  assertFalse((await at.run(["--new", "two!"])).stderr.includes(STATELESS));
  assertEquals(at.argvs()[2], ["exec", "-"]);
});

Deno.test("AC-002 where `codex exec resume` has no --last, turns are stateless, in the run and in the plan", async () => {
  await using at = await session("no-last");
  await at.run(["fix retryRequest"]);
  assertStringIncludes((await at.run(["and test it"])).stderr, STATELESS);
  assertEquals(at.argvs(), [["exec", "-"], ["exec", "-"]]);
  const plan = await at.run(["--dry-run", "and test it"]);
  const { tool_plan, fused_context, degraded } = JSON.parse(plan.stdout);
  assertEquals([plan.code, tool_plan.planned_codex_command, degraded.is_degraded], [0, "codex exec", true]);
  assertStringIncludes(fused_context.for_user.limits_text, STATELESS);
  assertStringIncludes(degraded.reason, "E_SESSION");
});

Deno.test("AC-002 `codex-auto loop` takes each line of a pipe for a prompt or a command, in one session", async () => {
  await using at = await session();
  const run = await at.run(["loop"], { stdin: "fix retryRequest\n/off\nand test it\n/new\nsay thanks" });
  assertEquals(run.code, 0, run.stderr);
  assertEquals(
    at.codex.calls().map(({ argv, stdin }) => [argv.includes("resume"), stdin.split("\n").at(-1)]),
    [[false, "fix retryRequest"], [true, "and test it"], [false, "say thanks"]],
  );
});

Deno.test("AC-002 a loop without codex says so before anything is typed, and how to install it", {
  ignore: !TERMINAL,
}, async () => {
  await using at = await setting(FILES);
  const missing = "there is no executable `codex` on PATH\r\nInstall it with `npm install -g @openai/codex`";
  const { code, screen } = await typed([], ["/quit\r"], { cwd: at.cwd, env: at.home.env });
  assertEquals(code, 0, screen);
  assert(screen.includes(missing) && screen.indexOf(missing) < screen.indexOf("codex-auto> "), screen);
});

for (const signal of ["SIGTERM", "SIGHUP"] as const) {
  Deno.test(
    `AC-002 a loop that ${signal} ends gives the terminal back as it was`,
    { ignore: !TERMINAL },
    async () => {
      await using at = await setting(FILES);
      const program = 'echo $$ >"$HOME/pid"; exec "$0"';
      const command = ["sh", "-c", `sh -c '${program}' "$0"; stty -a`, binary()];
      const end = () =>
        Promise.resolve(Deno.kill(Number(Deno.readTextFileSync(`${at.home.path}/pid`)), signal));
      const steps = ["half a prom", { when: end, text: "" }];
      const { screen } = await typed([], steps, { cwd: at.cwd, env: at.home.env, command });
      const after = screen.slice(screen.lastIndexOf("speed "));
      for (const mode of ["icanon", "echo", "isig", "opost", "icrnl"]) {
        assert(new RegExp(`(^|\\s)${mode}[;\\s]`).test(after), `${mode}: ${screen}`);
      }
      assert(screen.lastIndexOf("\u001b[?2004l") > screen.lastIndexOf("\u001b[?2004h"));
    },
  );
}
