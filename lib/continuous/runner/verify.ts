import { sanitize } from "../../guard/sanitize.ts";
import { isProgram } from "../../settings/world.ts";
import { runProgram } from "../../tools/run_program.ts";
import { countsIn, junitCounts } from "../proof/counts.ts";
import { type Check, MINUTE_MS } from "../run/event.ts";
import type { Surroundings } from "./surroundings.ts";

/** Characters of a command's output that are remembered: its end says what failed. */
const TAIL_CHARS = 2000;
/** Characters that are kept for its record: a command may print gigabytes, and what is kept has to be cleaned at once. */
const KEPT_CHARS = 1_000_000;

const PROBE_MS = 20_000;

type Place = Pick<Surroundings, "root" | "world" | "stop" | "show" | "sandbox"> & {
  store: { state: { budget: { verify_minutes: number } } };
};

/** Runs commands one after another, all of them, in the executor's sandbox where there is one: a later failure tells as much as the first. Nothing passes where there is nothing. `output`: all of it, for the record, without secrets. */
export async function verify(commands: readonly string[], place: Place) {
  const checks: Check[] = [];
  const outputs: string[] = [];
  for (const command of commands) {
    if (place.stop.aborted) break;
    const { check, output } = await runCheck(command, place);
    checks.push(check);
    const end = check.timed_out ? "none, it took too long" : check.code;
    outputs.push(`$ ${sanitize(command).text}\n${output}\n[exit ${end}, ${check.ms} ms]\n`);
    place.show({ kind: "check", check });
  }
  const passed = checks.length > 0 && checks.every(({ code }) => code === 0) && !place.stop.aborted;
  return { checks, passed, output: outputs.join("\n") };
}

async function runCheck(command: string, { root, world, stop, store, sandbox }: Place) {
  const mostMs = store.state.budget.verify_minutes * MINUTE_MS;
  let kept = "";
  const began = world.elapsed();
  const since = world.now().getTime();
  const { kind, code, stderr } = await runProgram({
    ...shell(command, sandbox),
    env: { CI: "1", ...Deno.env.toObject() },
    cwd: root,
    totalMs: mostMs,
    signal: stop,
    onLine(line) {
      kept += `${line}\n`;
      // The end of it, without what may be the end of a secret.
      if (kept.length > 2 * KEPT_CHARS) kept = kept.slice(-KEPT_CHARS).replace(/^\S{1,1000}/, "");
    },
  }, world);
  // Clean before it is cut: half a secret is one that no rule knows.
  const output = sanitize(kept.trimEnd() + stderr).text;
  const counts = junitCounts(root, since) ?? countsIn(output);
  const ended = { code, ms: Math.round(world.elapsed() - began), timed_out: kind === "time" };
  const tail = output.slice(-TAIL_CHARS).toWellFormed();
  const check: Check = { command, ...ended, tail, ...(counts ? { counts } : {}) };
  return { check, output };
}

/** A failure on the left of a pipe is a failure, where the shell knows how. */
function shell(script: string, sandbox: readonly string[]): { command: string; args: string[] } {
  const bash = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"].find(isProgram);
  const run = `exec 2>&1; ${bash === undefined ? "" : "set -o pipefail; "}eval "$1"`;
  const [command = "/bin/sh", ...args] = [...sandbox, bash ?? "/bin/sh", "-c", run, "sh", script];
  return { command, args };
}

export async function isUsable(
  sandbox: readonly string[],
  { root: cwd, world, stop: signal }: Pick<Place, "root" | "world" | "stop">,
) {
  const program = { ...shell("true", sandbox), env: Deno.env.toObject(), cwd, totalMs: PROBE_MS, signal };
  return (await runProgram(program, world)).code === 0;
}
