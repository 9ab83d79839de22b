import { assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { progressReport } from "../../lib/gateway/batch/batch_answer.ts";
import type { PlannedCall } from "../../lib/gateway/batch/plan_batch.ts";
import { settleBatch } from "../../lib/gateway/batch/settle_batch.ts";
import type { GatewayTool } from "../../lib/gateway/catalog/gateway_tool.ts";
import {
  type Approval,
  approvalOf,
  type PermissionRequest,
  type RequestContext,
  requestOf,
} from "../../lib/gateway/permissions/approval.ts";
import { approvalStore } from "../../lib/gateway/permissions/approval_store.ts";
import { answerOf, exactArguments, permissionQuestion } from "../../lib/gateway/permissions/question.ts";
import { decide, matchingPattern } from "../../lib/gateway/permissions/rules.ts";
import type { World } from "../../lib/settings/world.ts";

const NO_RULES = { allow: [], ask: [], deny: [] };
const TOOL = {
  name: "tracker/create",
  serverName: "tracker",
  toolName: "create",
  kind: "mcp",
  risk: "write",
  isOpen: false,
  description: "Creates an issue.",
  inputSchema: {},
  sha256: "definition",
} as const;

function world(now = 0): World {
  return {
    now: () => new Date(now),
    elapsed: () => performance.now(),
    nonce: () => "0",
    env: () => undefined,
  };
}

const TALK: RequestContext = { conversation: "talk", byRule: false, siblings: [TOOL], now: new Date(0) };

function request(more: Partial<PermissionRequest> = {}): PermissionRequest {
  return { ...requestOf(TOOL, { title: "x" }, TALK), ...more };
}

function holds(store: ReturnType<typeof approvalStore>, call: PermissionRequest): boolean {
  return store.ledger()(call);
}

function approval(scope: Approval["scope"]): Approval {
  const { tool, sha256, conversation, argumentsSha256 } = request();
  const approvedAt = new Date(0).toISOString();
  return {
    tool,
    sha256,
    scope,
    approvedAt,
    ...(scope === "always" ? {} : { conversation, argumentsSha256 }),
  };
}

async function withStore(
  work: (store: ReturnType<typeof approvalStore>, folder: string) => void,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    work(approvalStore(folder, world()), folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const DROP = { name: "tracker/drop-table", serverName: "tracker", toolName: "drop table" };

for (
  const [what, tool, rules, decision] of [
    ["everything is asked for, unless a rule speaks", TOOL, {}, { verdict: "ask", byRule: false }],
    ["allow lets it run", TOOL, { allow: ["tracker/*"] }, { verdict: "allow" }],
    ["ask wins over allow", TOOL, { allow: ["*"], ask: ["tracker/*"] }, { verdict: "ask", byRule: true }],
    ["deny wins over both", TOOL, { allow: ["*"], ask: ["*"], deny: ["*/create"] }, {
      verdict: "deny",
      pattern: "*/create",
    }],
    ["deny holds for the name on the server", DROP, { deny: ["tracker/drop table"] }, {
      verdict: "deny",
      pattern: "tracker/drop table",
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
      [holds(store, call(other)), holds(store, call(read))],
      [false, true],
      "once is for one tool",
    );
    store.revoke();
    approve(call(read), "always");
    assertEquals(
      [call(other), call(open), call(TOOL), call(other, { byRule: true })].map((each) => holds(store, each)),
      [true, false, false, false],
    );
    approve(call(open), "session");
    assertEquals([
      holds(store, call(open)),
      holds(store, call(open, { conversation: "other" })),
    ], [true, false]);

    const lowered = { ...TOOL, risk: "read", sha256: "declares that it reads" } as const;
    const now = { siblings: [lowered, read, other, open] };
    assertEquals(holds(store, call(lowered, now)), false, "a risk that goes down is asked for");
    assertEquals(holds(store, call(read, now)), false, "and what was approved is not what there is now");
  });
});

Deno.test("once is for one call with the same arguments, and is used up", async () => {
  await withStore((store) => {
    store.approve(approval("once"));
    assertEquals(holds(store, request()), true);
    assertEquals(holds(store, request({ argumentsSha256: "other" })), false);
    assertEquals(store.use([request(), request()]), false, "one word is for one call");
    assertEquals([store.use([request()]), store.use([request()]), holds(store, request())], [
      true,
      false,
      false,
    ]);
  });
});

Deno.test("session is for any arguments in its conversation, always for every conversation", async () => {
  await withStore((store) => {
    store.approve(approval("session"));
    const elsewhere = request({ conversation: "other", argumentsSha256: "other" });
    assertEquals([
      store.use([request({ argumentsSha256: "other" }), request()]),
      store.use([request()]),
      store.use([elsewhere]),
    ], [true, true, false]);
    store.approve(approval("always"));
    assertEquals([store.use([elsewhere]), store.use([elsewhere])], [true, true]);
  });
});

Deno.test("approvals are the user's alone to read, can be taken back, and age", async () => {
  await withStore((store, folder) => {
    store.approve(approval("always"));
    store.approve(approval("session"));
    assertEquals((Deno.statSync(`${folder}/gateway/approvals.json`).mode ?? 0) & 0o777, 0o600);
    assertEquals(approvalStore(folder, world(8 * 24 * 3600 * 1000)).approvals().map(({ scope }) => scope), [
      "always",
    ]);
    assertEquals([store.revoke("no/such"), store.revoke("tracker/create"), store.approvals().length], [
      0,
      2,
      0,
    ]);
  });
});

Deno.test("a damaged file approves nothing", async () => {
  await withStore((store, folder) => {
    store.approve(approval("always"));
    for (
      const text of [
        "",
        "{",
        '[7, {"tool":"tracker/create","sha256":"definition","scope":"ever","approvedAt":""}]',
      ]
    ) {
      Deno.writeTextFileSync(`${folder}/gateway/approvals.json`, text);
      assertEquals(holds(store, request()), false);
    }
  });
});

Deno.test("a question waits once, newest first, until it is answered", async () => {
  await withStore((store) => {
    store.ask(request());
    store.ask(request({ argumentsSha256: "other" }));
    store.ask(request());
    assertEquals(store.requests().length, 2);
    assertEquals(store.requests()[0]?.argumentsSha256, request().argumentsSha256);
    store.approve(approval("once"));
    assertEquals(store.requests().map(({ argumentsSha256 }) => argumentsSha256), ["other"]);
  });
});

Deno.test("the same arguments in another order are the same call; a secret in them is shown, and not kept", async () => {
  const b = "ghp_0123456789abcdefghijklmnopqrstuvwxyzAB";
  const one = requestOf(TOOL, { a: 1, b }, TALK);
  assertEquals(one.argumentsSha256, requestOf(TOOL, { b, a: 1 }, TALK).argumentsSha256);
  assertNotEquals(one.argumentsSha256, requestOf(TOOL, { a: 2 }, TALK).argumentsSha256);
  assertEquals([one.isExact, request().isExact], [false, true]);
  await withStore((store, folder) => {
    store.ask(one);
    assertEquals(Deno.readTextFileSync(`${folder}/gateway/requests.json`).includes("ghp_0123"), false);
  });
  assertStringIncludes(permissionQuestion(one, { a: 1, b })?.message ?? "", b);
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
  const args = {
    first: "x".repeat(1500),
    second: "rm -rf ~",
    third: { deep: ["y".repeat(400)] },
  };
  const { text, shortened } = exactArguments(args, 300);
  assertEquals(shortened, 2);
  for (
    const part of ['"second": "rm -rf ~"', "1500 characters, sha256 ", "400 characters, sha256 ", '"deep": [']
  ) {
    assertStringIncludes(text, part);
  }
  assertEquals(JSON.parse(exactArguments(args, Infinity).text), args);
  assertStringIncludes(
    permissionQuestion(request(), args)?.message ?? "",
    `codex-auto allow --show ${request().argumentsSha256.slice(0, 8)}`,
  );
});

Deno.test("what a dialogue could not show whole is not asked for in one", () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`key${at}`, at]));
  const long = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`key${at}`, "x".repeat(290)]));
  assertEquals([permissionQuestion(request(), many), permissionQuestion(request(), long)], [
    undefined,
    undefined,
  ]);
});

