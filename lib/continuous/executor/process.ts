import { recover } from "../../settings/attempt.ts";
import type { World } from "../../settings/world.ts";
import { startProgram } from "../../tools/process_group.ts";

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

export interface ProcessEnd {
  kind: "exit" | "idle" | "time" | "called-off" | "flood" | "not-started";
  /** Exit code; -1 where it did not come to its end. */
  code: number;
  /** Its last words, or why it could not be started. */
  stderr: string;
}

/** Runs a program in a process group of its own. Its end is the end of all it has started, whoever ends it. Never rejects. */
export async function runProcess(request: ProcessRequest, world: World): Promise<ProcessEnd> {
  const { signal, idleMs, totalMs } = request;
  if (signal.aborted) return { kind: "called-off", code: -1, stderr: "" };
  const lines = lineSplitter(request.onLine);
  const began = world.elapsed();
  let lastOutput = began;
  let ended: ProcessEnd["kind"] | undefined;
  const onOutput = (bytes: Uint8Array) => {
    lastOutput = world.elapsed();
    // A step that was called off says nothing more.
    if (ended === undefined) lines.push(bytes);
  };
  const program = recover(
    () => startProgram({ ...request, maxOutputBytes: MAX_OUTPUT_BYTES, tidyMs: TIDY_MS, onOutput }, world),
    Error,
    ({ message }) => message,
  );
  if (typeof program === "string") return { kind: "not-started", code: -1, stderr: program };
  const end = (kind: ProcessEnd["kind"]) => {
    ended ??= kind;
    program.close();
  };
  const callOff = () => end("called-off");
  signal.addEventListener("abort", callOff);
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
    const kind = ended ?? (how.reason === "closed" ? "called-off" : how.reason);
    return {
      kind,
      code: ended === undefined && how.reason === "exit" ? how.code : -1,
      stderr: program.stderrTail(),
    };
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
