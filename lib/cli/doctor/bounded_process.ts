import { BoundedOutput } from "../../guard/git/bounded_output.ts";
import { feed } from "../../settings/feed.ts";

/** What a process said within its time. */
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
  /** ms until the process is killed and given up. */
  timeoutMs: number;
}

/** Runs a program to its end, to the end of its time, or until it has printed more than anybody reads, whichever is first. Never throws for what the program does. */
export async function runBounded(program: string, options: ProcessOptions): Promise<Outcome> {
  const { args = [], cwd, env = {}, clearEnv = false, stdin, timeoutMs } = options;
  const began = performance.now();
  const spent = () => Math.round(performance.now() - began);
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(program, {
      args,
      env,
      clearEnv,
      ...(cwd === undefined ? {} : { cwd }),
      stdin: stdin === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  } catch (error) {
    return { kind: "not started", reason: error instanceof Error ? error.message : String(error) };
  }
  const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<Outcome>();
  const stop = (why: Outcome) => {
    end(child);
    // Whoever it has left behind may hold them open.
    for (const stream of [stdout, stderr]) stream.stop();
    giveUp(why);
  };
  const tooMuch = () => stop({ kind: "too much", bytes: MAX_OUTPUT_BYTES });
  const stdout = new BoundedOutput(child.stdout, MAX_OUTPUT_BYTES, tooMuch);
  const stderr = new BoundedOutput(child.stderr, MAX_OUTPUT_BYTES, tooMuch);
  const timer = setTimeout(() => stop({ kind: "too late", ms: spent() }), timeoutMs);
  const ended = (async (): Promise<Outcome> => {
    const text = async (stream: BoundedOutput) => new TextDecoder().decode(await stream.bytes());
    const fed = stdin === undefined ? undefined : feed(child.stdin, stdin);
    const [out, err, { code }] = await Promise.all([text(stdout), text(stderr), child.status, fed]);
    return { kind: "ended", code, stdout: out, stderr: err, ms: spent() };
  })();
  try {
    return await Promise.race([givenUp, ended]);
  } finally {
    clearTimeout(timer);
  }
}

/** Ends a process at once; one that has ended by itself is fine too. */
export function end(child: Deno.ChildProcess): void {
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
