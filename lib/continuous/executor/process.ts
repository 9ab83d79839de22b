import type { World } from "../../settings/world.ts";
import { type Program, startProgram } from "../../tools/process_group.ts";

/** Characters of one line that are looked at. A command's whole output stands in one, of which codex keeps 1 MiB; to clean this much takes a second. */
const MAX_LINE_CHARS = 8 * 1024 * 1024;
/** ms for what tidies up behind a program that was ended or killed: codex's sandbox takes back the folders it has put over others. */
const TIDY_MS = 400;
const MAX_OUTPUT_BYTES = 2 * 1024 * 1024 * 1024;

export interface ProcessRequest {
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  stdin: string;
  /** ms without output after which it is ended. */
  idleMs: number;
  totalMs: number;
  signal: AbortSignal;
  /** Each line of stdout, without its end. */
  onLine(line: string): void;
}

export type ProcessEnd =
  | { kind: "exit"; code: number; signal?: string }
  | { kind: "idle" | "time" | "called-off" | "flood" }
  | { kind: "not-started"; message: string };

/** Runs a program in a process group of its own. Its end is the end of all it has started, whoever ends it. Never rejects. */
export async function runProcess(
  request: ProcessRequest,
  world: World,
): Promise<{ end: ProcessEnd; stderr: string }> {
  const { signal, idleMs, totalMs } = request;
  if (signal.aborted) return { end: { kind: "called-off" }, stderr: "" };
  const lines = lineSplitter(request.onLine);
  let ended: ProcessEnd | undefined;
  let lastOutput = world.elapsed();
  let program: Program;
  try {
    program = startProgram({
      ...request,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      tidyMs: TIDY_MS,
      onOutput(bytes) {
        lastOutput = world.elapsed();
        // A step that was called off says nothing more.
        if (ended === undefined) lines.push(bytes);
      },
    }, world);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { end: { kind: "not-started", message: error.message }, stderr: "" };
  }
  const end = (kind: "idle" | "time" | "called-off") => {
    ended ??= { kind };
    program.close();
  };
  const callOff = () => end("called-off");
  signal.addEventListener("abort", callOff);
  const began = world.elapsed();
  const watch = setInterval(() => {
    const now = world.elapsed();
    if (now - lastOutput >= idleMs) end("idle");
    else if (now - began >= totalMs) end("time");
  }, Math.max(10, Math.min(1000, idleMs / 4, totalMs / 4)));
  try {
    // Not waited for: a program may end without reading.
    const fed = program.write(request.stdin).then(() => program.endInput());
    const how = await program.ended;
    await fed;
    if (ended === undefined) lines.end();
    const exit: ProcessEnd = how.reason === "exit"
      ? { kind: "exit", code: how.code, ...(how.signal === undefined ? {} : { signal: how.signal }) }
      : { kind: how.reason === "flood" ? "flood" : "called-off" };
    return { end: ended ?? exit, stderr: program.stderrTail() };
  } finally {
    clearInterval(watch);
    signal.removeEventListener("abort", callOff);
  }
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
