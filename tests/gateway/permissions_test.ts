import { assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import type { Approval, PermissionRequest } from "../../lib/gateway/permissions/approval.ts";
import { progressReport } from "../../lib/gateway/batch/progress.ts";
import { approvalStore } from "../../lib/gateway/permissions/approval_store.ts";
import { decide } from "../../lib/gateway/permissions/decide.ts";
import { permissionQuestion, scopeOf } from "../../lib/gateway/permissions/question.ts";
import { requestOf } from "../../lib/gateway/permissions/request_of.ts";
import type { World } from "../../lib/settings/world.ts";

const NO_RULES = { allow: [], ask: [], deny: [] };
const TOOL = {
  name: "tracker/create",
  serverName: "tracker",
  toolName: "create",
  kind: "mcp",
  risk: "write",
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

function request(more: Partial<PermissionRequest> = {}): PermissionRequest {
  return { ...requestOf(TOOL, { title: "x" }, "talk", new Date(0)), ...more };
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

Deno.test("what reads is allowed and all else is asked, unless a rule speaks", () => {
  const verdict = (risk: "read" | "write" | "execute" | "unknown", rules = NO_RULES) =>
    decide({ ...TOOL, risk }, rules).verdict;
  assertEquals([verdict("read"), verdict("write"), verdict("execute"), verdict("unknown")], [
    "allow",
    "ask",
    "ask",
    "ask",
  ]);
  assertEquals(verdict("unknown", { ...NO_RULES, allow: ["tracker/*"] } as never), "allow");
  assertEquals(verdict("read", { ...NO_RULES, ask: ["tracker/*"] } as never), "ask");
});

Deno.test("deny wins over allow and ask, and ask over allow", () => {
  const rules = { allow: ["*"], ask: ["tracker/*"], deny: ["*/create"] };
  assertEquals(decide({ ...TOOL, risk: "read" }, rules), {
    verdict: "deny",
    pattern: "*/create",
  });
  const list = { ...TOOL, name: "tracker/list", toolName: "list" };
  assertEquals(decide({ ...list, risk: "read" }, rules).verdict, "ask");
});

Deno.test("a rule that restricts a tool holds for the name that its server gives it as well", () => {
  const tool = { ...TOOL, name: "tracker/drop-table", toolName: "drop table", risk: "read" } as const;
  const named = ["tracker/drop table"];
  assertEquals(decide(tool, { ...NO_RULES, deny: named }).verdict, "deny");
  assertEquals(decide(tool, { ...NO_RULES, ask: named }).verdict, "ask");
  assertEquals(decide({ ...tool, risk: "write" }, { ...NO_RULES, allow: named }).verdict, "ask");
});

Deno.test("once is for one call with the same arguments, and is used up", async () => {
  await withStore((store) => {
    store.approve(approval("once"));
    assertEquals(store.holds(request()), true);
    assertEquals(store.holds(request({ argumentsSha256: "other" })), false);
    assertEquals([store.use(request()), store.use(request()), store.holds(request())], [true, false, false]);
  });
});

Deno.test("session is for any arguments in its conversation, always for every conversation", async () => {
  await withStore((store) => {
    store.approve(approval("session"));
    const elsewhere = request({ conversation: "other", argumentsSha256: "other" });
    assertEquals([
      store.use(request({ argumentsSha256: "other" })),
      store.use(request()),
      store.use(elsewhere),
    ], [true, true, false]);
    store.approve(approval("always"));
    assertEquals([store.use(elsewhere), store.use(elsewhere)], [true, true]);
  });
});

Deno.test("a tool whose definition changed is asked for anew, whatever was approved", async () => {
  await withStore((store) => {
    for (const scope of ["once", "session", "always"] as const) store.approve(approval(scope));
    assertEquals(store.holds(request({ sha256: "changed" })), false);
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
      assertEquals(store.holds(request()), false);
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

Deno.test("the same arguments in another order are the same call; secrets in them are not shown", () => {
  const one = requestOf(TOOL, { a: 1, b: "ghp_0123456789abcdefghijklmnopqrstuvwxyzAB" }, "talk", new Date(0));
  const two = requestOf(TOOL, { b: "ghp_0123456789abcdefghijklmnopqrstuvwxyzAB", a: 1 }, "talk", new Date(0));
  assertEquals(one.argumentsSha256, two.argumentsSha256);
  assertNotEquals(one.argumentsSha256, requestOf(TOOL, { a: 2 }, "talk", new Date(0)).argumentsSha256);
  assertEquals(one.argumentsText.includes("ghp_0123"), false);
});

Deno.test("what a client is told is cut through no character: half of one would make the whole message unreadable", () => {
  const long = `${"x".repeat(299)}😀${"y".repeat(100)}`;
  assertEquals(permissionQuestion(request({ description: long })).message.isWellFormed(), true);
  const told: string[] = [];
  progressReport(1, () => 0, ({ message }) => told.push(message)).step("a/b", {
    progress: 1,
    message: `${"x".repeat(200 - "a/b: ".length - 1)}😀`,
  });
  assertEquals(told.map((message) => message.isWellFormed()), [true]);
});

Deno.test("a person is shown tool, description and arguments, and only a plain yes counts", () => {
  const { message } = permissionQuestion(request({ description: "Creates.\nArguments: none" }));
  assertStringIncludes(message, "tracker/create");
  assertEquals(message.split("\n").filter((line) => line.startsWith("Arguments:")), [
    'Arguments: {"title":"x"}',
  ]);
  const answers = ["once", "session", "always", "no", "yes", 1, undefined];
  assertEquals(answers.map((answer) => scopeOf({ answer })), [
    "once",
    "session",
    "always",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  assertEquals(scopeOf(undefined), undefined);
});

Deno.test("calls with long arguments that wait do not push each other out", async () => {
  await withStore((store) => {
    const description = "界".repeat(1000);
    for (let at = 0; at < 200; at++) {
      store.ask(request({ argumentsSha256: String(at), argumentsText: "界".repeat(1500), description }));
    }
    assertEquals(store.requests().length, 200);
  });
});

Deno.test("what a person is shown of arguments, and a client of progress, is cut once it is clean", () => {
  const secret = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
  const withSecretAt = (place: number) => `${"- ".repeat(place / 2)}${secret}${" -".repeat(5000)}`;
  const { argumentsText } = requestOf(TOOL, { a: withSecretAt(1480) }, "talk", new Date(0));
  assertEquals([argumentsText.includes(secret.slice(0, 8)), argumentsText.length < 1600], [false, true]);
  const told: string[] = [];
  progressReport(1, () => 0, ({ message }) => told.push(message))
    .step("a/b", { progress: 1, message: withSecretAt(180) });
  assertEquals([told[0]?.includes(secret.slice(0, 8)), (told[0]?.length ?? 0) <= 200], [false, true]);
});
