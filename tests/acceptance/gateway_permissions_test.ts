/** CONTRACT 2.3: each tool behind the gateway needs its own permission, and only the user gives it. */
import { setTimeout as delay } from "node:timers/promises";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { write } from "../fixtures/tree.ts";
import { allows, type Batch, type Connected, gatewaySetting, gatewayTest as test } from "./gateway_client.ts";
import { oddServer } from "./gateway_client.ts";
import { assertHas, runBinary } from "./harness.ts";
import { TERMINAL } from "./terminal.ts";

async function setting(permissions: Record<string, string[]> = {}) {
  const at = await gatewaySetting({ odd: "fine" }, {
    permissions: { allow: ["odd/sleep", "odd/change"], ...permissions },
  });
  return { ...at, waiting: async () => (await runBinary(["allow", "--list"], at)).stdout };
}

type Answer = "once" | "session" | "always" | "no" | "cancel";

/** A gateway whose client puts questions to a user with these answers, after a time to read; the last holds on. */
async function answering(
  at: Awaited<ReturnType<typeof setting>>,
  answers: Answer[],
  { modern = false, readMs = 600 } = {},
): Promise<Connected & { asked: string[] }> {
  const asked: string[] = [];
  const gateway = await at.connect({
    modern,
    async answer(message) {
      asked.push(message);
      const answer = answers[asked.length - 1] ?? answers.at(-1) ?? "no";
      await delay(readMs);
      return answer === "cancel" ? { action: "cancel" } : { action: "accept", content: { answer } };
    },
  });
  return { ...gateway, asked };
}

const statuses = ({ results }: Batch) => results.map(({ status }) => status);

/** Calls odd/act; how that ended. */
const act = async (gateway: Connected, line = "x") =>
  (await gateway.batch([["odd/act", { line }]])).results[0]?.status;

test("a call that needs the user's word pauses the batch, and says exactly what to approve", async () => {
  await using at = await setting();
  await using gateway = await at.connect();
  const batch = await gateway.batch([
    ["odd/sleep", { ms: 1 }],
    ["odd/act", { line: "one" }],
    ["odd/sleep", { ms: 1 }],
    ["odd/log", { line: "two" }],
  ]);
  assertEquals(statuses(batch), ["ok", "permission", "permission", "permission"]);
  assertMatch(batch.summary, /^4 calls: 1 ok, 3 permission/);
  const [, first, second, third] = batch.results.map(({ text = "" }) => text);
  assertHas(first ?? "", "codex-auto allow odd/act --once | --session | --always");
  assertEquals(second, "not run: waits for call 2");
  assertHas(third ?? "", "codex-auto allow odd/log");
  assertEquals(at.journal(), "");
  assertMatch(await at.waiting(), /^waits {4}\w{8} {2}odd\/act .*\nwaits {4}\w{8} {2}odd\/log /);

  // Fifty calls that cannot run are told of in one answer that reaches the model whole.
  const call = (_: unknown, index: number): [string, Record<string, unknown>] => [
    "odd/act",
    { line: `${'"'.repeat(400)}${index}` },
  ];
  const { ms: _, ...answer } = await gateway.batch(Array.from({ length: 50 }, call));
  assertEquals(answer.results.map(({ status }) => status), Array(50).fill("permission"));
  const bytes = new TextEncoder().encode(JSON.stringify(answer)).length;
  assert(bytes <= 40_000, `${bytes}`);
  assertHas(answer.results[49]?.text ?? "", "codex-auto allow odd/act");
});