Deno.test("what a client is told is cut through no character: half of one would make the whole message unreadable", () => {
  const long = `${"x".repeat(299)}😀${"y".repeat(100)}`;
  assertEquals(permissionQuestion(request({ description: long }), {})?.message.isWellFormed(), true);
  const told: string[] = [];
  progressReport(1, () => 0, ({ message }) => told.push(message)).step(
    "a/b",
    `${"x".repeat(200 - "a/b: ".length - 1)}😀`,
  );
  assertEquals(told.map((message) => message.isWellFormed()), [true]);
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
  const said = (answer: unknown) => answerOf({ kind: "elicit", action: "accept", content: { answer } }, true);
  assertEquals(answers.map(said), ["once", "session", "always", "no", undefined, undefined, undefined]);
  const declined = { kind: "elicit", action: "decline" } as const;
  assertEquals(
    [answerOf(declined, false), answerOf(declined, true)],
    ["no", undefined],
    "codex exec declines at once",
  );
  assertEquals(
    [answerOf({ kind: "elicit", action: "cancel" }, false), answerOf({ kind: "missing" }, false)],
    [
      undefined,
      undefined,
    ],
  );
});

Deno.test("calls with long arguments that wait do not push each other out", async () => {
  await withStore((store) => {
    const description = "界".repeat(1000);
    for (let at = 0; at < 200; at++) {
      store.ask(request({ argumentsSha256: String(at), argumentsText: "界".repeat(4000), description }));
    }
    assertEquals(store.requests().length, 200);
  });
});

