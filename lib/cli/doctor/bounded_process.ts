import { feed } from "../../settings/feed.ts";

/** What a process said within its time. */
export type Outcome =
  | { kind: "ended"; code: number; stdout: string; stderr: string; ms: number }
  | { kind: "not started"; reason: string }
  | { kind: "too late"; ms: number };

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

/** Runs a program to its end or to the end of its time, whichever is first. Never throws for what the program does. */
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
  let timer: number | undefined;
  const late = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => {
      end(child);
      resolve({ kind: "too late", ms: spent() });
    }, timeoutMs);
  });
  const ended = (async (): Promise<Outcome> => {
    if (stdin !== undefined) await feed(child.stdin, stdin);
    const { code, stdout, stderr } = await child.output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { kind: "ended", code, stdout: text(stdout), stderr: text(stderr), ms: spent() };
  })();
  try {
    return await Promise.race([ended, late]);
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
