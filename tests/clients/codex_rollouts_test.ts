import { assertEquals, assertFalse } from "@std/assert";
import { rolloutsNow, threadBegun, threadGrew } from "../../lib/clients/codex_rollouts.ts";
import type { World } from "../../lib/settings/world.ts";
import { makeFolder } from "../acceptance/harness.ts";

const ID = "01a20062-499f-7412-8763-6bf22ac53bf3";
const OTHER = "01a20062-4c40-73e2-945f-639f36d5cb11";

function worldWith(home: string): World {
  return {
    now: () => new Date(0),
    elapsed: () => 0,
    nonce: () => "00",
    env: (name) => name === "CODEX_HOME" ? home : undefined,
  };
}

function rollout(id: string, cwd: string): string {
  return `${
    JSON.stringify({ type: "session_meta", payload: { id, cwd, base_instructions: "x".repeat(30_000) } })
  }\n{}\n`;
}

const file = (day: string, id: string) => `sessions/${day}/rollout-2026-11-21T23-12-51-${id}.jsonl`;

Deno.test("the thread that began in this folder is found, those of other folders are not", async () => {
  await using home = await makeFolder({ [file("2026/11/20", "00000000-old")]: rollout("old", "/") });
  const world = worldWith(home.path);
  const before = rolloutsNow(world);
  Deno.mkdirSync(`${home.path}/sessions/2026/11/21`);
  Deno.writeTextFileSync(`${home.path}/${file("2026/11/21", ID)}`, rollout(ID, home.path));
  Deno.writeTextFileSync(`${home.path}/${file("2026/11/21", OTHER)}`, rollout(OTHER, "/"));
  assertEquals(threadBegun(before, rolloutsNow(world), home.path), ID);
});

Deno.test("two threads that began in this folder at once name none", async () => {
  await using home = await makeFolder();
  const world = worldWith(home.path);
  const before = rolloutsNow(world);
  for (const id of [ID, OTHER]) {
    Deno.mkdirSync(`${home.path}/sessions/2026/11/21`, { recursive: true });
    Deno.writeTextFileSync(`${home.path}/${file("2026/11/21", id)}`, rollout(id, home.path));
  }
  assertEquals(threadBegun(before, rolloutsNow(world), home.path), undefined);
});

Deno.test("a resumed thread grows in the folder of the day it began, however long ago", async () => {
  await using home = await makeFolder({
    [file("2026/11/21", ID)]: rollout(ID, "/"),
    [file("2027/03/01", OTHER)]: rollout(OTHER, "/"),
    [file("2027/03/02", "x")]: "",
  });
  const world = worldWith(home.path);
  const before = rolloutsNow(world, ID);
  assertFalse(threadGrew(before, rolloutsNow(world, ID), ID));
  Deno.writeTextFileSync(`${home.path}/${file("2026/11/21", ID)}`, "{}\n", { append: true });
  assertEquals(threadGrew(before, rolloutsNow(world, ID), ID), true);
});
