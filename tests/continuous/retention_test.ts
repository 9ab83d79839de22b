import { assertEquals } from "@std/assert";
import {
  claimRun,
  gitFolder,
  isOwnRun,
  KEPT_DAYS,
  KEPT_RUNS,
  newSessionId,
  removeOldRuns,
  sessionIds,
  stateFolder,
} from "../../lib/continuous/store/runs.ts";
import { createSession, openSession } from "../../lib/continuous/store/session_store.ts";
import { locations } from "../../lib/settings/locations.ts";
import { systemWorld, type World } from "../../lib/settings/world.ts";
import { started } from "./fixtures.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.parse("2026-06-01T12:00:00Z");
const OLD = KEPT_DAYS + 10;

/** A repository, a home, and a clock that stands some days before now. */
interface Place {
  root: string;
  daysAgo(days: number): World;
  /** Begins a run that many days ago; its id. */
  run(days: number): string;
}

function inPlace(name: string, fn: (place: Place) => void): void {
  Deno.test(name, () => {
    const folder = Deno.makeTempDirSync({ prefix: "auto-tools-retention-" });
    let count = 0;
    const daysAgo = (days: number): World => ({
      ...systemWorld(),
      now: () => new Date(NOW - days * DAY_MS),
      env: (key) => key === "HOME" ? `${folder}/home` : undefined,
    });
    try {
      Deno.mkdirSync(`${folder}/repo`);
      const root = `${folder}/repo`;
      const state = stateFolder(root);
      const run = (days: number) => {
        const world = daysAgo(days);
        const session = newSessionId(world.now(), String(++count).padStart(6, "0"));
        createSession({ folder: `${state}/${session}`, world, retention: 3 }, started("Fix it", session));
        claimRun(session, world);
        return session;
      };
      fn({ root, daysAgo, run });
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  });
}

function latest(run: (days: number) => string): string[] {
  return Array.from({ length: KEPT_RUNS }, () => run(1));
}

inPlace(
  "an old run goes, with what git remembers of it and the note of whose it is",
  ({ root, daysAgo, run }) => {
    const world = daysAgo(0);
    const gone = run(OLD);
    const recent = run(KEPT_DAYS - 1);
    const kept = latest(run);
    const git = gitFolder(world, gone) ?? "";
    Deno.mkdirSync(git, { recursive: true });
    assertEquals(removeOldRuns(root, world), 1);
    assertEquals(sessionIds(root), [recent, ...kept]);
    assertEquals([...Deno.readDirSync(stateFolder(root))].length, KEPT_RUNS + 1);
    assertEquals([...Deno.readDirSync(git.slice(0, git.lastIndexOf("/")))], []);
    assertEquals([gone, recent].map((id) => isOwnRun(id, world)), [false, true]);
  },
);

inPlace("the latest runs stay however old they are", ({ root, daysAgo, run }) => {
  const runs = Array.from({ length: KEPT_RUNS }, () => run(OLD));
  assertEquals(removeOldRuns(root, daysAgo(0)), 0);
  assertEquals(sessionIds(root), runs);
});

inPlace("an old run that somebody has worked on since stays", ({ root, daysAgo, run }) => {
  const id = run(OLD);
  latest(run);
  const opened = openSession({ folder: `${stateFolder(root)}/${id}`, world: daysAgo(1), retention: 3 });
  if (opened.kind === "open") opened.store.append({ type: "adjusted", goal: "Fix more" });
  assertEquals(removeOldRuns(root, daysAgo(0)), 0);
});

inPlace("damaged runs stay, and so do those of somebody else", ({ root, daysAgo, run }) => {
  const [damaged, theirs] = [run(OLD), run(OLD)];
  latest(run);
  Deno.removeSync(`${locations(daysAgo(0)).state}/continuous/${theirs}`);
  Deno.writeTextFileSync(`${stateFolder(root)}/${damaged}/events.jsonl`, "not an event\n");
  assertEquals(removeOldRuns(root, daysAgo(0)), 0);
  assertEquals(sessionIds(root).slice(0, 2), [damaged, theirs]);
});