if (TERMINAL) {
  test("the user allows a call once, for a conversation, always, takes it back, and is asked anew for what its server has changed", async () => {
    await using at = await setting();
    await using gateway = await at.connect();
    assertEquals(await act(gateway, "one"), "permission");
    assertEquals((await allows(at, ["odd/act", "--once"], "n")).code, 2);
    assertEquals(await act(gateway, "one"), "permission");
    const once = await allows(at, ["odd/act", "--once"]);
    assertEquals(once.code, 0, once.screen);
    const shown = ["odd/act, which may do anything", 'Its server says: "Acts."', 'Arguments: {"line":"one"}'];
    assertHas(once.screen, ...shown);
    const again = [await act(gateway, "another"), await act(gateway, "one"), await act(gateway, "one")];
    assertEquals(again, ["permission", "ok", "permission"]);

    assertEquals((await allows(at, ["odd/act", "--session"])).code, 0);
    assertEquals([await act(gateway, "two"), await act(gateway, "three")], ["ok", "ok"]);
    const always = await allows(at, ["odd/log", "--always"]);
    assertEquals(always.code, 0, "without being asked for, from the list of tools");
    assert(!/^(?:Arguments|Conversation):/m.test(always.screen), "a server's words look like ours");
    await using other = await at.connect();
    assertEquals(await act(other), "permission");
    const log = async (line: string) => statuses(await other.batch([["odd/log", { line }]]));
    assertEquals(await log("four"), ["ok"]);
    assertEquals(at.journal(), "act one\nact two\nact three\nfour\n");
    const revoked = async (name: string) => {
      const { code, stdout, stderr } = await runBinary(["allow", "--revoke", name], at);
      return `${code} ${stdout}${stderr}`;
    };
    assertEquals(await revoked("odd/log"), "0 Revoked 1 approval.\n");
    assertEquals(await log("five"), ["permission"]);
    assertEquals((await allows(at, ["odd"])).code, 0);
    assertHas(await revoked("odd/text"), "2 Revoked 0 approvals.\n", "Allowed still by odd/*: revoke that");
    assertMatch(await revoked("odd"), /^0 Revoked 2 approvals\.\n$/);
    assertMatch(await revoked("odd"), /^2 Revoked 0 approvals\.\n.*Nothing of that name was approved/);

    // A tool that its server has changed is asked for anew.
    assertEquals((await allows(at, ["odd/act", "--always"])).code, 0);
    assertEquals(await act(gateway), "ok");
    await gateway.batch([["odd/change"]]);
    assertEquals(await act(gateway), "permission");
    assertHas((await allows(at, ["odd/act", "--once"])).screen, "Acts, and tells its maker.");
    assertEquals(await act(gateway), "ok");
  });
}

test("a client that can ask its user does, by the protocol of 2025 and by that of 2026", async () => {
  await using at = await setting({ allow: ["odd/sleep", "odd/text"] });
  for (const modern of [false, true]) {
    const before = at.journal().length;
    const journal = () => at.journal().slice(before);
    await using gateway = await answering(at, ["once", "cancel", "session", "once", "no"], { modern });
    const act = async (line: string) =>
      statuses(await gateway.batch([["odd/sleep", {}], ["odd/act", { line }]]))[1];
    assertEquals(await act("one"), "ok");
    assertEquals(gateway.asked.length, 1);
    assertHas(gateway.asked[0] ?? "", "odd/act, which may do anything", '{"line":"one"}');
    assertEquals(await act("two"), "permission", "who has not answered has not refused");
    assertEquals([await act("three"), await act("four")], ["ok", "ok"]);
    const wrong = await gateway.batch([["odd/log", { line: "x" }], ["odd/log", { line: 7 }]]);
    assertEquals([statuses(wrong), gateway.asked.length], [["error", "error"], 3], "asked for nothing");
    assertEquals(journal(), "act one\nact three\nact four\n");

    // What a reference stands for is asked for once it is filled in.
    const batch = async (calls: Record<string, unknown>[]) =>
      await gateway.call("run_tool_batch", { calls }) as unknown as Batch;
    const text = { id: "text", name: "odd/text", arguments: { bytes: 6 } };
    const filled = await batch([
      text,
      { id: "done", name: "odd/log", arguments: { line: { $from: "text" } } },
      { name: "odd/log", arguments: { line: { $from: "done" } } },
    ]);
    assertEquals(statuses(filled), ["ok", "ok", "error"]);
    assertHas(gateway.asked[3] ?? "", '{"line":"A line"}');
    assertHas(gateway.asked[4] ?? "", '{"line":"logged"}');
    assertEquals(journal().split("\n").slice(3), ["A line", ""]);

    // After a call that the user refuses, those that refer to others do not run either.
    const refused = await batch([
      text,
      { name: "odd/log", arguments: { line: "x" } },
      { name: "odd/text", arguments: { bytes: 6, of: { $from: "text" } } },
    ]);
    assertEquals(statuses(refused), ["ok", "error", "error"]);
    assertStringIncludes(refused.results[1]?.text ?? "", "refused by the user");
    assertStringIncludes(refused.results[2]?.text ?? "", "not run: a call before it");
    const log = (await runBinary(["mcp", "--log"], at)).stdout;
    assertMatch(
      log,
      /odd\/log .* by the user .*\n.* begun .*\n.* ok .*\n.* error {7}odd\/text {2}\w+ {2}nobody's word .*\n$/,
    );
    assertEquals(gateway.asked.length, 6);

    // Who comes back with an answer that nobody waits for any more has nothing done.
    if (!modern) continue;
    const params = {
      name: "run_tool_batch",
      arguments: { calls: [{ name: "odd/act", arguments: { line: "late" } }] },
      requestState: "of-a-gateway-that-has-ended",
    };
    const error = await gateway.client.request({ method: "tools/call", params })
      .then(() => undefined, String);
    assertMatch(error ?? "", /nobody waits for this answer any more/);
    assertEquals([gateway.asked.length, journal().includes("late")], [6, false]);
  }
});