Deno.test("what is kept of arguments, and a client told of progress, is cut once it is clean", () => {
  const secret = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
  const withSecretAt = (place: number) => `${"- ".repeat(place / 2)}${secret}${" -".repeat(5000)}`;
  const { argumentsText } = requestOf(TOOL, { a: withSecretAt(3980) }, TALK);
  assertEquals([argumentsText.includes(secret.slice(0, 8)), argumentsText.length <= 4000], [false, true]);
  const told: string[] = [];
  progressReport(1, () => 0, ({ message }) => told.push(message))
    .step("a/b", withSecretAt(180));
  assertEquals([told[0]?.includes(secret.slice(0, 8)), (told[0]?.length ?? 0) <= 200], [false, true]);
});

function planned(name: string, risk: GatewayTool["risk"], args: Record<string, unknown> = {}): PlannedCall {
  const tool = { ...TOOL, name, risk };
  return { kind: "runnable", call: { name, arguments: args }, tool, request: requestOf(tool, args, TALK) };
}

Deno.test("a batch stops at the first call that waits: a word for one call is for one, and nothing behind runs", async () => {
  await withStore((store) => {
    const plan = [
      planned("t/a", "write"),
      planned("t/a", "write"),
      planned("t/b", "write"),
      planned("t/c", "read"),
    ];
    const first = plan[0]?.kind === "runnable" ? plan[0].request : undefined;
    for (const each of plan.slice(2)) {
      if (each.kind === "runnable" && each.request) {
        store.approve(approvalOf(each.request, "always", new Date(0)));
      }
    }
    if (first) store.approve(approvalOf(first, "once", new Date(0)));
    const ledger = store.ledger();
    const { results, used, waiting } = settleBatch(plan, (each) => ledger(each) ? "given" : undefined);
    assertEquals(results.map((result) => result?.status ?? "runs"), [
      "runs",
      "permission",
      "permission",
      "permission",
    ]);
    assertEquals([used.length, waiting.length, store.use(used), holds(store, request({ ...first }))], [
      1,
      1,
      true,
      false,
    ]);
  });
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
