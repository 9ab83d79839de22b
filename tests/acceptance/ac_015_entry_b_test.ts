/** AC-015: entry B puts the context before one prompt, with `run_id` and [Limits], and is codex to all around it. */
import { assertEquals, assertFalse, assertMatch, assertStringIncludes } from "@std/assert";
import { installFakeCodex } from "../fixtures/codex/fake_codex.ts";
import { PATIENT } from "./configured_tools.ts";
import { appears, makeFolder, makeHome, makeRepo, runBinary } from "./harness.ts";
import { build } from "./indexed_home.ts";

const FILES = {
  "src/retry.ts":
    "/** Retries a failed request. 重试失败的请求。 */\nexport function retryRequest() {\n  return 3;\n}\n",
  "src/login.ts": 'import { retryRequest } from "./retry.ts";\nexport const login = () => retryRequest();\n',
  "README.md": "# A small program\n",
};

Deno.test("AC-015 codex is given the context, its run_id and [Limits], then the user's words unchanged", async () => {
  for (
    const prompt of [
      "Where is retryRequest called? Fix src/login.ts",
      "修复 retryRequest：登录失败后没有重试\n",
    ]
  ) {
    await using repo = await makeRepo(FILES);
    await using home = await makeHome();
    const codex = installFakeCodex(home);
    await build({ cwd: repo.path, home });
    const result = await runBinary([prompt], { cwd: repo.path, home, env: { ...PATIENT, ...codex.env } });
    assertEquals([result.code, result.stdout], [0, "answer 2\n"]);
    const { argv, stdin } = codex.calls()[0] ?? { argv: [], stdin: "" };
    assertEquals(argv, ["exec", "-"]);
    const context = stdin.slice(0, -prompt.length);
    assertEquals(stdin, `${context}${prompt}`);
    assertMatch(context, /\d{8}-\d{6}-[0-9a-f]{6}/);
    assertStringIncludes(context, "[Limits]");
    assertStringIncludes(context, "src/retry.ts");
    assertMatch(result.stderr, /^\[Auto Tools\] .*ci_search ok/m);
    assertMatch(result.stderr, /^\[Results\] .*src\//m);
  }
});

Deno.test("AC-015 a prompt that is not about code, or auto-tools switched off, leaves the prompt alone", async () => {
  await using repo = await makeRepo(FILES);
  for (const [prompt, env] of [["thanks!", {}], ["fix retryRequest", { CI_AUTO_TOOLS: "off" }]] as const) {
    await using home = await makeHome();
    const codex = installFakeCodex(home);
    const result = await runBinary([prompt], { cwd: repo.path, home, env: { ...codex.env, ...env } });
    assertEquals(codex.calls()[0]?.stdin, prompt);
    assertFalse(result.stderr.includes("[Auto Tools]"));
  }
});

Deno.test("AC-015 any prompt arrives as it was: quotes, newlines, $(), NUL, 500 kB, on the command line or on stdin", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  const codex = installFakeCodex(home);
  const odd = 'it\'s "q" `x`\n\r\n$(touch pwned) ${HOME} \\ %s 修复\t*?[] ';
  await runBinary([odd], { cwd: repo.path, home, env: codex.env });
  const big = "fix retryRequest 重试 $(x)\n".repeat(20_000);
  const prompts = [odd, "a\u0000b fix src/retry.ts", big];
  for (const stdin of prompts) await runBinary([], { cwd: repo.path, home, env: codex.env, stdin });
  const arrived = codex.calls().map((call) => call.stdin);
  assertEquals(arrived.length, 4);
  [odd, ...prompts].forEach((prompt, index) =>
    assertEquals(arrived[index]?.endsWith(prompt), true, `prompt ${index}`)
  );
  assertFalse([...Deno.readDirSync(repo.path)].some((entry) => entry.name === "pwned"));
});

Deno.test("AC-015 a prompt that is no text, or empty, is refused with the reason", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  const codex = installFakeCodex(home);
  const options = { cwd: repo.path, home, env: codex.env };
  const binary = await runBinary([], { ...options, stdin: new Uint8Array([0x66, 0xff, 0xfe]) });
  assertEquals(binary.code, 2);
  assertStringIncludes(binary.stderr, "not UTF-8");
  const empty = await runBinary([" "], options);
  assertEquals(empty.code, 2);
  assertStringIncludes(empty.stderr, "The prompt is empty");
  assertEquals(codex.calls(), []);
});

Deno.test("AC-015 codex's exit code and signals are the program's, and arguments behind -- are codex's", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  const codex = installFakeCodex(home, "fails");
  const failed = await runBinary(["fix retryRequest", "--", "-m", "some-model"], {
    cwd: repo.path,
    home,
    env: codex.env,
  });
  assertEquals(failed.code, 7);
  assertStringIncludes(failed.stderr, "ERROR: stream disconnected\n");
  assertEquals(codex.calls()[0]?.argv, ["exec", "-m", "some-model", "-"]);

  for (const [name, code] of [["SIGINT", 1], ["SIGTERM", 143]] as const) {
    const hanging = `${codex.log}/hanging`;
    const ended = await runBinary(["--new", "wait for it"], {
      cwd: repo.path,
      home,
      env: { ...codex.env, FAKE_CODEX: "hangs" },
      signal: { name, when: appears(hanging) },
    });
    assertEquals(ended.code, code, name);
    Deno.removeSync(hanging);
  }
});

Deno.test("AC-015 no codex, no git, an unwritable home and a broken configuration: each is said, and the prompt goes through where it can", async () => {
  await using repo = await makeRepo(FILES);
  const none = await runBinary(["fix retryRequest"], { cwd: repo.path });
  assertEquals(none.code, 40);
  assertStringIncludes(none.stderr, "codex is not installed");
  assertStringIncludes(none.stderr, "codex-auto context");

  await using home = await makeHome();
  const codex = installFakeCodex(home);
  await using folder = await makeFolder(FILES);
  const noGit = await runBinary(["fix retryRequest"], { cwd: folder.path, home, env: codex.env });
  assertEquals([noGit.code, noGit.stdout], [0, "answer 2\n"]);
  assertStringIncludes(noGit.stderr, "[Limits] no-git-root");

  repo.write("config/auto-tools.yaml", "budget: {wall_ms: lots}\n");
  const nowhere = {
    HOME: "/dev/null",
    XDG_CACHE_HOME: "/dev/null/c",
    XDG_STATE_HOME: "/dev/null/s",
    XDG_DATA_HOME: "/dev/null/d",
  };
  const broken = await runBinary(["fix retryRequest"], {
    cwd: repo.path,
    home,
    env: { ...codex.env, ...nowhere },
  });
  assertEquals(broken.code, 0, broken.stderr);
  assertMatch(broken.stderr, /^\[Limits\] .*config\/auto-tools\.yaml:1: budget\.wall_ms/m);
  assertEquals(codex.calls().at(-1)?.stdin.endsWith("fix retryRequest"), true);
});
