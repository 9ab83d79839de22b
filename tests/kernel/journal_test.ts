import { assertEquals, assertThrows } from "@std/assert";
import { addToJournal, type JournalEntry, readJournal } from "../../lib/kernel/journal.ts";
import { withState } from "./state_folder.ts";

const ENTRY: JournalEntry = {
  time: "2026-01-02T03:04:05.000Z",
  client: "claude-code",
  prompt: "where is retry?",
  outcome: "injected 10 characters",
  tools: [{ tool: "ci_search", status: "ok", ms: 3 }],
  shown: [{ place: "src/retry.ts:1-4", why: "defines a name of the request", quoted: true }],
  earlier: ["src/a.ts:1-2"],
  cut: [{ place: "src/b.ts", why: "did not fit into what the client takes" }],
  limits: ["no-git-root"],
  ms: 12,
};

Deno.test("an entry comes back as it was written, the newest last", () =>
  withState((places) => {
    addToJournal(places, "/repo", ENTRY);
    addToJournal(places, "/repo", { ...ENTRY, ms: 13 });
    assertEquals(readJournal(places, "/repo"), [ENTRY, { ...ENTRY, ms: 13 }]);
    assertEquals(readJournal(places, "/other"), []);
  }));

Deno.test("a damaged or foreign line is left out; the others are read and kept, those of the time before places were told apart too", () =>
  withState((places, state) => {
    addToJournal(places, "/repo", ENTRY);
    const [file] = [...Deno.readDirSync(`${state}/why`)];
    const foreign = [
      "{",
      "null",
      "7",
      "[]",
      "{}",
      JSON.stringify({ ...ENTRY, prompt: 7 }),
      JSON.stringify({ ...ENTRY, tools: "none" }),
    ].join("\n");
    Deno.writeTextFileSync(`${state}/why/${file?.name}`, `${foreign}\n`, { append: true });
    assertEquals(readJournal(places, "/repo"), [ENTRY]);
    const { earlier: _earlier, cut: _cut, ...old } = ENTRY;
    addToJournal(places, "/repo", { ...old, shown: [{ place: "a.ts", why: "named in the request" }] });
    assertEquals(readJournal(places, "/repo").length, 2);
  }));

Deno.test("what is no file in the log's place is told and does not keep anybody waiting", () =>
  withState((places, state) => {
    addToJournal(places, "/repo", ENTRY);
    const [file] = [...Deno.readDirSync(`${state}/why`)];
    Deno.removeSync(`${state}/why/${file?.name}`);
    new Deno.Command("mkfifo", { args: [`${state}/why/${file?.name}`] }).outputSync();
    assertThrows(() => readJournal(places, "/repo"), Error, "not a regular file");
    assertThrows(() => addToJournal(places, "/repo", ENTRY), Error, "not a regular file");
  }));

Deno.test("the log does not grow without end: the newest entries stay", () =>
  withState((places, state) => {
    const long = { ...ENTRY, limits: ["x".repeat(4000)] };
    for (let ms = 0; ms < 320; ms++) addToJournal(places, "/repo", { ...long, ms });
    const kept = readJournal(places, "/repo");
    const [file] = [...Deno.readDirSync(`${state}/why`)];
    const { mode } = Deno.statSync(`${state}/why/${file?.name}`);
    assertEquals([kept.length, kept.at(-1)?.ms, (mode ?? 0) & 0o777], [300, 319, 0o600]);
  }));
