import { assert, assertEquals, assertThrows } from "@std/assert";
import type { RunEvent } from "../../lib/continuous/run/event.ts";
import { readSession, repairLog, SessionStore, UnusableLog } from "../../lib/continuous/store/log.ts";
import { newSessionId, sessionIds, stateFolder } from "../../lib/continuous/store/runs.ts";
import { systemWorld } from "../../lib/settings/world.ts";
import { item, planned, started, stepEnded } from "./fixtures.ts";
import { inTemporaryFolder } from "../temporary_folder.ts";

const world = { ...systemWorld(), now: () => new Date("2026-01-02T03:04:05Z") };
const PLANNED = planned(item("a"));
const READY: RunEvent = { type: "task", task_id: "a", from: "pending", to: "ready", why: "" };

function inFolder(name: string, fn: (folder: string) => void): void {
  Deno.test(name, () => inTemporaryFolder(fn));
}

const placed = (folder: string, retention = 3) => ({ folder: `${folder}/s`, world, retention });

const reopened = (folder: string) => SessionStore.open(placed(folder));

inFolder("what was appended is there again, in files for people as well", (folder) => {
  // A run that was killed before its first event leaves this, and is none.
  Deno.mkdirSync(`${folder}/new/snapshots`, { recursive: true });
  const store = SessionStore.create(placed(folder), started());
  store.append(PLANNED, READY);
  const again = reopened(folder);
  assertEquals(again.state, store.state);
  assertEquals(JSON.parse(Deno.readTextFileSync(`${folder}/s/plan.json`)).tasks[0].task_id, "a");
  assertEquals(JSON.parse(Deno.readTextFileSync(`${folder}/s/tasks.json`)).tasks[0].status, "ready");
  assertEquals(JSON.parse(Deno.readTextFileSync(`${folder}/s/runner.json`)).seq, 3);
  assertEquals((Deno.statSync(`${folder}/s/events.jsonl`).mode ?? 0) & 0o777, 0o600);
  assertEquals(Array.from(Deno.readDirSync(folder), ({ name }) => name), ["s"]);
});

inFolder(
  "a log cut at any byte is damaged, unless it ends with a whole event, and is repaired up to there",
  (folder) => {
    const store = SessionStore.create(placed(folder, 1), started());
    store.append(PLANNED, READY);
    const file = `${folder}/s/events.jsonl`;
    const whole = Deno.readTextFileSync(file);
    for (let cut = whole.indexOf("\n") + 1; cut < whole.length; cut += 29) {
      Deno.removeSync(`${folder}/s/snapshots`, { recursive: true });
      const text = whole.slice(0, cut);
      Deno.writeTextFileSync(file, text);
      if (!text.endsWith("\n")) {
        assertThrows(() => reopened(folder), UnusableLog, "is damaged");
        repairLog(`${folder}/s`, `${cut}`);
      }
      const again = reopened(folder);
      const lines = text.split("\n").length - 1;
      assertEquals(again.state.plan === undefined, lines < 2);
      again.append(...(lines < 2 ? [PLANNED, READY] : [READY]));
      assertEquals(reopened(folder).state, store.state);
    }
  },
);

inFolder("a damaged, foreign or shortened log is said so and left byte for byte", (folder) => {
  const store = SessionStore.create(placed(folder), started());
  store.append(PLANNED, READY);
  const file = `${folder}/s/events.jsonl`;
  const text = Deno.readTextFileSync(file);
  const cases: [string, string][] = [
    [text.replace('"planned"', '"plonked"'), "line 2 is damaged"],
    [text.replace('"seq":2', '"seq":7'), "line 2 is damaged"],
    [text.replace('"to":"ready"', '"to":"done"'), "cannot go from pending to done"],
    [text.replace('"version":4', '"version":9'), "of another version of this program"],
    [`${text.split("\n")[0]}\n`, "a snapshot knows event 3"],
    ["", "line 1 is damaged"],
    ["\u0000\u0001\n", "line 1 is damaged"],
    [text + text.split("\n")[2]?.replace('"seq":3', '"seq":4') + "\n", "cannot have happened"],
  ];
  for (const [changed, says] of cases) {
    Deno.writeTextFileSync(file, changed);
    assertThrows(() => reopened(folder), UnusableLog, says);
    assertEquals(Deno.readTextFileSync(file), changed);
  }
});

