import { attempt } from "../../settings/attempt.ts";
import { writeFileAtomic } from "../../settings/write_file.ts";
import { plainState } from "../run/plain_state.ts";
import { doneTasks, type RunState } from "../run/state.ts";

const SNAPSHOT = /^(\d{6,})\.json$/;

/** Number of the latest event that a snapshot of a run knows; 0 without one. */
export function newestSnapshot(folder: string): number {
  return Math.max(0, ...names(`${folder}/snapshots`).map((name) => Number(SNAPSHOT.exec(name)?.[1])));
}

/**
 * Writes the state of a run into files that people and tools can read: `plan.json`, `tasks.json`, `runner.json`, and all of it into `snapshots/`, of which
 * the latest `retention` stay. The events alone are what a run goes on from; these say the same, with the number of the event they were written after.
 */
export function writeSnapshot(folder: string, state: RunState, seq: number, retention: number): void {
  const { plan, tasks, history, workspace, steps, spent, pause, finished, session } = state;
  const edit = `written by the program; \`codex-auto continuous edit ${session}\` changes the plan`;
  const done = doneTasks(state).size;
  const parts = {
    plan: { seq, edit, revision: state.revision, goal: state.goal, ...plan },
    tasks: { seq, tasks: [...tasks.values()] },
    runner: {
      seq,
      session,
      workspace,
      steps,
      spent,
      pause,
      finished,
      done,
      of: tasks.size,
      last: history.at(-1),
    },
  };
  const older = `${folder}/snapshots`;
  const write = (file: string, value: unknown) =>
    writeFileAtomic(file, `${JSON.stringify(value, null, 2)}\n`, { base: folder });
  write(`${older}/${String(seq).padStart(6, "0")}.json`, plainState(state));
  for (const [name, part] of Object.entries(parts)) write(`${folder}/${name}.json`, part);
  for (const name of names(older).slice(0, -Math.max(1, retention))) Deno.removeSync(`${older}/${name}`);
}

/** The state that the newest readable snapshot holds; undefined where there is none. */
export function readSnapshot(folder: string): { seq: number; state: Record<string, unknown> } | undefined {
  const older = `${folder}/snapshots`;
  for (const name of names(older).reverse()) {
    const state: unknown = attempt(() => JSON.parse(Deno.readTextFileSync(`${older}/${name}`)));
    if (typeof state !== "object" || state === null || !("session" in state)) continue;
    return { seq: Number(SNAPSHOT.exec(name)?.[1]), state: { ...state } };
  }
  return undefined;
}

function names(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => SNAPSHOT.test(name)).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
