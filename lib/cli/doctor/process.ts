/** Running other programs within a time, and reading what they print, of which nothing is known for sure. */
import { attempt, ignoreError } from "../../settings/attempt.ts";
import { writeStdin } from "../../settings/write_stdin.ts";
import { inTime } from "../../settings/in_time.ts";
import { valueAt } from "../../settings/json.ts";
import { redact } from "../../guard/secrets/redact.ts";
import { linesOf } from "../line_source.ts";
import { Unproven } from "./check.ts";

const MAX_TOLD = 300;

/** Why there is no answer, as an end of "it …". */
type NoAnswer = { kind: "none"; why: string };

interface Output {
  stdout: string;
  stderr: string;
  ms: number;
}

interface Start {
  args: string[];
  cwd?: string;
  env?: Record<string, string>;
  /** Whether `env` is all that the program is given; else it stands on top of our own environment. */
  clearEnv?: boolean;
  /** ms until the program is killed and given up. */
  timeoutMs: number;
}

/** Runs a program to its end or to the end of its time. Throws `Unproven` where it does not end well. */
export async function run(
  program: string,
  { stdin, ...start }: Start & { stdin?: string },
): Promise<Output> {
  const streams = { stdin: stdin === undefined ? "null" : "piped", stderr: "piped" } as const;
  const outcome = await within(program, { ...start, ...streams }, async (child, ms) => {
    const [output] = await Promise.all([
      child.output(),
      stdin === undefined ? undefined : writeStdin(child.stdin, stdin),
    ]);
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return {
      code: output.code,
      stdout: text(output.stdout),
      stderr: beginning(text(output.stderr)),
      ms: ms(),
    };
  });
  if ("why" in outcome) throw new Unproven(outcome.why);
  if (outcome.code === 0) return outcome;
  throw new Unproven(`ended with ${outcome.code}: ${outcome.stderr}`);
}

/** The beginning of what a program said. Half a secret is known to no rule, so it is cleaned before it is cut. */
export function beginning(text: string): string {
  return redact(text).text.trim().slice(0, MAX_TOLD);
}

interface Message {
  id?: number;
  method: string;
  params?: unknown;
}

/** Starts a program, sends it the messages, a line each, and waits for the last of them to be answered: the results by id. */
export async function converse(
  program: string,
  messages: readonly Message[],
  start: Start,
): Promise<{ kind: "answered"; results: ReadonlyMap<unknown, unknown>; ms: number } | NoAnswer> {
  const last = messages.at(-1)?.id;
  return await within(program, { ...start, stdin: "piped", stderr: "null" }, async (child, ms) => {
    const writer = child.stdin.getWriter();
    const sent = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
    // A program that goes away without reading says nothing either, nor does it miss the end.
    writer.write(new TextEncoder().encode(sent)).catch(ignoreError);
    const results = new Map<unknown, unknown>();
    try {
      for await (const line of linesOf(child.stdout)) {
        const answer = parseJson(line);
        results.set(valueAt(answer, ["id"]), valueAt(answer, ["result"]));
        if (results.has(last)) return { kind: "answered", results, ms: ms() };
      }
      return { kind: "none", why: "ended without an answer" };
    } finally {
      writer.close().catch(ignoreError);
    }
  });
}

/** Whoever a program has left behind may hold its streams open: they are not waited for. */
async function within<T>(
  program: string,
  { timeoutMs, ...start }: Start & Pick<Deno.CommandOptions, "stdin" | "stderr">,
  act: (child: Deno.ChildProcess, ms: () => number) => Promise<T>,
): Promise<T | NoAnswer> {
  const began = performance.now();
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(program, { ...start, stdout: "piped" }).spawn();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { kind: "none", why: `could not be started: ${why}` };
  }
  const done = await inTime(act(child, () => Math.round(performance.now() - began)), timeoutMs);
  // One that has ended by itself is fine too.
  attempt(() => child.kill("SIGKILL"));
  await child.status;
  return done ?? { kind: "none", why: `gave no answer within ${timeoutMs} ms` };
}

export function parseJson(json: string): unknown {
  return attempt(() => JSON.parse(json));
}
