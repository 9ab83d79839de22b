import { assertEquals } from "@std/assert";
import { threadOfTurn, threadRecords } from "../../lib/clients/codex_threads.ts";
import type { World } from "../../lib/settings/world.ts";
import { makeFolder } from "../acceptance/harness.ts";

const ID = "01a20062-499f-7412-8763-6bf22ac53bf3";
const OTHER = "01a20062-4c40-73e2-945f-639f36d5cb11";

const file = (id: string) => `sessions/2026/11/21/rollout-2026-11-21T23-12-51-${id}.jsonl`;
const record = (id: string, cwd: string) =>
  `${
    JSON.stringify({ type: "session_meta", payload: { id, cwd, base_instructions: "x".repeat(30_000) } })
  }\n`;

/** What is told of a turn that wrote these records; `cwd` is the folder it ran in. */
async function threadOf(
  resumed: string | undefined,
  writes: (cwd: string) => Record<string, string>,
): Promise<string | undefined> {
  await using home = await makeFolder({ [file("old")]: record("old", "/") });
  const world: World = {
    now: () => new Date(0),
    elapsed: () => 0,
    nonce: () => "00",
    env: (name) => name === "CODEX_HOME" ? home.path : undefined,
  };
  const before = threadRecords(world, resumed);
  for (const [path, text] of Object.entries(writes(home.path))) {
    Deno.writeTextFileSync(`${home.path}/${path}`, text, { append: true });
  }
  return threadOfTurn(before, threadRecords(world, resumed), home.path, resumed);
}

Deno.test("a turn's thread is the one that began in its folder, else the resumed one that grew", async () => {
  const here = (id: string) => (cwd: string) => ({ [file(id)]: record(id, cwd) });
  assertEquals(await threadOf(undefined, here(ID)), ID);
  assertEquals(
    await threadOf(undefined, () => ({ [file(ID)]: record(ID, "/") })),
    undefined,
    "of another folder",
  );
  assertEquals(
    await threadOf(undefined, (cwd) => ({ ...here(ID)(cwd), ...here(OTHER)(cwd) })),
    undefined,
    "two",
  );
  assertEquals(await threadOf("old", () => ({ [file("old")]: "{}\n" })), "old");
  assertEquals(await threadOf("old", () => ({})), undefined, "nothing was recorded");
  assertEquals(await threadOf("old", here(ID)), ID, "it went on elsewhere");
  for (const broken of ["", "{", "[]", record("--last", "/")]) {
    assertEquals(await threadOf(undefined, () => ({ [file(ID)]: broken })), undefined, broken);
  }
});
