import { MARK } from "../guard/git/strays.ts";
import type { World } from "../settings/world.ts";
import { guardProcessTree } from "./process_tree.ts";

/** Bytes of the end of stderr that are kept to say why a program failed; of a line, all or nothing, since half a secret is not known as one. */
const STDERR_TAIL_BYTES = 8192;
/** Bytes of stderr in a minute after which a program counts as flooding: one that runs all day may say as much in a day. */
const MAX_STDERR_BYTES = 16 * 1024 * 1024;
const STDERR_WINDOW_MS = 60_000;
/** Variables that a program is given from our own environment; the rest, with the secrets in it, stays here. */
const INHERITED = ["HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER"];
/** ms in which the output of a program that has ended is read to its end; only a survivor out of our reach can hold a pipe open longer. */
const LAST_OUTPUT_MS = 250;
/** ms beyond `tidyMs` in which nothing of a program may be left; longer lives only what cannot be killed. */
const GONE_MS = 500;

export interface ProgramOptions {
  command: string;
  args: string[];
  /** On top of the few inherited variables (`PATH`, `HOME`, locale …). */
  env: Record<string, string>;
  cwd: string;
  /** Bytes of stdout after which the program is ended; undefined for a program that is meant to run long. */
  maxOutputBytes?: number;
  /**
   * ms that what it has started outside its group is left to tidy up behind it, however it and we end. `ended` then waits until nothing is left; without
   * it everything is killed at once, and not waited for.
   */
  tidyMs?: number;
  /** Called with each piece of stdout, in order, never after the end. */
  onOutput(bytes: Uint8Array): void;
}

/** Why a program is no more. `flood`: it wrote more than it may; `closed`: we ended it. */
export type ProgramEnd = { reason: "exit"; code: number; signal?: string } | { reason: "flood" } | {
  reason: "closed";
};

/** A program in a process group of its own, that can be ended for good. */
export interface Program {
  readonly pid: number;
  /** Settles once, when the program has ended or has been ended; never rejects. All output has been delivered by then. */
  readonly ended: Promise<ProgramEnd>;
  /** Sends text to stdin. Settles when it is written, or false when the program takes no more. */
  write(text: string): Promise<boolean>;
  /** Closes stdin, so that the program sees its end. */
  endInput(): Promise<void>;
  /** The last words on stderr, for an error message. */
  stderrTail(): string;
  /** Ends the program and all it has started, whatever signals they ignore. Returns at once; safe to call twice. */
  close(): void;
}

/** Starts a program without a shell. Throws `Deno.errors.NotFound` (or another error) when it cannot be started. */
export function startProgram(options: ProgramOptions, world: World): Program {
  const nonce = world.nonce(16);
  const mark = `${MARK}=${nonce}`;
  const inherited = INHERITED.flatMap((name) => {
    const value = world.env(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const child = new Deno.Command(options.command, {
    args: options.args,
    cwd: options.cwd,
    clearEnv: true,
    env: { ...Object.fromEntries(inherited), ...options.env, [MARK]: nonce },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
  const { tidyMs = 0 } = options;
  const tree = guardProcessTree(child.pid, mark, tidyMs);
  const writer = child.stdin.getWriter();
  const stdout = child.stdout.getReader();
  const stderr = child.stderr.getReader();
  const { promise: ended, resolve } = Promise.withResolvers<ProgramEnd>();
  let over = false;
  let tail: Uint8Array = new Uint8Array();
  let tailBegins = true;

  function finish(end: ProgramEnd): void {
    if (over) return;
    over = true;
    if (end.reason !== "exit") tree.kill();
    if (tidyMs === 0) return settle(end);
    settledWithin(tidyMs + GONE_MS, tree.gone()).then(() => settle(end));
  }

  function settle(end: ProgramEnd): void {
    // A survivor out of reach may hold the pipes open; what is in them interests nobody now. Who tidies up may still write to them.
    for (const gone of [writer.abort(new Error("the program has ended")), stdout.cancel(), stderr.cancel()]) {
      gone.catch(ignoreBrokenPipe);
    }
    resolve(end);
  }

  async function drain(
    reader: ReadableStreamDefaultReader<Uint8Array>,
    max: number,
    take: (bytes: Uint8Array) => void,
    windowMs = Infinity,
  ): Promise<void> {
    let total = 0;
    let since = world.elapsed();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || over) return;
      if (world.elapsed() - since > windowMs) [total, since] = [0, world.elapsed()];
      total += value.length;
      if (total > max) return finish({ reason: "flood" });
      take(value);
    }
  }

  const reading = [
    drain(stdout, options.maxOutputBytes ?? Infinity, options.onOutput),
    drain(stderr, MAX_STDERR_BYTES, (bytes) => {
      const joined = new Uint8Array(tail.length + bytes.length);
      joined.set(tail);
      joined.set(bytes, tail.length);
      tail = joined.slice(-STDERR_TAIL_BYTES);
      tailBegins &&= joined.length <= STDERR_TAIL_BYTES;
    }, STDERR_WINDOW_MS),
  ].map((each) => each.catch(ignoreBrokenPipe));

  child.status.then(async ({ code, signal }) => {
    if (over) return;
    // A program that left by itself may have left children behind: they go with it, and its last output is still in the pipes.
    tree.kill();
    await settledWithin(LAST_OUTPUT_MS, Promise.all(reading));
    finish({ reason: "exit", code, ...(signal === null ? {} : { signal }) });
  });

  return {
    pid: child.pid,
    ended,
    async write(text) {
      if (over) return false;
      try {
        await writer.write(new TextEncoder().encode(text));
        return true;
      } catch (error) {
        if (error instanceof Error) return false;
        throw error;
      }
    },
    async endInput() {
      if (!over) await writer.close().catch(ignoreBrokenPipe);
    },
    stderrTail() {
      // A line whose beginning is gone is left out.
      const whole = tailBegins
        ? tail
        : tail.subarray(tail.indexOf(0x0a) < 0 ? tail.length : tail.indexOf(0x0a));
      return new TextDecoder().decode(whole).trim();
    },
    close: () => finish({ reason: "closed" }),
  };
}

/** Waits for a promise that never rejects, but no longer than `ms`. */
async function settledWithin(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([promise, new Promise((resolve) => timer = setTimeout(resolve, ms))]);
  clearTimeout(timer);
}

/** The other end of a pipe is gone; how the program ended is told by `ended`. */
function ignoreBrokenPipe(error: unknown): void {
  if (!(error instanceof Error)) throw error;
}
