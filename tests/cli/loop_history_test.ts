import { assertEquals, assertFalse } from "@std/assert";
import { addToHistory, readHistory } from "../../lib/cli/loop_history.ts";
import type { World } from "../../lib/settings/world.ts";
import { makeFolder } from "../acceptance/harness.ts";

function worldWith(state: string): World {
  return {
    now: () => new Date(0),
    elapsed: () => 0,
    nonce: () => "00",
    env: (name) => name === "XDG_STATE_HOME" ? state : undefined,
  };
}

Deno.test("history is latest first, without repeats, redacted, bounded and 0600", async () => {
  await using folder = await makeFolder();
  const world = worldWith(folder.path);
  for (const line of ["one", "two", "one", "key AKIAIOSFODNN7EXAMPLE"]) addToHistory(line, world);
  const history = readHistory(world);
  assertEquals(history.slice(1), ["one", "two"]);
  assertFalse(history[0]?.includes("IOSFODNN7EXAMPLE"));
  assertEquals((Deno.statSync(`${folder.path}/auto-tools/loop-history`).mode ?? 0) & 0o777, 0o600);
  for (let count = 0; count < 510; count++) addToHistory(`line ${count}`, world);
  assertEquals([readHistory(world).length, readHistory(world)[0]], [500, "line 509"]);
});

Deno.test("a history that cannot be written is said, and a folder in its place reads as empty", async () => {
  await using folder = await makeFolder({ "auto-tools/loop-history/x": "" });
  const world = worldWith(folder.path);
  assertEquals(readHistory(world), []);
  assertEquals(typeof addToHistory("one", world), "string");
});
