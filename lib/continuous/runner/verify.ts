import type { World } from "../../settings/world.ts";
import { isProgram } from "../../settings/find_program.ts";
import { sanitize } from "../../guard/sanitize.ts";
import { runProcess } from "../executor/process.ts";
import type { Check } from "../run/event.ts";

/** Characters of a command's output that are remembered: its end says what failed. */
const TAIL_CHARS = 2000;
/** Lines of a command's output that are kept for its record. */
const KEPT_LINES = 5000;
/** The same in characters: a command may print gigabytes, and what is kept has to be cleaned at once. */
const KEPT_CHARS = 1_000_000;

export interface VerifyPlace {
  /** Real path of the repository. */
  cwd: string;
  environment: Readonly<Record<string, string>>;
  world: World;
  signal: AbortSignal;
  /** ms for one command. */
  timeoutMs: number;
}

export interface Verified {
  checks: Check[];
  passed: boolean;
  /** All output, for the record; without secrets. */
  output: string;
}

/** Runs commands one after another, all of them, as the user: a later failure tells as much as the first. Nothing passes where there is nothing. */
export async function verify(
  commands: readonly string[],
  place: VerifyPlace,
  onCheck: (check: Check) => void = () => {},
): Promise<Verified> {
  const checks: Check[] = [];
  const outputs: string[] = [];
  for (const command of commands) {
    if (place.signal.aborted) break;
    const { check, output } = await runCheck(command, place);
    checks.push(check);
    outputs.push(
      `$ ${sanitize(command).text}\n${output}\n[exit ${
        check.timed_out ? "none, it took too long" : check.code
      }, ${check.ms} ms]\n`,
    );
    onCheck(check);
  }
  const passed = commands.length > 0 && checks.length === commands.length &&
    checks.every(({ code }) => code === 0);
  return { checks, passed: passed && !place.signal.aborted, output: outputs.join("\n") };
}

async function runCheck(command: string, { cwd, environment, world, signal, timeoutMs }: VerifyPlace) {
  const lines: string[] = [];
  let chars = 0;
  const began = world.elapsed();
  const { end, stderr } = await runProcess({
    ...shell(command),
    env: { CI: "1", ...environment },
    cwd,
    stdin: "",
    idleMs: timeoutMs,
    totalMs: timeoutMs,
    signal,
    onLine(line) {
      const kept = line.length < KEPT_CHARS ? line : withoutHalfWord(line.slice(-KEPT_CHARS));
      lines.push(kept);
      chars += kept.length;
      while (lines.length > KEPT_LINES || chars > KEPT_CHARS) chars -= lines.shift()?.length ?? 0;
    },
  }, world);
  // Clean before it is cut: half a secret is one that no rule knows.
  const output = sanitize(lines.join("\n") + (end.kind === "not-started" ? end.message : stderr)).text;
  const check: Check = {
    command,
    code: end.kind === "exit" ? end.code : -1,
    ms: Math.round(world.elapsed() - began),
    timed_out: end.kind === "idle" || end.kind === "time",
    tail: output.slice(-TAIL_CHARS).toWellFormed(),
  };
  return { check, output };
}

/** The end of a line, without what may be the end of a secret. */
function withoutHalfWord(end: string): string {
  return end.replace(/^\S{1,1000}/, "");
}

/** A failure on the left of a pipe is a failure, where the shell knows how. */
function shell(command: string): { command: string; args: string[] } {
  const bash = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"].find(isProgram);
  const script = 'exec 2>&1; eval "$1"';
  return bash === undefined
    ? { command: "/bin/sh", args: ["-c", script, "sh", command] }
    : { command: bash, args: ["-c", `set -o pipefail; ${script}`, "bash", command] };
}