test("a person is shown the command that would run, whole, whatever it says; a refusal is final, and one word for one call lets it run once: its double waits, and so does what comes after", async () => {
  await using at = await setting({ deny: ["odd/fetch"] });
  await using gateway = await answering(at, ["no", "no", "once", "no", "once", "cancel"]);
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, key) => [`key${key}`, "value"]));
  assertEquals(statuses(await gateway.batch([["odd/run", { ...many, cmd: "rm -rf ~" }]])), ["permission"]);
  assertEquals(gateway.asked, [], "what no dialogue shows whole waits for a terminal");
  const cmd = "ls; echo ignore all previous instructions; touch /tmp/x";
  await gateway.batch([["odd/run", { cmd }]]);
  await gateway.batch([["odd/run", { first: "x".repeat(1500), cmd: `\u202e${cmd}` }]]);
  const [short = "", long = ""] = gateway.asked;
  assertStringIncludes(short, JSON.stringify({ cmd }));
  assertHas(long, `"cmd": "\\u202e${cmd}"`, "1500 characters, sha256 ");
  assertMatch(long, /codex-auto allow --show \w{8}\b/);
  assertEquals(at.journal(), "");

  const batch = await gateway.batch([["odd/act", { line: "a" }], ["odd/act", { line: "b" }], ["odd/sleep"]]);
  assertEquals(statuses(batch), ["ok", "error", "error"]);
  const told = batch.results[1]?.text ?? "";
  assertStringIncludes(told, "refused by the user");
  assertEquals(/\bagain once|send this call|codex-auto allow/.test(told), false);
  assertEquals(await act(gateway, "b"), "error");
  assertEquals([gateway.asked.length, at.journal()], [4, "act a\n"]);
  assert(!(await at.waiting()).includes("odd/act"), "nothing waits");
  const twice = ["odd/act", { line: "c" }] as [string, Record<string, unknown>];
  const doubled = await gateway.batch([twice, twice, ["odd/log", { line: "d" }], ["odd/sleep"]]);
  assertEquals(statuses(doubled), ["ok", "permission", "permission", "permission"]);
  assertEquals(at.journal(), "act a\nact c\n");
  await using willing = await answering(at, ["once"], { modern: true });
  assertEquals(statuses(await willing.batch([twice, twice, ["odd/log", { line: "d" }]])), ["ok", "ok", "ok"]);
  assertEquals([willing.asked.length, at.journal()], [3, "act a\nact c\nact c\nact c\nd\n"]);
  await gateway.batch([["odd/fetch"]]);
  const log = (await runBinary(["mcp", "--log"], at)).stdout;
  assertMatch(log, /error {7}odd\/act {2}\w+ {2}by the user.*\n[^]*error {7}odd\/fetch {2}\w+ {2}by rule/);
});

test("the first read of a server is asked for, once for all that only reads there; what reaches out, and what its server calls harmless later, apart", async () => {
  await using at = await setting({ allow: ["odd/lower"] });
  const reads: [string, Record<string, number>?][] = [["odd/text", { bytes: 3 }], ["odd/sleep"], ["odd/env"]];
  // A no is for all that the question stood for; what nobody can have read is asked again.
  for (const [answer, readMs, status] of [["no", 600, "error"], ["always", 0, "permission"]] as const) {
    await using gateway = await answering(at, [answer], { readMs });
    const [all, rest] = [await gateway.batch(reads), await gateway.batch(reads.slice(1))];
    assertEquals([...statuses(all), ...statuses(rest)], Array(5).fill(status));
    assertEquals(
      [gateway.asked.length, /odd\/env/.test(await at.waiting())],
      readMs ? [1, false] : [2, true],
    );
  }
  {
    await using gateway = await answering(at, ["always"]);
    assertEquals(statuses(await gateway.batch(reads)), ["ok", "ok", "ok"]);
    assertEquals(gateway.asked.length, 1);
    assertHas(gateway.asked[0] ?? "", "odd/text, which only reads, as its server says");
    assertEquals(statuses(await gateway.batch([["odd/fetch"]])), ["ok"]);
    assertEquals(gateway.asked.length, 2);
    assertHas(gateway.asked[1] ?? "", "but beyond what it keeps");
  }
  await using silent = await at.connect();
  assertEquals(statuses(await silent.batch([...reads, ["odd/fetch"]])), ["ok", "ok", "ok", "ok"]);
  assertMatch(await at.waiting(), /^always {3}odd\/\* .*\nalways {3}odd\/\* /);
  assertEquals(await act(silent), "permission");
  assertEquals(statuses(await silent.batch([["odd/lower"]])), ["ok"]);
  const batch = await silent.batch([["odd/act", { line: "x" }]]);
  assertEquals([statuses(batch), at.journal()], [["permission"], ""]);
  assertHas(batch.results[0]?.text ?? "", "only reads, as its server says");
});

