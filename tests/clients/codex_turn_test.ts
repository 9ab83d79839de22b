import { assert, assertEquals, assertFalse, assertNotEquals, assertStringIncludes } from "@std/assert";
import { codexPlace } from "../fixtures/codex/place.ts";

const SESSION = ".devbooks/cache/auto-tools/codex-session.json";

async function place(behaviour = "") {
  const there = await codexPlace(behaviour);
  return {
    ...there,
    turn: (args: string[], env: Record<string, string> = {}, cwd = there.repo.path) =>
      there.run(args, { cwd, env }),
    session: () => JSON.parse(Deno.readTextFileSync(`${there.repo.path}/${SESSION}`)),
  };
}

Deno.test("a session whose thread is not known is resumed with --last", async () => {
  await using here = await place("silent");
  await here.turn(["one."]);
  await here.turn(["two."]);
  assertEquals(here.codex.calls()[1]?.argv, ["exec", "resume", "--last", "-"]);
});

Deno.test("a resumed turn that began and failed is not run again, and its code is codex's", async () => {
  await using here = await place();
  await here.turn(["one."]);
  const second = await here.turn(["two."], { FAKE_CODEX: "fails" });
  assertEquals(second.code, 7);
  assertEquals(here.codex.calls().length, 2);
  assertFalse(second.stderr.includes("stateless"));
});

Deno.test("a turn that codex continued elsewhere is said so, and that thread is remembered", async () => {
  await using here = await place();
  await here.turn(["one."]);
  const second = await here.turn(["two."], { FAKE_CODEX: "moved" });
  assertEquals(second.code, 0);
  assertStringIncludes(
    second.stderr,
    "[Limits] codex went on in thread 01a20062-0000-7000-8000-000000000003, not in",
  );
  assertEquals(here.session()["thread_id"], "01a20062-0000-7000-8000-000000000003");
});

Deno.test("the kernel is told one conversation as long as the thread is the same", async () => {
  await using here = await place();
  const requests = `${here.home.path}/requests`;
  for (const args of [["one."], ["two."], ["three.", "--new"]]) {
    await here.turn(args, { TEST_REQUESTS: requests });
  }
  const ids = Deno.readTextFileSync(requests).trim().split("\n").map((line) =>
    JSON.parse(line).client.session_id
  );
  assert(ids[0]);
  assertEquals(ids[1], ids[0]);
  assertNotEquals(ids[2], ids[0]);
});

Deno.test("codex's own arguments stand before resume, images one by one; an ephemeral turn is not remembered", async () => {
  await using here = await place();
  await here.turn(["one.", "--", "--ephemeral", "-i", "a.png", "b.png", "-m", "x"]);
  await here.turn(["two."]);
  await here.turn(["three.", "--", "-C", "/tmp"]);
  assertEquals(here.codex.calls().map((call) => call.argv.join(" ").replace(/01a2\S+/, "ID")), [
    "exec --ephemeral --image=a.png --image=b.png -m x -",
    "exec -",
    "exec -C /tmp resume ID -",
  ]);
});

Deno.test("AC-008 a kernel that fails does not keep the prompt from codex", async () => {
  await using here = await place();
  const result = await here.turn(["fix it"], { TEST_KERNEL: "fails" });
  assertEquals([result.code, result.stdout], [0, "answer 2\n"]);
  assertEquals(here.codex.calls()[0]?.stdin, "fix it");
  assertStringIncludes(result.stderr, "[Limits] orchestrator unavailable (no such module)");
});

Deno.test("a damaged session file is said and replaced", async () => {
  await using here = await place();
  await here.turn(["one."]);
  const forged = '{"version":1,"thread_id":"--last","program":"x","memory":"ab","updated_at":""}';
  for (const text of ["{", "[]", forged]) {
    Deno.writeTextFileSync(`${here.repo.path}/${SESSION}`, text);
    const result = await here.turn(["again."]);
    assertEquals(result.code, 0);
    assertStringIncludes(result.stderr, "codex-session.json: damaged; a new session is started");
    assertEquals(here.codex.calls().at(-1)?.argv, ["exec", "-"]);
    assertEquals(here.session()["version"], 1);
  }
});

Deno.test("links that lead out of the repository are refused, and the prompt goes through", async () => {
  for (const link of [".devbooks", ".devbooks/cache", SESSION]) {
    await using here = await place();
    const outside = `${here.home.path}/outside`;
    Deno.mkdirSync(outside);
    Deno.mkdirSync(`${here.repo.path}/${link}`.replace(/\/[^/]*$/, ""), { recursive: true });
    Deno.symlinkSync(link === SESSION ? `${outside}/file` : outside, `${here.repo.path}/${link}`);
    const result = await here.turn(["one."]);
    assertEquals([result.code, result.stdout], [0, "answer 2\n"]);
    assertEquals([...Deno.readDirSync(outside)], []);
    if (link !== SESSION) assertStringIncludes(result.stderr, "is not a folder of its own");
  }
});

Deno.test("in a worktree the common exclude list is used; what stood in it stays byte for byte", async () => {
  await using here = await place();
  const tree = `${here.home.path}/tree`;
  await here.repo.git("worktree", "add", "-q", tree);
  const file = `${here.repo.path}/.git/info/exclude`;
  Deno.writeFileSync(file, new Uint8Array([0x2a, 0x2e, 0xff, 0x0d, 0x0a, 0x78]));
  await here.turn(["one."], {}, tree);
  await here.turn(["two."], {}, tree);
  const bytes = Deno.readFileSync(file);
  assertEquals([...bytes.slice(0, 7)], [0x2a, 0x2e, 0xff, 0x0d, 0x0a, 0x78, 0x0a]);
  assertEquals(new TextDecoder().decode(bytes.slice(7)), ".devbooks/cache/auto-tools/\n");
  assertEquals(await here.repo.git("-C", tree, "status", "--porcelain"), "");
});

Deno.test("a root below the top level has its session, and its line in the exclude list", async () => {
  await using here = await place();
  here.repo.write("packages/app/x", "");
  await here.turn(["one."], { CI_AUTO_TOOLS_REPO_ROOT: `${here.repo.path}/packages/app` });
  const list = Deno.readTextFileSync(`${here.repo.path}/.git/info/exclude`);
  assertStringIncludes(list, "**/.devbooks/cache/auto-tools/\n");
  assert(Deno.statSync(`${here.repo.path}/packages/app/${SESSION}`).isFile);
});

Deno.test("codex in the folder we stand in is not run, though PATH names it by `.`", async () => {
  await using here = await place();
  Deno.removeSync(`${here.home.bin}/codex`);
  here.repo.write("codex", "#!/bin/sh\ntouch pwned\n");
  Deno.chmodSync(`${here.repo.path}/codex`, 0o755);
  const result = await here.turn(["x"], { PATH: `.::${here.home.env["PATH"]}` });
  assertEquals(result.code, 40);
});
