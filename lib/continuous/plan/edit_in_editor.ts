import type { World } from "../../settings/world.ts";
import { writeFileAtomic } from "../../settings/write_file.ts";
import { editedPlan, planFile, withProblems } from "./edit.ts";
import type { RunEvent } from "../run/event.ts";
import type { RunState } from "../run/state.ts";

export type Edited =
  | { kind: "edited"; event: Extract<RunEvent, { type: "planned" }> }
  | { kind: "unchanged" }
  /** The text is kept and comes up again at the next edit. */
  | { kind: "unsound"; problems: string[] };

/** Opens the plan in the user's editor, and reads it back. The terminal is the editor's meanwhile. */
export async function editInEditor(state: RunState, file: string, world: World): Promise<Edited> {
  const { plan } = state;
  if (!plan) return { kind: "unsound", problems: ["there is no plan yet"] };
  const done = new Set(
    [...state.tasks.values()].filter(({ status }) => status === "done").map(({ task_id }) => task_id),
  );
  const kept = previous(file);
  if (kept === undefined) writeFileAtomic(file, planFile(plan, done));
  const editor = world.env("VISUAL") ?? world.env("EDITOR") ?? "vi";
  const { code } = await new Deno.Command("/bin/sh", {
    args: ["-c", `${editor} "$1"`, "sh", file],
    stdin: "inherit",
    stdout: "inherit",
    stderr: "inherit",
  }).output();
  if (code !== 0) {
    return {
      kind: "unsound",
      problems: [`the editor (${editor}) ended with ${code}; the plan is unchanged`],
    };
  }
  const text = Deno.readTextFileSync(file);
  const checked = editedPlan(text, plan, done);
  if (checked?.kind === "unsound") {
    writeFileAtomic(file, withProblems(text, checked.problems));
    return { kind: "unsound", problems: checked.problems };
  }
  Deno.removeSync(file);
  if (checked === undefined) return { kind: "unchanged" };
  const { repairs } = checked;
  return {
    kind: "edited",
    event: { type: "planned", reason: "edited", plan: checked.plan, repairs, why: "a person changed it" },
  };
}

function previous(file: string): string | undefined {
  try {
    return Deno.readTextFileSync(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
