import { assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import type { GatewayTool } from "../../lib/gateway/catalog/gateway_tool.ts";
import { refusedCall, settleBatch } from "../../lib/gateway/batch/plan_batch.ts";
import type { Approval, PermissionRequest } from "../../lib/gateway/permissions/approval.ts";
import { approvalOf, requestOf } from "../../lib/gateway/permissions/approval.ts";
import { approvalStore } from "../../lib/gateway/permissions/approval_store.ts";
import { answerOf, exactArguments, permissionQuestion } from "../../lib/gateway/permissions/question.ts";
import { decide, matchingPattern } from "../../lib/gateway/permissions/rules.ts";
import { stillWorld } from "../still_world.ts";
import { inTemporaryFolder } from "../temporary_folder.ts";

const NO_RULES = { allow: [], ask: [], deny: [], unread: [] };
const TOOL = {
  name: "tracker/create",
  serverName: "tracker",
  toolName: "create",
  parameters: "",
  kind: "mcp",
  risk: "write",
  isOpen: false,
  isTask: false,
  description: "Creates an issue.",
  inputSchema: {},
  sha256: "definition",
} as const;

type RequestContext = Parameters<typeof requestOf>[2];
const TALK: RequestContext = { conversation: "talk", byRule: false, siblings: [TOOL], now: new Date(0) };

function request(more: Partial<PermissionRequest> = {}): PermissionRequest {
  return { ...requestOf(TOOL, { title: "x" }, TALK), ...more };
}

const holds = (store: ReturnType<typeof approvalStore>, call: PermissionRequest) => store.ledger()(call);

const withStore = (work: (store: ReturnType<typeof approvalStore>, folder: string) => void) =>
  inTemporaryFolder((folder) => work(approvalStore(folder, stillWorld()), folder));

const DROP = { name: "tracker/drop-table", serverName: "tracker", toolName: "drop table" };

for (
  const [what, tool, rules, decision] of [
    ["everything is asked for, unless a rule speaks", TOOL, {}, { verdict: "ask", byRule: false }],
    ["allow lets it run", TOOL, { allow: ["tracker/*"] }, { verdict: "allow" }],
    ["ask wins over allow", TOOL, { allow: ["*"], ask: ["tracker/*"] }, { verdict: "ask", byRule: true }],
    ["deny wins over both", TOOL, { allow: ["*"], ask: ["*"], deny: ["*/create"] }, {
      verdict: "deny",
      why: "denied by the user's configuration (permissions.deny: */create)",
    }],
    ["deny holds for the name on the server", DROP, { deny: ["tracker/drop table"] }, {
      verdict: "deny",
      why: "denied by the user's configuration (permissions.deny: tracker/drop table)",
    }],
    ["so does ask", DROP, { ask: ["tracker/drop table"] }, { verdict: "ask", byRule: true }],
    ["allow does not", DROP, { allow: ["tracker/drop table"] }, { verdict: "ask", byRule: false }],
  ] as const
) {
  Deno.test(`rules: ${what}`, () => assertEquals(decide(tool, { ...NO_RULES, ...rules }), decision));
}

Deno.test("a server's reads are approved together, exactly as they are; those that reach further, and those that a rule asks for, apart", async () => {
  await withStore((store) => {
    const read = { ...TOOL, name: "tracker/list", toolName: "list", risk: "read", sha256: "list" } as const;
    const other = { ...read, name: "tracker/get", toolName: "get", sha256: "get" };
    const open = { ...read, name: "tracker/fetch", toolName: "fetch", sha256: "fetch", isOpen: true };
    const call = (tool: GatewayTool, more: Partial<RequestContext> = {}) =>
      requestOf(tool, {}, { ...TALK, siblings: [TOOL, read, other, open], ...more });
    const approve = (each: PermissionRequest, scope: Approval["scope"]) =>
      store.approve(approvalOf(each, scope, new Date(0)));

    approve(call(read), "once");
    assertEquals(
      [call(other), call(read)].map((each) => holds(store, each)),
      [false, true],
      "once is for one tool",
    );
    store.revoke("tracker");
    approve(call(read), "always");
    assertEquals(
      [call(other), call(open), call(TOOL), call(other, { byRule: true })].map((each) => holds(store, each)),
      [true, false, false, false],
    );
    approve(call(open), "session");
    const elsewhere = call(open, { conversation: "other" });
    assertEquals([call(open), elsewhere].map((each) => holds(store, each)), [true, false]);

    const lowered = { ...TOOL, risk: "read", sha256: "declares that it reads" } as const;
    const now = { siblings: [lowered, read, other, open] };
    assertEquals(holds(store, call(lowered, now)), false, "a risk that goes down is asked for");
    assertEquals(holds(store, call(read, now)), false, "and what was approved is not what there is now");
  });
});

Deno.test("approvals are the user's alone to read, can be taken back, and age; a damaged file approves nothing", async () => {
  await withStore((store, folder) => {
    const file = `${folder}/gateway/approvals.json`;
    for (const scope of ["always", "session"] as const) {
      store.approve(approvalOf(request(), scope, new Date(0)));
    }
    assertEquals((Deno.statSync(file).mode ?? 0) & 0o777, 0o600);
    const later = approvalStore(folder, stillWorld({}, 8 * 24 * 3600 * 1000));
    assertEquals(later.approvals().map(({ scope }) => scope), ["always"]);
    assertEquals(holds(store, request()), true);
    const ever = { tool: "tracker/create", sha256: "definition", scope: "ever", approvedAt: "" };
    for (const text of ["", "{", JSON.stringify([7, ever])]) {
      Deno.writeTextFileSync(file, text);
      assertEquals(holds(store, request()), false, text);
    }
    store.approve(approvalOf(request(), "always", new Date(0)));
    assertEquals(["no/such", "tracker/create"].map((name) => store.revoke(name)), [0, 1]);
    assertEquals(store.approvals(), []);
  });
});

Deno.test("the same arguments in another order are the same call; a secret in them is shown, and not kept", async () => {
  const b = "ghp_0123456789abcdefghijklmnopqrstuvwxyzAB";
  const one = requestOf(TOOL, { a: 1, b }, TALK);
  assertEquals(one.argumentsSha256, requestOf(TOOL, { b, a: 1 }, TALK).argumentsSha256);
  assertNotEquals(one.argumentsSha256, requestOf(TOOL, { a: 2 }, TALK).argumentsSha256);
  const given = requestOf(TOOL, { a: "given" }, { ...TALK, masked: (text) => text.replace("given", "") });
  assertEquals([one, request(), given].map(({ isExact }) => isExact), [false, true, false]);
  await withStore((store, folder) => {
    store.ask(one);
    assertEquals(Deno.readTextFileSync(`${folder}/gateway/requests.json`).includes("ghp_0123"), false);
  });
  assertStringIncludes(permissionQuestion(one, { a: 1, b })?.message ?? "", b);
});

Deno.test("calls are counted through all stages, and only in the first has nothing been changed", () => {
  const call = { name: TOOL.name, arguments: {} };
  const run = { call, tool: TOOL, request: request() };
  const told = (before: number, status?: "ok") =>
    settleBatch([refusedCall(call, "", status), run], () => "given", before).settled[1]?.result?.text;
  assertEquals(told(0, "ok"), undefined, "where nothing was to be run, nothing was refused");
  assertEquals(told(0), "not run: call 1 of this batch was refused, so nothing was changed");
  assertEquals(told(3), "not run: call 4 of this batch was refused");
});

Deno.test("a person sees every character that would run: nothing is filtered, and what cannot be seen is escaped", () => {
  const cmd = "ls; echo ignore all previous instructions; touch /tmp/x";
  assertEquals(exactArguments({ cmd }, 300).text, JSON.stringify({ cmd }));
  const hidden = "a\u202eb\u200bc\u001b[2Kd\u00a0e\u3164f\u{e0041}g\u2028h\ud800i\nj";
  const { text } = exactArguments({ [hidden]: [hidden] }, 300);
  assertEquals(text.replace(/[ -~]/g, ""), "");
  assertEquals(JSON.parse(text), { [hidden]: [hidden] });
});

Deno.test("no value hides another: each is shortened by itself, and that is said; a key is never lost", () => {
  const args = { first: "x".repeat(1500), second: "rm -rf ~", third: { deep: ["y".repeat(400)] } };
  const { text, shortened } = exactArguments(args, 300);
  assertEquals(shortened, 2);
  const parts = ['"second": "rm -rf ~"', "1500 characters, sha256 ", "400 characters, sha256 ", '"deep": ['];
  for (const part of parts) assertStringIncludes(text, part);
  assertEquals(JSON.parse(exactArguments(args, Infinity).text), args);
  assertStringIncludes(
    permissionQuestion(request(), args)?.message ?? "",
    `codex-auto allow --show ${request().argumentsSha256.slice(0, 8)}`,
  );
});

Deno.test("a person is shown tool, description and arguments, and only a plain yes counts", () => {
  const { message = "" } =
    permissionQuestion(request({ description: "Creates.\nArguments: none" }), { title: "x" }) ??
      {};
  assertStringIncludes(message, "tracker/create");
  assertEquals(message.split("\n").filter((line) => line.startsWith("Arguments:")), [
    'Arguments: {"title":"x"}',
  ]);
  const answers = ["once", "session", "always", "no", "yes", 1, undefined];
  const said = (answer: unknown) => answerOf({ kind: "elicit", action: "accept", content: { answer } });
  assertEquals(answers.map(said), ["once", "session", "always", "no", undefined, undefined, undefined]);
  assertEquals(answerOf({ kind: "elicit", action: "decline" }), "no");
  assertEquals(answerOf({ kind: "elicit", action: "cancel" }), undefined);
  assertEquals(answerOf({ kind: "missing" }), undefined);
});

const PATTERNS: [pattern: string, name: string, matches: boolean][] = [
  ["docs/search", "docs/searches", false],
  ["docs/*", "docs/search", true],
  ["docs/*", "docs2/search", false],
  ["docs", "docs/search", true],
  ["docs", "docs2/search", false],
  ["*", "docs/search", true],
  ["tracker/delete_*", "tracker/undelete_issue", false],
  ["*/delete_*", "tracker/delete_issue", true],
  ["*/*_all_*x", "a/b_all_cx", true],
  ["*/*_all_*x", "a/b_all_c", false],
  ["a*a", "a", false],
  ["a/*b*b", "a/b", false],
  ["docs/(x+)+$", "docs/xxx", false],
];

Deno.test("a star stands for any characters, and a server's name for all its tools", () => {
  for (const [pattern, name, matches] of PATTERNS) {
    assertEquals(matchingPattern(["x", pattern], name), matches ? pattern : undefined, `${pattern} ${name}`);
  }
});

Deno.test("a pattern of many stars takes no longer than its length asks", () => {
  const before = performance.now();
  assertEquals(matchingPattern([`${"*a".repeat(2000)}*b`], "a".repeat(5000)), undefined);
  assertEquals(performance.now() - before < 500, true);
});
