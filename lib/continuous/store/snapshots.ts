import { writeFileAtomic } from "../../settings/write_file.ts";
import type { RunState } from "../run/state.ts";

const SNAPSHOT = /^(\d{6,})\.json$/;

/**
 * The state of a run in files that people and tools can read: `plan.json`, `tasks.json`, `runner.json`, and older states in `snapshots/`. The events
 * alone are what a run goes on from; these say the same, with the number of the event they were written after.
 */
export function snapshots(folder: string) {
  const older = `${folder}/snapshots`;
  return {
    /** Number of the latest event that a snapshot knows; undefined where there is none. */
    newest(): number | undefined {
      const numbers = names(older).map((name) => Number(SNAPSHOT.exec(name)?.[1]));
      return numbers.length === 0 ? undefined : Math.max(...numbers);
    },
    /** The text of `plan.json` where it says another plan or goal than the one it was written for: somebody has changed it by hand. */
    changedPlan(stateAt: (seq: number) => RunState | undefined): string | undefined {
      const text = textOf(`${folder}/plan.json`);
      if (text === undefined) return undefined;
      const held = parsed(text);
      const seq: unknown = Reflect.get(held, "seq");
      const state = typeof seq === "number" ? stateAt(seq) : undefined;
      // One that is ahead of the events was written, and they were lost.
      if (typeof seq === "number" && state === undefined) return undefined;
      // Not all of it: another version of this program may write more.
      const same = state !== undefined &&
        Object.entries({ goal: state.goal, ...state.plan }).every(([name, value]) =>
          JSON.stringify(Reflect.get(held, name)) === JSON.stringify(value)
        );
      return same ? undefined : text;
    },
    write(state: RunState, seq: number, retention: number): void {
      const parts = inParts(state, seq);
      const text = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
      writeFileAtomic(`${older}/${String(seq).padStart(6, "0")}.json`, text(parts), { base: folder });
      for (const [name, part] of Object.entries(parts)) {
        writeFileAtomic(`${folder}/${name}.json`, text(part), { base: folder });
      }
      for (const name of names(older).slice(0, -Math.max(1, retention))) Deno.removeSync(`${older}/${name}`);
    },
  };
}

function names(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => SNAPSHOT.test(name)).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function textOf(file: string): string | undefined {
  try {
    // What is no file at all is not what was written.
    return Deno.lstatSync(file).isFile ? Deno.readTextFileSync(file) : "";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function inParts(state: RunState, seq: number) {
  const { plan, tasks, history, trees: _, allowed, declined, ...runner } = state;
  const count = (status: string) => [...tasks.values()].filter((task) => task.status === status).length;
  return {
    plan: { seq, revision: state.revision, goal: state.goal, ...plan },
    tasks: { seq, tasks: [...tasks.values()] },
    runner: {
      seq,
      ...runner,
      allowed: [...allowed],
      declined: [...declined],
      done: count("done"),
      of: tasks.size,
      last: history.at(-1),
    },
  };
}
