/** AC-015: entry B puts the context before one prompt, with `run_id` and [Limits], and is codex to all around it. */
import { assert, assertEquals, assertFalse, assertMatch, assertStringIncludes } from "@std/assert";
import { codexSetting } from "../fixtures/codex/fake_codex.ts";
import { PATIENT } from "./configured_tools.ts";
import { appears, assertHas, makeFolder, runBinary } from "./harness.ts";

const FILES = {
  "src/retry.ts":
    "/** Retries a failed request. 重试失败的请求。 */\nexport function retryRequest() {\n  return 3;\n}\n",
  "src/login.ts": 'import { retryRequest } from "./retry.ts";\nexport const login = () => retryRequest();\n',
};

Deno.test("AC-015 codex is given the context, its run_id and [Limits], then the user's words unchanged", async () => {
  await using at = await codexSetting(FILES);
  const prompts = [
    "Where is retryRequest called? Fix src/login.ts",
    "修复 retryRequest：登录失败后没有重试\n",
  ];
  for (const prompt of prompts) {
    const { code, stdout, stderr } = await at.run(["--new", prompt], { env: PATIENT });
    assertEquals([code, /^answer \d\n$/.test(stdout)], [0, true]);
    const { argv, stdin = "" } = at.codex.calls().at(-1) ?? {};
    assertEquals(argv, ["exec", "-"]);
    assert(stdin.endsWith(prompt));
    const context = stdin.slice(0, -prompt.length);
    assertMatch(context, /\d{8}-\d{6}-[0-9a-f]{6}/);
    assertHas(context, "[Limits]", "src/retry.ts");
    assertMatch(stderr, /^auto-tools \d+\.\d s: (retry|login)\.ts/m);
    assertFalse(stderr.includes("run_id"), "what codex repeats of the context is left out");
    assert(stderr.includes(`user\n${prompt.trimEnd()}`), stderr);
  }
});

Deno.test("AC-015 a prompt that is not about code, or auto-tools switched off, leaves the prompt alone", async () => {
  await using at = await codexSetting(FILES);
  for (const [prompt, env] of [["thanks!", {}], ["fix retryRequest", { CI_AUTO_TOOLS: "off" }]] as const) {
    const { stderr } = await at.run(["--new", prompt], { env });
    assertEquals(at.codex.calls().at(-1)?.stdin, prompt);
    assertFalse(stderr.includes("auto-tools"));
  }
});

Deno.test("AC-015 any prompt arrives as it was: quotes, newlines, $(), NUL, 500 kB, on the command line or on stdin; what is no text, or empty, is refused", async () => {
  await using at = await codexSetting(FILES);
  const odd = 'it\'s "q" `x`\n\r\n$(touch pwned) ${HOME} \\ %s 修复\t*?[] ';
  const prompts = [odd, "a\u0000b fix src/retry.ts", "fix retryRequest 重试 $(x)\n".repeat(20_000)];
  await at.run([odd]);
  for (const stdin of prompts) await at.run([], { stdin });
  const arrived = at.codex.calls().map(({ stdin }) => stdin);
  assertEquals(arrived.length, 4);
  for (
    const [wrong, says] of [[new Uint8Array([0x66, 0xff, 0xfe]), "not UTF-8"], [" ", "is empty"]] as const
  ) {
    const { code, stderr } = await at.run([], { stdin: wrong });
    assertEquals([code, at.codex.calls().length], [2, 4]);
    assertStringIncludes(stderr, says);
  }
  [odd, ...prompts].forEach((prompt, index) => assert(arrived[index]?.endsWith(prompt), `prompt ${index}`));
  assertFalse([...Deno.readDirSync(at.cwd)].some(({ name }) => name === "pwned"));
});

Deno.test("AC-015 codex's exit code and signals are the program's, and arguments behind -- are codex's", async () => {
  await using at = await codexSetting(FILES, "fails");
  const failed = await at.run(["fix retryRequest", "--", "-m", "some-model"]);
  assertEquals(failed.code, 7);
  assertStringIncludes(failed.stderr, "ERROR: stream disconnected\n");
  assertEquals(at.codex.calls()[0]?.argv, ["exec", "-m", "some-model", "-"]);
  for (const [name, code] of [["SIGINT", 1], ["SIGTERM", 143]] as const) {
    const hanging = `${at.codex.log}/hanging`;
    const ended = await at.run(["--new", "wait for it"], {
      env: { FAKE_CODEX: "hangs" },
      signal: { name, when: appears(hanging) },
    });
    assertEquals(ended.code, code, name);
    Deno.removeSync(hanging);
  }
});

Deno.test("AC-015 no codex, no git, an unwritable home and a broken configuration: each is said, and the prompt goes through where it can", async () => {
  const prompt = "fix retryRequest";
  await using at = await codexSetting(FILES);
  const none = await runBinary([prompt], { cwd: at.cwd });
  assertEquals(none.code, 40);
  assertHas(none.stderr, "codex is not installed", "codex-auto context");

  await using folder = await makeFolder(FILES);
  const noGit = await at.run([prompt], { cwd: folder.path });
  assertEquals([noGit.code, noGit.stdout], [0, "answer 2\n"]);
  assertStringIncludes(noGit.stderr, "[Limits] no-git-root");

  at.write("config/auto-tools.yaml", "budget: {wall_ms: lots}\n");
  const env = {
    HOME: "/dev/null",
    XDG_CACHE_HOME: "/dev/null/c",
    XDG_STATE_HOME: "/dev/null/s",
    XDG_DATA_HOME: "/dev/null/d",
  };
  const broken = await at.run([prompt], { env });
  assertEquals(broken.code, 0, broken.stderr);
  assertMatch(broken.stderr, /^\[Limits\] .*config\/auto-tools\.yaml:1: budget\.wall_ms/m);
  assert(at.codex.calls().at(-1)?.stdin.endsWith(prompt));
});