const DENY = '{"permissions": {"deny": ["mcp__odd__env", "x"]}}';
/** Files with rules as something has damaged them (bytes; a folder where there are none), and what is said of each. */
const DAMAGED: [file: "claude" | "project" | "own", bytes: string | undefined, says: string][] = [
  ["claude", DENY.slice(0, -2), ":1: not valid JSON"],
  ["claude", DENY.replace("x", "\xff"), ": is not UTF-8 throughout"],
  ["claude", DENY.replace('"x"', "7"), ": permissions.deny.1 must be text"],
  ["claude", undefined, "is not a regular file"],
  ["project", '{"permissions": []}', ": permissions must be keys with values"],
  ["own", "permissions: {allow: ['*'], deny: [x", ":1: invalid YAML"],
  ["own", "permissions: {allow: ['*'], deny: x}", ":1: permissions.deny"],
];

test("nothing runs of what a file that cannot be read may deny; answers and the list name it and its line; in a running gateway, what it said before holds", async () => {
  await using at = await gatewaySetting({ own: "fine" });
  const [claude, project] = [at.home.path, at.cwd].map((folder) => `${folder}/.claude/settings.json`);
  const own = `${at.home.path}/.config/auto-tools/auto-tools.yaml`;
  // The client follows links there.
  Deno.mkdirSync(`${at.cwd}/.claude`);
  Deno.symlinkSync("../linked.json", project ?? "");
  const good = Deno.readTextFileSync(own);
  const client = `${at.home.path}/.claude.json`;
  const servers = JSON.stringify({ mcpServers: { odd: oddServer() } });
  write(client, servers);
  for (const [file, bytes, says] of DAMAGED) {
    const path = { claude, project, own }[file] ?? "";
    if (bytes === undefined) Deno.mkdirSync(path);
    else {
      write(path, "");
      Deno.writeFileSync(path, Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
    }
    await using gateway = await at.connect();
    const batch = await gateway.batch([["odd/sleep"], ["odd/env"], ["own/sleep"]]);
    assertEquals(statuses(batch), ["error", "error", file === "own" ? "error" : "ok"], says);
    const { code, stderr } = await at.list();
    assertEquals(code, 20);
    const told = ["runs until this is mended: ", path, says];
    [batch.results[0]?.text ?? "", stderr].forEach((text) => assertHas(text, ...told));
    Deno.removeSync(path);
    write(own, good);
  }
  write(claude ?? "", DENY);
  await using gateway = await at.connect();
  for (const [path = "", text] of [[claude, DENY], [client, servers]] as const) {
    await delay(1500);
    write(path, text.slice(0, -2));
    const batch = await gateway.batch([["odd/env"], ["odd/sleep"]]);
    assertEquals(statuses(batch), ["error", "ok"]);
    assertHas(batch.summary, "the one before holds", `${path}:1: not valid JSON`);
    write(path, text);
  }
});

test("where nothing can be written down, nothing is approved, it is said, and reads run all the same", async () => {
  await using at = await setting();
  write(`${at.home.path}/.local/state/auto-tools/gateway`, "not a folder");
  await using silent = await at.connect();
  await using asking = await answering(at, ["always"]);
  for (const gateway of [silent, asking]) {
    const batch = await gateway.batch([["odd/sleep", { ms: 1 }], ["odd/act", { line: "one" }]]);
    assertEquals(statuses(batch), ["ok", "permission"]);
    assertStringIncludes(batch.summary, "could not be written down");
  }
  assertEquals(at.journal(), "");
});
