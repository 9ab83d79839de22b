import { writeFileAtomic } from "../../settings/write_file.ts";
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
  const { plan, tasks, history, allowed, declined, ...runner } = state;
  const edit = `written by the program; \`codex-auto continuous edit ${state.session}\` changes the plan`;
  const parts = {
    plan: { seq, edit, revision: state.revision, goal: state.goal, ...plan },
    tasks: { seq, tasks: [...tasks.values()] },
    runner: {
      seq,
      ...runner,
      allowed: [...allowed],
      declined: [...declined],
      done: doneTasks(state).size,
      of: tasks.size,
      last: history.at(-1),
    },
  };
  const older = `${folder}/snapshots`;
  const write = (file: string, value: unknown) =>
    writeFileAtomic(file, `${JSON.stringify(value, null, 2)}\n`, { base: folder });
  write(`${older}/${String(seq).padStart(6, "0")}.json`, parts);
  for (const [name, part] of Object.entries(parts)) write(`${folder}/${name}.json`, part);
  for (const name of names(older).slice(0, -Math.max(1, retention))) Deno.removeSync(`${older}/${name}`);
}

function names(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => SNAPSHOT.test(name)).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
