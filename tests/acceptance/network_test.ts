/** CONTRACT 1.6: hook, context and wrapper never open a network connection. Seen from outside, by system calls. */
import { assertEquals, assertMatch } from "@std/assert";
import { installFakeCodex } from "../fixtures/codex/fake_codex.ts";
import { findProgram } from "../../lib/settings/find_program.ts";
import { systemWorld } from "../../lib/settings/world.ts";
import { binary, type Home, makeHome, makeRepo, type Repo, type RunOptions, runProgram } from "./harness.ts";

const STRACE = findProgram("strace", systemWorld());
const FILES = { "src/retry.ts": "export function retryRequest() {\n  return 3;\n}\n" };
const PROMPT = "Where is retryRequest called?";

/** Runs a program and returns the internet sockets that it, or anything it started, asked the system for. */
async function sockets(
  program: string,
  args: string[],
  repo: Repo,
  home: Home,
  { stdin, env }: Pick<RunOptions, "stdin" | "env"> = {},
) {
  const trace = `${home.path}/trace`;
  const traced = ["-f", "-qq", "-e", "trace=socket,connect", "-o", trace, program, ...args];
  const { code, stdout } = await runProgram(STRACE ?? "", traced, {
    cwd: repo.path,
    env: { ...home.env, ...env },
    ...(stdin === undefined ? {} : { stdin }),
  });
  const lines = Deno.readTextFileSync(trace).split("\n");
  return { code, stdout, opened: lines.filter((line) => /AF_INET6?\b/.test(line)) };
}

Deno.test({
  name: "hook, context and wrapper open no network connection, and the trace would show one",
  // Where strace is not installed nothing can be seen; the sandbox's own test does not need it.
  ignore: STRACE === undefined,
  async fn() {
    await using repo = await makeRepo(FILES);
    await using home = await makeHome();
    const codex = installFakeCodex(home);
    const payload = JSON.stringify({ prompt: PROMPT, cwd: repo.path, hook_event_name: "UserPromptSubmit" });
    const runs: [string[], Pick<RunOptions, "stdin" | "env">, RegExp][] = [
      [["hook"], { stdin: payload }, /retryRequest/],
      [["hook", "--client", "codex"], { stdin: payload }, /retryRequest/],
      [["context", PROMPT], {}, /retryRequest/],
      [[PROMPT], { env: codex.env }, /answer/],
    ];
    for (const [args, options, said] of runs) {
      const { code, stdout, opened } = await sockets(binary(), args, repo, home, options);
      assertEquals([args, code, opened], [args, 0, []]);
      assertMatch(stdout, said);
    }
    const connects = ["-e", "require('net').connect(9, '127.0.0.1').on('error', () => {})"];
    const node = findProgram("node", systemWorld());
    if (node !== undefined) assertMatch((await sockets(node, connects, repo, home)).opened.join(), /AF_INET/);
  },
});