inFolder("what cannot follow is never written", (folder) => {
  const store = SessionStore.create(placed(folder), started());
  const before = Deno.readTextFileSync(`${folder}/s/events.jsonl`);
  assertThrows(() => store.append(PLANNED, { ...READY, task_id: "z" }), RangeError, "no task z");
  assertEquals(Deno.readTextFileSync(`${folder}/s/events.jsonl`), before);
});

inFolder("snapshots are rotated", (folder) => {
  const store = SessionStore.create(placed(folder, 2), started());
  store.append(PLANNED);
  store.append(READY);
  assertEquals([...Deno.readDirSync(`${folder}/s/snapshots`)].map(({ name }) => name).sort(), [
    "000002.jsonl",
    "000003.jsonl",
  ]);
});

inFolder("runs are listed oldest first, and nothing else is", (folder) => {
  const base = stateFolder(folder);
  for (const name of ["20260102-030405-000abcdef", "20250102-030405-000abcdef", "new", "lock.db"]) {
    Deno.mkdirSync(`${base}/${name}`);
  }
  assertEquals(sessionIds(folder), ["20250102-030405-000abcdef", "20260102-030405-000abcdef"]);
  assertEquals(newSessionId(world.now(), "abcdef0123"), "20260102-030405-000abcdef");
});

inFolder("a log of very many events is read in time", (folder) => {
  Deno.mkdirSync(`${folder}/s`);
  const stepsOf = (step: number): RunEvent[] => [
    {
      type: "paused",
      pause: { kind: "dangerous", why: "", next: "", task_id: `${step}`, commands: [`rm -r ${step}`] },
    },
    { type: "decided", decision: "continue", by: "flag" },
    { type: "baseline", why: "", head: "h", tree: "t" },
    { type: "step_started", step, task_id: "a" },
    ...stepEnded(step, `${step}`, { checks: [{ command: "x", code: 1, ms: 1, timed_out: false, tail: "" }] }),
  ];
  const events = [started(), PLANNED, ...Array.from({ length: 3000 }, (_, at) => stepsOf(at + 1)).flat()];
  const lines = events.map((event, at) =>
    `${JSON.stringify({ seq: at + 1, at: "2026-01-02T03:04:05Z", event })}\n`
  );
  Deno.writeTextFileSync(`${folder}/s/events.jsonl`, lines.join(""));
  const began = performance.now();
  assertEquals(readSession(`${folder}/s`).state.history.length, 3000);
  // Where each event copies what came before it, it takes minutes.
  assert(performance.now() - began < 30_000);
});

inFolder(
  "a damaged log is begun anew from what its newest snapshot knows, and goes on from there",
  (folder) => {
    const store = SessionStore.create(placed(folder), started());
    store.append(PLANNED, READY);
    store.append({ type: "red", task_id: "a", checks: [], ms: 1 });
    const { state } = store;
    const file = `${folder}/s/events.jsonl`;
    const text = Deno.readTextFileSync(file);
    for (const damaged of [text.slice(0, text.indexOf("\n") + 30), text.replace('"planned"', '"x"'), ""]) {
      Deno.writeTextFileSync(file, damaged);
      const { kept, events } = repairLog(`${folder}/s`, "2026-01-02T03:04:05Z");
      assertEquals([events, Deno.readTextFileSync(kept)], [4, damaged]);
      const again = reopened(folder);
      assertEquals(again.state, state);
    }
    Deno.removeSync(`${folder}/s/snapshots`, { recursive: true });
    Deno.writeTextFileSync(file, `${text.split("\n")[0]}\n{`);
    assertEquals(repairLog(`${folder}/s`, "2026-01-02T03:04:06Z").events, 1);
    Deno.writeTextFileSync(file, "{");
    assertThrows(
      () => repairLog(`${folder}/s`, "2026-01-02T03:04:07Z"),
      UnusableLog,
      "neither a whole event nor a snapshot",
    );
  },
);
