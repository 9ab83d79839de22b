import { redact } from "../../guard/secrets/redact.ts";
import type { World } from "../../settings/world.ts";
import { sha256Hex } from "../../settings/sha256.ts";
import { writeFileAtomic } from "../../settings/write_file.ts";
import { type EditedPlan, editedPlan, planFile, withProblems } from "./edit.ts";
import type { RunEvent } from "../run/event.ts";
import type { RunState } from "../run/state.ts";
import { commandJudge } from "../guard/command_judge.ts";
import { gitAliases } from "../worktree/git.ts";

export type Edited =
  | { kind: "edited"; events: RunEvent[] }
  | { kind: "unchanged" }
  /** The text is kept and comes up again at the next edit. */
  | { kind: "unsound"; problems: string[]; file?: string };

/**
 * Opens the plan in the user's editor, and reads it back. The terminal is the editor's meanwhile.
 *
 * @param folder of the run: what cannot be used yet is kept there, for as long as plan, goal and limits are what they were.
 */
export async function editInEditor(state: RunState, folder: string, world: World): Promise<Edited> {
  const { plan, goal, budget, confirm } = state;
  if (!plan) return { kind: "unsound", problems: ["there is no plan yet"] };
  const done = new Set(
    [...state.tasks.values()].filter(({ status }) => status === "done").map(({ task_id }) => task_id),
  );
  const limits = {
    max_steps: budget.steps,
    retries: budget.retries,
    idle_steps: budget.idle_steps,
    confirm_on_breakpoint: confirm,
  };
  const old = { goal, limits, plan };
  const offered = planFile(old, done);
  const file = `${folder}/plan.edit-${(await sha256Hex(offered)).slice(0, 12)}.jsonc`;
  if (!isFile(file)) writeFileAtomic(file, offered, { base: folder });
  const own = world.env("VISUAL") ?? world.env("EDITOR");
  if (own === undefined && !Deno.stdin.isTerminal()) {
    return {
      kind: "unsound",
      problems: ["there is no terminal for an editor; set EDITOR to a program that needs none"],
    };
  }
  const editor = own ?? "vi";
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
  const text = readEdited(file);
  if (text === undefined) {
    return {
      kind: "unsound",
      problems: [`${file} is no file that can be read; move it away, and edit again`],
    };
  }
  const judge = await commandJudge(await gitAliases(folder, Deno.env.toObject()));
  const edited = editedPlan(text, old, done, judge);
  if (edited.kind === "unsound") {
    writeFileAtomic(file, redact(withProblems(text, edited.problems)).text, { base: folder });
    return { ...edited, file };
  }
  if (isFile(file)) Deno.removeSync(file);
  return edited.kind === "unchanged" ? edited : { kind: "edited", events: eventsOf(edited) };
}

/** The goal first: tasks that were changed with it are the person's own answer to it. */
function eventsOf({ goal, limits, plan }: Extract<EditedPlan, { kind: "edited" }>): RunEvent[] {
  const adjusted: RunEvent[] = goal === undefined && !limits ? [] : [{
    type: "adjusted",
    ...(goal === undefined ? {} : { goal }),
    ...(limits
      ? {
        steps: limits.max_steps,
        retries: limits.retries,
        idle_steps: limits.idle_steps,
        confirm: limits.confirm_on_breakpoint,
      }
      : {}),
  }];
  const planned: RunEvent[] = plan
    ? [{ type: "planned", reason: "edited", ...plan, why: "a person changed it" }]
    : [];
  return [...adjusted, ...planned];
}

/** What an editor has left: nothing where it has removed the file. Undefined where what stands there cannot be read. */
function readEdited(file: string): string | undefined {
  try {
    // Some editors begin a file with a mark that says how it is encoded; the decoder takes it away.
    return new TextDecoder().decode(Deno.readFileSync(file));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function isFile(path: string): boolean {
  try {
    return Deno.lstatSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
