import { runProgram } from "../../tools/run_program.ts";
import { clean } from "../../guard/secrets/redact.ts";
import type { World } from "../../settings/world.ts";

/** `event`: `paused`, or how a run has finished. */
export type Notice = Record<"event" | "session" | "goal" | "repository" | "why" | "next", string>;

const NOTIFY_MS = 20_000;
const MAX_SAID = 200;

/** Calls the user: `notify_command` gets the notice as JSON on stdin, and `AUTO_TOOLS_EVENT` and `AUTO_TOOLS_WHY`; to `webhook` it is posted by a process of its own, since a run has no network. Returns what failed. */
export async function notify(
  notice: Notice,
  { notify_command, webhook }: { notify_command?: string | undefined; webhook?: string | undefined },
  world: World,
): Promise<string[]> {
  const told = clean({ ...notice, at: world.now().toISOString() });
  const env = { ...Deno.env.toObject(), AUTO_TOOLS_EVENT: told.event, AUTO_TOOLS_WHY: told.why };
  const call = async (name: string, command: string, args: string[]) => {
    const stdin = `${JSON.stringify(told)}\n`;
    const program = { command, args, env, cwd: "/", stdin, totalMs: NOTIFY_MS };
    const { kind, code, stderr } = await runProgram(program, world);
    const how = kind === "exit" ? `ended with ${code}` : kind;
    return code === 0 ? [] : [`${name} ${how}: ${stderr.slice(-MAX_SAID)}`];
  };
  const failed = await Promise.all([
    notify_command === undefined ? [] : call("notify_command", "/bin/sh", ["-c", notify_command]),
    webhook === undefined ? [] : call("webhook", Deno.execPath(), ["webhook", webhook]),
  ]);
  return failed.flat();
}
