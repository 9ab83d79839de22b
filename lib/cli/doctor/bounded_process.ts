/** What came of a process within its time. */
export type Outcome =
  | { kind: "ended"; code: number; stdout: string; stderr: string; ms: number }
  | { kind: "not started"; reason: string }
  | { kind: "too late"; ms: number }
  | { kind: "too much"; bytes: number };

/** Bytes of one stream after which a program is ended: all that is asked for here is a few lines, or one prompt's context. */
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

export interface ProcessOptions {
  args?: string[];
  cwd?: string;
  env?: Record<string, string>;
  /** Whether `env` is all that the program is given; else it stands on top of our own environment. */
  clearEnv?: boolean;
  stdin?: string;
  /** Whether a line of stdout is all that was waited for: stdin stays open until then, and the process is ended after it. */
  until?(line: string): boolean;
  /** ms until the process is killed and given up. */
  timeoutMs: number;
}

/** Runs a program to its end, to the end of its time, or until it has printed more than anybody reads, whichever is first. Never throws for what the program does. */
export async function runBounded(program: string, options: ProcessOptions): Promise<Outcome> {
  const { args = [], cwd, env = {}, clearEnv = false, stdin, until, timeoutMs } = options;
  const began = performance.now();
  const spent = () => Math.round(performance.now() - began);
  const streams = {
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  } as const;
  const folder = cwd === undefined ? {} : { cwd };
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(program, { args, env, clearEnv, ...folder, ...streams }).spawn();
  } catch (error) {
    return { kind: "not started", reason: error instanceof Error ? error.message : String(error) };
  }
  const { promise: stopped, resolve: stop } = Promise.withResolvers<Outcome>();
  const readers = [child.stdout.getReader(), child.stderr.getReader()] as const;
  const text = async (reader: ReadableStreamDefaultReader<Uint8Array>, isLast: (text: string) => boolean) => {
    const decoder = new TextDecoder();
    let all = "";
    for (let bytes = 0;;) {
      const { done, value } = await reader.read();
      if (done) return all;
      const before = all.lastIndexOf("\n") + 1;
      all += decoder.decode(value, { stream: true });
      bytes += value.length;
      if (isLast(all.slice(before))) return all;
      if (bytes > MAX_OUTPUT_BYTES) stop({ kind: "too much", bytes: MAX_OUTPUT_BYTES });
    }
  };
  const isAnswered = (lines: string) => until !== undefined && lines.split("\n").slice(0, -1).some(until);
  const fed = stdin === undefined ? undefined : child.stdin.getWriter();
  // A program that ends or goes on without reading all of it is no failure: its answer tells.
  const feeding = fed?.write(new TextEncoder().encode(stdin)).then(() => until ? undefined : fed.close())
    .catch(isGone);
  const stdout = text(readers[0], isAnswered);
  const stderr = text(readers[1], () => false);
  const ended = async (): Promise<Outcome> => {
    const said = await stdout;
    if (until) return { kind: "ended", code: 0, stdout: said, stderr: "", ms: spent() };
    const [errors, { code }] = await Promise.all([stderr, child.status, feeding]);
    return { kind: "ended", code, stdout: said, stderr: errors, ms: spent() };
  };
  const timer = setTimeout(() => stop({ kind: "too late", ms: spent() }), timeoutMs);
  try {
    return await Promise.race([stopped, ended()]);
  } finally {
    clearTimeout(timer);
    end(child);
    if (until) fed?.close().catch(isGone);
    // Whoever it has left behind may hold the streams open.
    await Promise.all([child.status, ...readers.map((reader) => reader.cancel().catch(isGone))]);
  }
}

/** A program that has gone away has said all it has to say. */
function isGone(error: unknown): void {
  if (!(error instanceof Error)) throw error;
}

/** Ends a process at once; one that has ended by itself is fine too. */
function end(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Why there is no answer of a process that did not end by itself, as an end of "it …". */
export function whyNoAnswer(outcome: Exclude<Outcome, { kind: "ended" }>): string {
  switch (outcome.kind) {
    case "not started":
      return `could not be started: ${outcome.reason}`;
    case "too late":
      return `no answer within ${outcome.ms} ms`;
    case "too much":
      return `printed more than ${outcome.bytes / 1024 / 1024} MiB, and was ended`;
  }
}
