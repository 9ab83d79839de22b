import { runProgram } from "../../tools/run_program.ts";
import { clean } from "../store/log.ts";
import type { World } from "../../settings/world.ts";

/** Where the user is called, by their own configuration. */
export interface NotifySettings {
  /** A shell text, with the notice as JSON on its stdin and `AUTO_TOOLS_EVENT` and `AUTO_TOOLS_WHY` in its environment. */
  command: string | undefined;
  /** Posted the notice by `codex-auto webhook`, a process of its own: a run itself has no network. */
  webhook: string | undefined;
}

export interface Notice {
  event: "paused" | "complete" | "unproven" | "incomplete";
  session: string;
  goal: string;
  repository: string;
  why: string;
  next: string;
}

const NOTIFY_MS = 20_000;
const MAX_SAID = 200;

/** Calls the user. What failed is returned, in a sentence each; never rejects. */
export async function notify(
  notice: Notice,
  { command, webhook }: NotifySettings,
  environment: Readonly<Record<string, string>>,
  world: World,
): Promise<string[]> {
  const told = clean({ ...notice, at: world.now().toISOString() });
  const ways = [
    ...command === undefined ? [] : [{ name: "notify_command", program: "/bin/sh", args: ["-c", command] }],
    ...webhook === undefined
      ? []
      : [{ name: "webhook", program: Deno.execPath(), args: ["webhook", webhook] }],
  ];
  const failed = await Promise.all(ways.map(async ({ name, program, args }) => {
    const { kind, code, stderr } = await runProgram({
      command: program,
      args,
      env: { ...environment, AUTO_TOOLS_EVENT: told.event, AUTO_TOOLS_WHY: told.why },
      cwd: "/",
      stdin: `${JSON.stringify(told)}\n`,
      totalMs: NOTIFY_MS,
    }, world);
    if (code === 0) return [];
    const how = kind === "exit" ? `ended with ${code}` : kind;
    return [`${name} ${how}: ${stderr.trim().slice(-MAX_SAID)}`];
  }));
  return failed.flat();
}
