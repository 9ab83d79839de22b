import { standing } from "../../settings/small_file.ts";
import { writeFileAtomic } from "../../settings/write_file.ts";
import { doneTasks, type RunState } from "../run/state.ts";

const SNAPSHOT = /^(\d{6,})\.jsonl$/;

/** The snapshots of a run, copies of its log, oldest first, each with the number of its latest event. */
export function snapshotsOf(folder: string): { seq: number; path: string }[] {
  const older = `${folder}/snapshots`;
  const names = standing(older) ? Array.from(Deno.readDirSync(older), ({ name }) => name) : [];
  return names.filter((name) => SNAPSHOT.test(name)).sort()
    .map((name) => ({ seq: Number(SNAPSHOT.exec(name)?.[1]), path: `${older}/${name}` }));
}

/**
 * Writes the state of a run into files that people and tools can read: `plan.json`, `tasks.json`, `runner.json`, each with the number of the event it was
 * written after, and copies the log into `snapshots/`, of which the latest `retention` stay.
 */
export function writeSnapshot(
  folder: string,
  log: string,
  state: RunState,
  seq: number,
  retention: number,
): void {
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
  const snapshot = `${folder}/snapshots/${String(seq).padStart(6, "0")}.jsonl`;
  writeFileAtomic(snapshot, Deno.readFileSync(log), { base: folder });
  for (const [name, part] of Object.entries(parts)) {
    writeFileAtomic(`${folder}/${name}.json`, `${JSON.stringify(part, null, 2)}\n`, { base: folder });
  }
  for (const { path } of snapshotsOf(folder).slice(0, -Math.max(1, retention))) Deno.removeSync(path);
}
