import { parseJsonc } from "../../settings/jsonc.ts";
import { z } from "zod";
import { redact } from "../../guard/secrets/redact.ts";
import { attempt, recover } from "../../settings/attempt.ts";
import { isRecord, NotReadable } from "../../settings/json.ts";
import { sha256Hex } from "../../settings/sha256.ts";
import type { World } from "../../settings/world.ts";
import { writeFileAtomic } from "../../settings/write_file.ts";
import { budgetSchema, type RunEvent } from "../run/event.ts";
import { doneTasks, type RunState } from "../run/state.ts";
import { checkPlan, unsound } from "./check.ts";
import head from "./edit_head.txt" with { type: "text" };

type Edited =
  | { kind: "edited"; events: RunEvent[] }
  /** With `file` the text is kept there and comes up again at the next edit. */
  | { kind: "unsound"; problems: string[]; file?: string };

const UNCHANGED: Edited = { kind: "edited", events: [] };

const editSchema = z.looseObject({
  goal: z.string().trim().min(1).max(20_000),
  confirm_on_breakpoint: z.boolean(),
  limits: budgetSchema,
});

function fileOf({ goal, confirm, budget, plan }: RunState) {
  return { goal, confirm_on_breakpoint: confirm, limits: budget, ...plan };
}

export async function readEdited(text: string, state: RunState): Promise<Edited> {
  if (text.split("\n").every((line) => /^\s*(?:\/\/|$)/.test(line))) return UNCHANGED;
  // The parser goes as deep as the text, and the stack does not.
  const value = recover(() => parseJsonc(text), Error, (error) => error);
  if (value instanceof NotReadable) return unsound([`line ${value.line}: ${value.message}`]);
  if (value instanceof Error) return unsound([value.message]);
  const edited = editSchema.safeParse(isRecord(value) ? { ...fileOf(state), ...value } : value);
  if (!edited.success) {
    const { issues } = edited.error;
    return unsound(issues.map(({ path, message }) => `${path.join(".") || "plan"}: ${message}`));
  }
  const { goal, confirm_on_breakpoint: confirm, limits: budget, ...plan } = edited.data;
  const events: RunEvent[] = [];
  // The goal first: tasks that were changed with it are the person's own answer to it.
  const isSame = (before: unknown, now: unknown) => JSON.stringify(before) === JSON.stringify(now);
  if (!isSame([state.goal, state.confirm, state.budget], [goal, confirm, budget])) {
    events.push({ type: "adjusted", goal, confirm, budget });
  }
  if (state.plan && !isSame(state.plan, plan)) {
    const checked = await checkPlan(plan, state);
    if (checked.kind === "unsound") return checked;
    events.push({ type: "planned", reason: "edited", plan: checked.plan, why: "a person changed it" });
  }
  return { kind: "edited", events };
}

/** Opens the plan in the user's editor, and reads it back. What cannot be used yet is kept in the run's `folder`, for as long as plan, goal and limits stay. */
export async function editInEditor(state: RunState, folder: string, world: World): Promise<Edited> {
  if (!state.plan) return unsound(["there is no plan yet"]);
  const done = [...doneTasks(state)].map((id) => `// Done: ${id}\n`).join("");
  const offered = `${head}${done}${JSON.stringify(fileOf(state), null, 2)}\n`;
  const file = `${folder}/plan.edit-${sha256Hex(offered).slice(0, 12)}.jsonc`;
  if (!attempt(() => Deno.lstatSync(file).isFile)) writeFileAtomic(file, offered, { base: folder });
  const chosen = world.env("VISUAL") ?? world.env("EDITOR");
  if (chosen === undefined && !Deno.stdin.isTerminal()) {
    return unsound(["there is no terminal for an editor; set EDITOR to a program that needs none"]);
  }
  const editor = chosen ?? "vi";
  const command = new Deno.Command("/bin/sh", { args: ["-c", `${editor} "$1"`, "sh", file] });
  const { code } = await command.spawn().status;
  if (code !== 0) return unsound([`the editor (${editor}) ended with ${code}; the plan is unchanged`]);
  // The decoder takes away the mark that some editors begin a file with.
  const text = attempt(() => new TextDecoder().decode(Deno.readFileSync(file)));
  if (text === undefined) return UNCHANGED;
  const edited = await readEdited(text, state);
  if (edited.kind === "unsound") {
    writeFileAtomic(file, redact(text).text, { base: folder });
    return { ...edited, file };
  }
  Deno.removeSync(file);
  return edited;
}
