import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { hiddenValues } from "../../lib/gateway/batch/hidden_values.ts";
import type { Known, RequestedCall, Selection } from "../../lib/gateway/batch/requested_call.ts";
import { resolvedStage } from "../../lib/gateway/tools/run_tool_batch.ts";
import type { Isolate } from "../../lib/gateway/isolate/isolate.ts";
import { resolve, select } from "../../lib/gateway/isolate/select.ts";

const ISSUES = {
  rows: [
    { id: 1, state: "open", who: { login: "ada" }, labels: ["bug"] },
    { id: 2, state: "closed", who: { login: "bob" }, labels: [] },
    { id: 3, state: "open", labels: ["bug", "ui"] },
  ],
};

const take = (selection: Selection, value: unknown = ISSUES) => select({ value, selection });

Deno.test("of a value is taken what a path, a filter, fields and a limit say, as one value or a list", () => {
  const open = { path: "rows", filter: '@.state == "open"' };
  assertEquals(take({ path: "$.rows[1].id" }), 2);
  assertEquals(take({ path: "rows[*].id" }), [1, 2, 3]);
  assertEquals(take({ path: "[0]" }, ["a"]), "a");
  assertEquals(take({ ...open, fields: ["id", "who.login"] }), [
    { id: 1, "who.login": "ada" },
    { id: 3, "who.login": undefined },
  ]);
  assertEquals(take({ ...open, map: "labels[*]" }), ["bug", "bug", "ui"]);
  assertEquals([take({ ...open, count: true }), take({ ...open, map: "id", first: true })], [2, 1]);
  assertEquals(take({ path: "rows", limit: 1, map: "id" }), [1]);
  for (const path of ["nothing.here", "row[*].id", "$..ids"]) {
    assertThrows(() => take({ path }), TypeError, `nothing stands at ${path}; there is rows`);
  }
  const keys = "there is id, state, who, labels";
  for (
    const wrong of [{ path: "rows[*].idd" }, { path: "rows", map: "idd" }, { path: "rows", fields: ["idd"] }]
  ) {
    assertThrows(() => take(wrong), TypeError, `idd; ${keys}`);
  }
  assertThrows(() => take({ path: "rows[0].id[*]" }), TypeError, "there is 1");
  assertThrows(() => take({ path: "rows[7]" }), TypeError, 'there is [{"id":1');
  const none = [{ path: "rows[?@.id > 3].who" }, { path: "rows[1].labels[*]" }, { path: "rows[9:]" }];
  assertEquals(none.map((selection) => take(selection)), [[], [], []]);
  assertThrows(() => take({ path: "rows[" }), TypeError, "no JSONPath");
});

/** Resolves in this thread. */
const HERE = { run: (_: string, input: never) => Promise.resolve(input).then(resolve) } as unknown as Isolate;

const call = (
  id: string,
  args: Record<string, unknown> = {},
  each?: RequestedCall["each"],
): RequestedCall => ({ id, name: "a/b", arguments: args, ...each !== undefined && { each } });

Deno.test("references become what they stand for, once for each item of a list, and one that stands for nothing is no call", async () => {
  const known: Known = new Map<string, unknown>([["issues", ISSUES], ["broken", undefined]]);
  const hidden = hiddenValues("n", HERE, new AbortController().signal);
  const made = async (one: RequestedCall) =>
    (await resolvedStage([one], known, 50, { isolate: HERE }, hidden)).map(({ call }) => call.arguments);
  const ids = { $from: "issues", path: "rows[*].id" };
  assertEquals(await made(call("x", { ids, as: { it: "is" } })), [{ ids: [1, 2, 3], as: { it: "is" } }]);
  const each = { $from: "issues", path: "rows", limit: 2 };
  assertEquals(await made(call("x", { id: { $item: "id" }, all: true }, each)), [
    { id: 1, all: true },
    { id: 2, all: true },
  ]);
  assertEquals(await made(call("x", { it: { $item: "" } }, { $from: "issues", path: "rows[*].state" })), [
    { it: "open" },
    { it: "closed" },
    { it: "open" },
  ]);
  for (const $from of ["broken", "later", "x"]) {
    await assertRejects(() => made(call("x", { it: { $from } })), TypeError);
  }
  await assertRejects(() => made(call("x", { it: { $from: "issues", path: "none" } })), TypeError, "none");
  await assertRejects(() => made(call("x", {}, { $from: "issues" })), TypeError, "no list");
});
