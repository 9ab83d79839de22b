import { assertEquals } from "@std/assert";
import { existsSync } from "node:fs";
import type { FusedItem } from "../../lib/kernel/fuse.ts";
import { readSession, rememberShown, withoutGiven } from "../../lib/kernel/session_memory.ts";
import { withState } from "./state_folder.ts";

const NOW = new Date();
const DAY_MS = 24 * 60 * 60 * 1000;

function item(path: string, text: string): FusedItem {
  return {
    tool: "ci_search",
    path,
    title: path,
    summary: "",
    lines: { start: 1, end: 2 },
    snippet: { startLine: 1, text },
    confidence: 1,
    sources: [],
    truncated: false,
  };
}

const RUN = "20260301-000000-abcdef";
const held = () => new Set([RUN]);

function quoted(...items: FusedItem[]) {
  return { shown: items, quoted: new Set(items), runId: RUN };
}

Deno.test("a place that was only named is given with its lines once it is the best", async () => {
  await withState(async (places) => {
    const [a, b] = [item("a.ts", "x"), item("b.ts", "y")];
    await rememberShown(places, "one", { shown: [a, b], quoted: new Set([a]), runId: RUN }, "p", NOW);
    const memory = await readSession(places, "one", held);
    const fresh = async (...items: FusedItem[]) =>
      (await withoutGiven(items, memory)).fresh.map(({ path }) => path);
    assertEquals(await fresh(a, b), []);
    assertEquals(await fresh(b, a), ["b.ts"]);
    assertEquals(await fresh(a, item("b.ts", "changed")), ["b.ts"]);
  });
});

Deno.test("a damaged memory is an empty one", async () => {
  await withState(async (places, folder) => {
    await rememberShown(places, "one", quoted(item("a.ts", "x")), "p", NOW);
    const [entry] = [...Deno.readDirSync(`${folder}/sessions`)];
    for (const text of ["", "{", "[]", '{"given": 1, "prompts": []}', '{"given": {"a": 1}, "prompts": []}']) {
      Deno.writeTextFileSync(`${folder}/sessions/${entry?.name}`, text);
      assertEquals(await readSession(places, "one", held), { given: {}, prompts: [] });
    }
  });
});

Deno.test("the file is the user's alone, and its name does not carry the session's", async () => {
  await withState(async (places, folder) => {
    await rememberShown(places, "../../escape", quoted(), "p", NOW);
    const files = [...Deno.readDirSync(`${folder}/sessions`)];
    assertEquals(files.map(({ name }) => /^[0-9a-f]{32}\.json$/.test(name)), [true]);
    assertEquals((Deno.statSync(`${folder}/sessions/${files[0]?.name}`).mode ?? 0) & 0o777, 0o600);
  });
});

Deno.test("with the first prompt of a day, sessions that nobody went on with for 90 days are forgotten, and what was never finished", async () => {
  await withState(async (places, folder) => {
    for (const id of ["old", "recent", "one"]) {
      await rememberShown(places, id, quoted(), `prompt of ${id}`, NOW);
    }
    const left = async () => {
      const memories = ["old", "recent", "one", "two"].map((id) => readSession(places, id, held));
      return (await Promise.all(memories)).flatMap(({ prompts }) => prompts);
    };
    for (const { name } of Deno.readDirSync(`${folder}/sessions`)) {
      const file = `${folder}/sessions/${name}`;
      const days = Deno.readTextFileSync(file).includes("prompt of old") ? 91 : 89;
      const then = new Date(NOW.getTime() - days * DAY_MS);
      Deno.utimeSync(file, then, then);
    }
    const unfinished = ["killed.json.7.ab.tmp", "writing.json.8.cd.tmp"].map((name) =>
      `${folder}/sessions/${name}`
    );
    for (const [at, hours] of [2, 0].entries()) {
      Deno.writeTextFileSync(unfinished[at] ?? "", "{");
      const then = new Date(NOW.getTime() - hours * DAY_MS / 24);
      Deno.utimeSync(unfinished[at] ?? "", then, then);
    }
    const there = () => unfinished.map((file) => existsSync(file));
    const written = (time: Date) => Deno.utimeSync(`${folder}/sessions`, time, time);
    written(NOW);
    await rememberShown(places, "one", quoted(), "goes on", NOW);
    assertEquals(await left(), ["prompt of old", "prompt of recent", "prompt of one", "goes on"]);
    assertEquals(there(), [true, true]);
    written(new Date(NOW.getTime() - DAY_MS));
    await rememberShown(places, "two", quoted(), "begins", NOW);
    assertEquals(await left(), ["prompt of recent", "prompt of one", "goes on", "begins"]);
    assertEquals(there(), [false, true]);
  });
});
