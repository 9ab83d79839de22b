import { recover } from "../settings/attempt.ts";
import type { World } from "../settings/world.ts";
import { type ProgramOptions, startProgram } from "./process_group.ts";

/** Characters of one line that are looked at. A command's whole output stands in one, of which codex keeps 1 MiB; to clean this much takes a second. */
const MAX_LINE_CHARS = 8 * 1024 * 1024;
/** ms for what tidies up behind a program that was ended or killed: codex's sandbox takes back the folders it has put over others. */
const TIDY_MS = 400;
const MAX_OUTPUT_BYTES = 2 * 1024 * 1024 * 1024;
/** Bytes of an output that is held whole: a secret, or a few headers. */
const MAX_HELD_BYTES = 256 * 1024;

interface RunOptions extends Omit<ProgramOptions, "tidyMs" | "onOutput"> {
  stdin?: string;
  idleMs?: number;
  totalMs: number;
  signal?: AbortSignal;
  onLine?(line: string): void;
}

export interface ProgramOutcome {
  kind: "exit" | "idle" | "time" | "called-off" | "flood" | "not-started";
  /** Exit code; -1 where it did not come to its end. */
  code: number;
  /** Its last words, or why it could not be started. */
  stderr: string;
}

/** Runs a program in a process group of its own. Its end is the end of all it has started, whoever ends it. Never rejects. */
export async function runProgram(options: RunOptions, world: World): Promise<ProgramOutcome> {
  const { stdin = "", signal, idleMs = Infinity, totalMs, onLine = () => {} } = options;
  if (signal?.aborted) return { kind: "called-off", code: -1, stderr: "" };
  const lines = lineSplitter(onLine);
  const began = world.elapsed();
  let lastOutput = began;
  let ended: ProgramOutcome["kind"] | undefined;
  const onOutput = (bytes: Uint8Array) => {
    lastOutput = world.elapsed();
    // What was called off says nothing more.
    if (ended === undefined) lines.push(bytes);
  };
  const program = recover(
    () => startProgram({ maxOutputBytes: MAX_OUTPUT_BYTES, ...options, tidyMs: TIDY_MS, onOutput }, world),
    Error,
    ({ message }) => message,
  );
  if (typeof program === "string") return { kind: "not-started", code: -1, stderr: program };
  const end = (kind: ProgramOutcome["kind"]) => {
    ended ??= kind;
    program.close();
  };
  const callOff = () => end("called-off");
  signal?.addEventListener("abort", callOff);
  const watch = setInterval(() => {
    const now = world.elapsed();
    if (now - lastOutput >= idleMs) end("idle");
    else if (now - began >= totalMs) end("time");
  }, Math.max(10, Math.min(1000, idleMs / 4, totalMs / 4)));
  try {
    // Not waited for: a program may end without reading.
    const fed = program.write(stdin).then(() => program.endInput());
    const how = await program.ended;
    await fed;
    if (ended === undefined) lines.end();
    const kind = ended ?? (how.reason === "closed" ? "called-off" : how.reason);
    const code = ended === undefined && how.reason === "exit" ? how.code : -1;
    return { kind, code, stderr: program.stderrTail() };
  } finally {
    clearInterval(watch);
    signal?.removeEventListener("abort", callOff);
  }
}

/** What a program prints that reads `stdin`, does well and is done within `totalMs`; undefined for any other. */
export async function outputOf(program: Omit<RunOptions, "maxOutputBytes" | "onLine">, world: World) {
  const lines: string[] = [];
  const onLine = (line: string) => lines.push(line);
  const { code } = await runProgram({ ...program, maxOutputBytes: MAX_HELD_BYTES, onLine }, world);
  return code === 0 ? lines.join("\n") : undefined;
}

/** Cuts bytes into lines. What comes is looked at once: a line may come in thousands of pieces. */
function lineSplitter(onLine: (line: string) => void) {
  const decoder = new TextDecoder();
  let line = "";
  const keep = (piece: string) => line += piece.slice(0, MAX_LINE_CHARS - line.length);
  return {
    push(bytes: Uint8Array) {
      const [first = "", ...rest] = decoder.decode(bytes, { stream: true }).split("\n");
      keep(first);
      for (const each of rest) {
        onLine(line);
        line = each.slice(0, MAX_LINE_CHARS);
      }
    },
    end() {
      keep(decoder.decode());
      if (line !== "") onLine(line);
    },
  };
}
