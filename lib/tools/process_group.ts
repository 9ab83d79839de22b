import { endMarked, MARK } from "../guard/git/strays.ts";
import { attempt, ignoreError } from "../settings/attempt.ts";
import { inTime } from "../settings/in_time.ts";
import { defined } from "../settings/json.ts";
import type { World } from "../settings/world.ts";

/** UTF-16 units of the end of stderr that are kept to say why a program failed; of a line, all or nothing, since half a secret is not known as one. */
const STDERR_TAIL = 8192;
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
  /** ms that what it has started outside its group has to tidy up; `ended` waits for that then. Without it everything is killed at once. */
  tidyMs?: number;
  /** Called with each piece of stdout, in order, never after the end. */
  onOutput(bytes: Uint8Array): void;
}

/** Why a program is no more. `flood`: it wrote more than it may; `closed`: we ended it. */
export type ProgramEnd = { reason: "exit"; code: number; signal?: string } | { reason: "flood" | "closed" };

/** A program in a process group of its own, that can be ended for good. */
export type Program = ReturnType<typeof startProgram>;

/** Starts a program without a shell. Throws `Deno.errors.NotFound` (or another error) when it cannot be started. */
export function startProgram(options: ProgramOptions, world: World) {
  const nonce = world.nonce(16);
  const inherited = defined(Object.fromEntries(INHERITED.map((name) => [name, world.env(name)])));
  const child = new Deno.Command(options.command, {
    args: options.args,
    cwd: options.cwd,
    clearEnv: true,
    env: { ...inherited, ...options.env, [MARK]: nonce },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
  const { tidyMs = 0 } = options;
  // Ends the group and what is marked when we do, even by SIGKILL. Where there is none only the group can be ended, and only by us.
  const guard = endMarked(`${MARK}=${nonce}`, { pid: child.pid, tidyMs });
  const writer = child.stdin.getWriter();
  const stdout = child.stdout.getReader();
  const stderr = child.stderr.getReader();
  const { promise: ended, resolve } = Promise.withResolvers<ProgramEnd>();
  const decoder = new TextDecoder();
  let over = false;
  let tail = "";
  let tailBegins = true;

  /** Ends it all, a few ms later. */
  function kill(): void {
    // Where the guard itself was killed, the group is what can still be ended.
    if (guard === undefined) killGroup(child.pid);
    else guard.stdin.abort(new Error("kill")).catch(() => killGroup(child.pid));
  }

  function finish(end: ProgramEnd): void {
    if (over) return;
    over = true;
    if (end.reason !== "exit") kill();
    if (tidyMs === 0 || guard === undefined) return settle(end);
    // Its stdout ends once nothing of the program is left.
    inTime(guard.stdout.pipeTo(new WritableStream()), tidyMs + GONE_MS).then(() => settle(end));
  }

  function settle(end: ProgramEnd): void {
    // A survivor out of reach may hold the pipes open; what is in them interests nobody now. Who tidies up may still write to them.
    for (const gone of [writer.abort(new Error("the program has ended")), stdout.cancel(), stderr.cancel()]) {
      gone.catch(ignoreError);
    }
    resolve(end);
  }

  async function drain(
    reader: ReadableStreamDefaultReader<Uint8Array>,
    max: number,
    take: (bytes: Uint8Array) => void,
  ): Promise<void> {
    let total = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done || over) return;
      total += value.length;
      if (total > max) return finish({ reason: "flood" });
      take(value);
    }
  }

  const reading = [
    drain(stdout, options.maxOutputBytes ?? Infinity, options.onOutput),
    drain(stderr, Infinity, (bytes) => {
      tail += decoder.decode(bytes, { stream: true });
      tailBegins &&= tail.length <= STDERR_TAIL;
      tail = tail.slice(-STDERR_TAIL);
    }),
  ].map((each) => each.catch(ignoreError));

  child.status.then(async ({ code, signal }) => {
    if (over) return;
    // A program that left by itself may have left children behind: they go with it, and its last output is still in the pipes.
    kill();
    await inTime(Promise.all(reading), LAST_OUTPUT_MS);
    finish({ reason: "exit", code, ...(signal === null ? {} : { signal }) });
  });

  return {
    /** Settles once, when the program has ended or has been ended; never rejects. All output has been delivered by then. */
    ended,
    /** Sends text to stdin. Settles when it is written, or false when the program takes no more. */
    async write(text: string): Promise<boolean> {
      if (over) return false;
      return await writer.write(new TextEncoder().encode(text)).then(() => true, () => false);
    },
    async endInput(): Promise<void> {
      if (!over) await writer.close().catch(ignoreError);
    },
    /** The last words on stderr, for an error message. A line whose beginning is gone is left out. */
    stderrTail: () => (tailBegins ? tail : /\n.*$/s.exec(tail)?.[0] ?? "").trim(),
    /** Ends the program and all it has started, whatever signals they ignore. Returns at once; safe to call twice. */
    close: () => finish({ reason: "closed" }),
  };
}

/** Kills the group that `pid` leads, and nothing that has left it. It may be gone already, as it should be. */
const killGroup = (pid: number) => void attempt(() => Deno.kill(-pid, "SIGKILL"));
