/** Running other programs within a time, and reading what they print, of which nothing is known for sure. */
import { redact } from "../../guard/secrets/redact.ts";
import { attempt, ignoreError, recover } from "../../settings/attempt.ts";
import { inTime } from "../../settings/in_time.ts";
import { valueAt } from "../../settings/json.ts";
import { writeStdin } from "../../settings/write_stdin.ts";
import { linesOf } from "../line_source.ts";
import { Unproven } from "./check.ts";

const MAX_TOLD = 300;

interface Start {
  args: string[];
  cwd?: string;
  /** Stands on top of our own environment, or in its place. */
  env?: Record<string, string>;
  clearEnv?: boolean;
  /** ms until the program is killed and given up. */
  timeoutMs: number;
}

/** Runs a program to its end. Throws `Unproven` where it does not end well, and in time. */
export async function run(program: string, { stdin = "", ...start }: Start & { stdin?: string }) {
  return await within(program, start, async (child) => {
    const [{ code, ...output }] = await Promise.all([child.output(), writeStdin(child.stdin, stdin)]);
    const stderr = beginning(new TextDecoder().decode(output.stderr));
    if (code !== 0) throw new Unproven(`ended with ${code}: ${stderr}`);
    return { stdout: new TextDecoder().decode(output.stdout), stderr };
  });
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

/** Starts a program, sends it the messages, a line each, and waits for the last of them to be answered: the results by id. Throws `Unproven` where it is not. */
export async function converse(program: string, messages: readonly Message[], start: Start) {
  const last = messages.at(-1)?.id;
  return await within(program, { ...start, stderr: "null" }, async (child) => {
    const writer = child.stdin.getWriter();
    const sent = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
    // A program that goes away without reading says nothing either.
    writer.write(new TextEncoder().encode(sent)).catch(ignoreError);
    const results = new Map<unknown, unknown>();
    try {
      for await (const line of linesOf(child.stdout)) {
        const answer = parseJson(line);
        results.set(valueAt(answer, ["id"]), valueAt(answer, ["result"]));
        if (results.has(last)) return { results };
      }
      throw new Unproven("ended without an answer");
    } finally {
      writer.close().catch(ignoreError);
    }
  });
}

/** What `act` makes of a program, and how many ms that took. Whoever the program has left behind may hold its streams open: they are not waited for. */
async function within<T>(
  program: string,
  { timeoutMs, ...start }: Start & { stderr?: "null" },
  act: (child: Deno.ChildProcess) => Promise<T>,
): Promise<T & { ms: number }> {
  const began = performance.now();
  const piped = { stdin: "piped", stdout: "piped", stderr: "piped" } as const;
  const child = recover(
    () => new Deno.Command(program, { ...piped, ...start }).spawn(),
    Error,
    ({ message }) => {
      throw new Unproven(`could not be started: ${message}`);
    },
  );
  try {
    const done = await inTime(act(child), timeoutMs);
    if (done === undefined) throw new Unproven(`gave no answer within ${timeoutMs} ms`);
    return { ...done, ms: Math.round(performance.now() - began) };
  } finally {
    // One that has ended by itself is fine too.
    attempt(() => child.kill("SIGKILL"));
    await child.status;
  }
}

export function parseJson(json: string): unknown {
  return attempt(() => JSON.parse(json));
}
