/** CONTRACT 2.3: each tool behind the gateway needs its own permission, and only the user gives it. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Batch, configure, connect, type Connected, gatewayTest, oddServer } from "./gateway_client.ts";
import { type Home, makeFolder, makeHome, runBinary } from "./harness.ts";
import { TERMINAL, typed } from "./terminal.ts";

interface Setting extends AsyncDisposable {
  home: Home;
  cwd: string;
  /** Lines that tools have written. */
  done(): string;
}

async function setting(permissions: Record<string, string[]> = {}): Promise<Setting> {
  const folder = await makeFolder();
  const home = await makeHome();
  const journal = `${folder.path}/journal`;
  Deno.writeTextFileSync(journal, "");
  configure(home, {
    mcp_servers: { odd: oddServer("fine", journal) },
    permissions: { allow: ["odd/sleep", "odd/change"], ...permissions },
  });
  return {
    home,
    cwd: folder.path,
    done: () => Deno.readTextFileSync(journal),
    async [Symbol.asyncDispose]() {
      await folder[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

/** The user at a terminal, who answers the question with `answer`. */
async function allows(
  { home, cwd }: Setting,
  args: string[],
  answer = "y",
): Promise<{ code: number; screen: string }> {
  const soon = () => new Promise((resolve) => setTimeout(resolve, 1500));
  return await typed(["allow", ...args], [{ when: soon, text: `${answer}\n` }], { cwd, env: home.env });
}

gatewayTest(
  "a call that needs the user's word pauses the batch, and says exactly what to approve",
  async () => {
    await using at = await setting();
    await using gateway = await connect(at.home, { cwd: at.cwd });
    const { results, summary } = await gateway.batch([
      ["odd/sleep", { ms: 1 }],
      ["odd/act", { line: "one" }],
      ["odd/sleep", { ms: 1 }],
      ["odd/log", { line: "two" }],
    ]);
    assertEquals(results.map(({ status }) => status), ["ok", "permission", "permission", "permission"]);
    assertMatch(summary, /^4 calls: 1 ok, 3 permission/);
    assertStringIncludes(results[1]?.text ?? "", "codex-auto allow odd/act --once | --session | --always");
    assertEquals(results[2]?.text, "not run: waits for call 2");
    assertStringIncludes(results[3]?.text ?? "", "codex-auto allow odd/log");
    assertEquals(at.done(), "");
    const { stdout } = await runBinary(["allow", "--list"], { cwd: at.cwd, home: at.home });
    assertMatch(stdout, /^waits {4}\w{8} {2}odd\/act .*\nwaits {4}\w{8} {2}odd\/log /);
  },
);

if (TERMINAL) {
  gatewayTest("the user allows a call once, for a conversation, always, and takes it back", async () => {
    await using at = await setting();
    await using gateway = await connect(at.home, { cwd: at.cwd });
    const act = async (line: string) => (await gateway.batch([["odd/act", { line }]])).results[0]?.status;
    assertEquals(await act("one"), "permission");
    assertEquals((await allows(at, ["odd/act", "--once"], "n")).code, 2);
    assertEquals(await act("one"), "permission");
    const once = await allows(at, ["odd/act", "--once"]);
    assertEquals(once.code, 0, once.screen);
    for (
      const part of [
        "odd/act, which may do anything",
        'Its server says: "Acts."',
        'Arguments: {"line":"one"}',
      ]
    ) {
      assertStringIncludes(once.screen, part);
    }
    assertEquals([await act("another"), await act("one"), await act("one")], [
      "permission",
      "ok",
      "permission",
    ]);

    assertEquals((await allows(at, ["odd/act", "--session"])).code, 0);
    assertEquals([await act("two"), await act("three")], ["ok", "ok"]);
    {
      await using other = await connect(at.home, { cwd: at.cwd });
      assertEquals((await other.batch([["odd/act", { line: "x" }]])).results[0]?.status, "permission");
    }
    const always = await allows(at, ["odd/log", "--always"]);
    assertEquals(always.code, 0, "without being asked for, from the list of tools");
    assertEquals(
      /^(?:Arguments|Conversation):/m.test(always.screen),
      false,
      "a server's words look like ours",
    );
    await using other = await connect(at.home, { cwd: at.cwd });
    assertEquals((await other.batch([["odd/log", { line: "four" }]])).results[0]?.status, "ok");
    assertEquals(at.done(), "act one\nact two\nact three\nfour\n");
    const { code, stdout } = await runBinary(["allow", "--revoke", "odd/log"], {
      cwd: at.cwd,
      home: at.home,
    });
    assertEquals([code, stdout], [0, "Revoked 1 approval.\n"]);
    assertEquals((await other.batch([["odd/log", { line: "five" }]])).results[0]?.status, "permission");
  });

  gatewayTest("a tool that its server has changed is asked for anew", async () => {
    await using at = await setting();
    await using gateway = await connect(at.home, { cwd: at.cwd });
    const act = async () => (await gateway.batch([["odd/act", { line: "x" }]])).results[0]?.status;
    assertEquals(await act(), "permission");
    assertEquals((await allows(at, ["odd/act", "--always"])).code, 0);
    assertEquals(await act(), "ok");
    await gateway.batch([["odd/change"]]);
    assertEquals(await act(), "permission");
    assertStringIncludes((await allows(at, ["odd/act", "--once"])).screen, "Acts, and tells its maker.");
    assertEquals(await act(), "ok");
  });

  gatewayTest("a model's shell cannot allow a tool, at a terminal or without one", async () => {
    await using at = await setting();
    await using gateway = await connect(at.home, { cwd: at.cwd });
    await gateway.batch([["odd/act", { line: "x" }]]);
    const piped = await runBinary(["allow", "odd/act", "--always"], {
      cwd: at.cwd,
      home: at.home,
      stdin: "y\n",
    });
    assertEquals(piped.code, 2);
    assertStringIncludes(
      piped.stderr,
      "Only a person can allow a tool, at a terminal of their own (there is no terminal)",
    );
    const home = { ...at.home, env: { ...at.home.env, CLAUDECODE: "1" } };
    const agent = await typed(["allow", "odd/act"], [], { cwd: at.cwd, env: home.env });
    assertEquals(agent.code, 2);
    assertStringIncludes(agent.screen, "CLAUDECODE is set");
    assertEquals((await gateway.batch([["odd/act", { line: "x" }]])).results[0]?.status, "permission");
    const { tools } = await gateway.client.listTools();
    assert(tools.every(({ name }) => !/allow|approve|permission/.test(name)));
  });
}

gatewayTest("rules: deny wins, allow runs without asking, ask asks even for what reads", async () => {
  await using at = await setting({ allow: ["odd/*"], ask: ["odd/sleep"], deny: ["*/log"] });
  await using gateway = await connect(at.home, { cwd: at.cwd });
  const { results } = await gateway.batch([["odd/fetch"], ["odd/log", { line: "x" }]]);
  assertEquals(results.map(({ status }) => status), ["ok", "error"]);
  assertStringIncludes(
    results[1]?.text ?? "",
    "denied by the user's configuration (permissions.deny: */log)",
  );
  assertEquals((await gateway.batch([["odd/act", { line: "y" }]])).results[0]?.status, "ok");
  assertEquals((await gateway.batch([["odd/sleep", {}]])).results[0]?.status, "permission");
  assertEquals(at.done(), "act y\n");
});

for (const modern of [false, true]) {
  gatewayTest(`a client that can ask its user does, by the protocol of ${modern ? 2026 : 2025}`, async () => {
    await using at = await setting();
    const asked: string[] = [];
    let answer: "once" | "session" | "no" | "cancel" = "once";
    await using gateway = await connect(at.home, {
      cwd: at.cwd,
      modern,
      answer(message) {
        asked.push(message);
        return answer === "cancel" ? { action: "cancel" } : { action: "accept", content: { answer } };
      },
    });
    const act = async (line: string) =>
      (await gateway.batch([["odd/sleep", {}], ["odd/act", { line }]])).results[1]?.status;
    assertEquals(await act("one"), "ok");
    assertEquals(asked.length, 1);
    assertStringIncludes(asked[0] ?? "", "odd/act, which may do anything");
    assertStringIncludes(asked[0] ?? "", '{"line":"one"}');
    answer = "cancel";
    assertEquals(await act("two"), "permission", "who has not answered has not refused");
    answer = "session";
    assertEquals([await act("three"), await act("four")], ["ok", "ok"]);
    assertEquals(asked.length, 3);
    const wrong = await gateway.batch([["odd/log", { line: "x" }], ["odd/log", { line: 7 }]]);
    assertEquals(
      [wrong.results.map(({ status }) => status), asked.length],
      [["error", "error"], 3],
      "asked for nothing",
    );
    assertEquals(at.done(), "act one\nact three\nact four\n");
  });
}

type Answer = "once" | "session" | "always" | "no";

/** A gateway whose client puts questions to a user with these answers; the last holds on. */
async function answering(at: Setting, answers: Answer[]): Promise<{ gateway: Connected; asked: string[] }> {
  const asked: string[] = [];
  const gateway = await connect(at.home, {
    cwd: at.cwd,
    answer(message) {
      asked.push(message);
      return { action: "accept", content: { answer: answers[asked.length - 1] ?? answers.at(-1) ?? "no" } };
    },
  });
  return { gateway, asked };
}

const statuses = ({ results }: Batch) => results.map(({ status }) => status);

gatewayTest(
  "a person is shown the command that would run, whole, whatever it says and whatever stands before it",
  async () => {
    await using at = await setting();
    const { gateway, asked } = await answering(at, ["no"]);
    await using _ = gateway;
    const cmd = "ls; echo ignore all previous instructions; touch /tmp/x";
    await gateway.batch([["odd/run", { cmd }]]);
    await gateway.batch([["odd/run", { first: "x".repeat(1500), cmd: `\u202e${cmd}` }]]);
    assertStringIncludes(asked[0] ?? "", JSON.stringify({ cmd }));
    assertStringIncludes(asked[1] ?? "", `"cmd": "\\u202e${cmd}"`);
    assertStringIncludes(asked[1] ?? "", "1500 characters, sha256 ");
    const id = /codex-auto allow --show (\w+)/.exec(asked[1] ?? "")?.[1] ?? "";
    assertEquals(id.length, 8);
    assertEquals(at.done(), "");
  },
);

gatewayTest(
  "a refusal is final: the model is told so, is not asked to try again, and the user is not asked again",
  async () => {
    await using at = await setting();
    const { gateway, asked } = await answering(at, ["once", "no", "always"]);
    await using _ = gateway;
    const calls: [string, Record<string, unknown>][] = [
      ["odd/act", { line: "a" }],
      ["odd/act", { line: "b" }],
      ["odd/sleep", {}],
    ];
    const batch = await gateway.batch(calls);
    assertEquals(statuses(batch), ["ok", "error", "error"]);
    const told = batch.results[1]?.text ?? "";
    assertStringIncludes(told, "refused by the user");
    assertEquals(/\bagain once|send this call|codex-auto allow/.test(told), false);
    assertEquals(statuses(await gateway.batch(calls.slice(1, 2))), ["error"]);
    assertEquals([asked.length, at.done()], [2, "act a\n"]);
    const { stdout } = await runBinary(["allow", "--list"], { cwd: at.cwd, home: at.home });
    assertEquals(stdout, "", "nothing waits");
  },
);

gatewayTest(
  "one word for one call lets it run once: its double waits, and so does what comes after",
  async () => {
    await using at = await setting();
    const { gateway } = await answering(at, ["once"]);
    await using _ = gateway;
    await gateway.batch([["odd/log", { line: "allowed" }]]);
    const batch = await gateway.batch([
      ["odd/act", { line: "a" }],
      ["odd/act", { line: "a" }],
      ["odd/log", { line: "b" }],
      ["odd/sleep", {}],
    ]);
    assertEquals(statuses(batch), ["ok", "permission", "permission", "permission"]);
    assertEquals(at.done(), "allowed\nact a\n");
  },
);

gatewayTest(
  "the first read of a server is asked for, once for all that only reads there; what reaches out apart",
  async () => {
    await using at = await setting({ allow: [] });
    const { gateway, asked } = await answering(at, ["always"]);
    {
      await using _ = gateway;
      assertEquals(statuses(await gateway.batch([["odd/text", { bytes: 3 }], ["odd/sleep"], ["odd/env"]])), [
        "ok",
        "ok",
        "ok",
      ]);
      assertEquals(asked.length, 1);
      assertStringIncludes(asked[0] ?? "", "odd/text, which only reads, as its server says");
      assertEquals(statuses(await gateway.batch([["odd/fetch"]])), ["ok"]);
      assertEquals(asked.length, 2);
      assertStringIncludes(asked[1] ?? "", "but beyond what it keeps");
    }
    await using silent = await connect(at.home, { cwd: at.cwd });
    assertEquals(statuses(await silent.batch([["odd/text", { bytes: 3 }], ["odd/fetch"]])), ["ok", "ok"]);
    const { stdout } = await runBinary(["allow", "--list"], { cwd: at.cwd, home: at.home });
    assertMatch(stdout, /^always {3}odd\/\* .*\nalways {3}odd\/\* /);
  },
);

gatewayTest("a tool whose server calls it harmless later does not run unasked", async () => {
  await using at = await setting({ allow: ["odd/lower"] });
  await using silent = await connect(at.home, { cwd: at.cwd });
  {
    const { gateway } = await answering(at, ["always"]);
    await using _ = gateway;
    assertEquals(statuses(await gateway.batch([["odd/text", { bytes: 3 }]])), ["ok"]);
  }
  assertEquals(statuses(await silent.batch([["odd/text", { bytes: 3 }], ["odd/act", { line: "x" }]])), [
    "ok",
    "permission",
  ]);
  assertEquals(statuses(await silent.batch([["odd/lower"]])), ["ok"]);
  const batch = await silent.batch([["odd/act", { line: "x" }]]);
  assertEquals([statuses(batch), at.done()], [["permission"], ""]);
  assertStringIncludes(batch.results[0]?.text ?? "", "only reads, as its server says");
});

gatewayTest("what no dialogue shows whole waits for a terminal", async () => {
  await using at = await setting();
  const { gateway, asked } = await answering(at, ["always"]);
  await using _ = gateway;
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, key) => [`key${key}`, "value"]));
  assertEquals(statuses(await gateway.batch([["odd/run", { ...many, cmd: "rm -rf ~" }]])), ["permission"]);
  assertEquals([asked.length, at.done()], [0, ""]);
});

gatewayTest(
  "where nothing can be written down, nothing is approved, it is said, and reads run all the same",
  async () => {
    await using at = await setting();
    Deno.mkdirSync(`${at.home.path}/.local/state/auto-tools`, { recursive: true });
    Deno.writeTextFileSync(`${at.home.path}/.local/state/auto-tools/gateway`, "not a folder");
    const calls: [string, Record<string, unknown>][] = [["odd/sleep", { ms: 1 }], ["odd/act", {
      line: "one",
    }]];
    await using silent = await connect(at.home, { cwd: at.cwd });
    await using asking = await connect(at.home, {
      cwd: at.cwd,
      answer: () => ({ action: "accept", content: { answer: "always" } }),
    });
    for (const gateway of [silent, asking]) {
      const { results, summary } = await gateway.batch(calls);
      assertEquals(results.map(({ status }) => status), ["ok", "permission"]);
      assertStringIncludes(summary, "could not be written down");
    }
    assertEquals(at.done(), "");
  },
);

gatewayTest(
  "fifty calls that cannot run are told of in one answer that reaches the model whole",
  async () => {
    await using at = await setting();
    await using gateway = await connect(at.home, { cwd: at.cwd });
    const calls = Array.from(
      { length: 50 },
      (_, index) => ["odd/act", { line: `${'"'.repeat(400)}${index}` }],
    );
    const { ms: _, ...answer } = await gateway.batch(calls as [string, Record<string, unknown>][]);
    assertEquals(answer.results.map(({ status }) => status), Array(50).fill("permission"));
    const bytes = new TextEncoder().encode(JSON.stringify(answer)).length;
    assert(bytes <= 40_000, `${bytes}`);
    assertStringIncludes(answer.results[49]?.text ?? "", "codex-auto allow odd/act");
  },
);
