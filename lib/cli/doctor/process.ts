/** Running other programs within a time, and reading what they print, of which nothing is known for sure. */
import { redact } from "../../guard/secrets/redact.ts";
import { attempt, ignoreError, recover } from "../../settings/attempt.ts";
import { inTime } from "../../settings/in_time.ts";
import { valueAt } from "../../settings/json.ts";
import { linesOf } from "../stdin.ts";
import { Unproven } from "./check.ts";

const MAX_TOLD = 300;

interface Start {
  args: string[];
  cwd?: string;
  /** Stands on top of our own environment, or in its place. */
  env?: Record<string, string>;
  clearEnv?: boolean;
  stdin?: string;
  /** ms until the program is killed and given up. */
  timeoutMs: number;
  /** Whether a line is the last that is waited for. Until then the program's input stays open; without this it ends, and so must the program. */
  isLast?(line: string): boolean;
}

/** Runs a program, and says how many ms that took. Whoever it has left behind may hold its streams open: they are not waited for. Throws `Unproven` where it does not end well, and in time. */
export async function run(program: string, { stdin = "", timeoutMs, isLast, ...start }: Start) {
  const began = performance.now();
  const stderr = isLast ? "null" : "piped";
  const spawn = () =>
    new Deno.Command(program, { stdin: "piped", stdout: "piped", stderr, ...start }).spawn();
  const child = recover(spawn, Error, ({ message }) => {
    throw new Unproven(`could not be started: ${message}`);
  });
  const input = child.stdin.getWriter();
  // A program that does not read all of it is judged by its answer.
  const sent = input.write(new TextEncoder().encode(stdin));
  sent.then(() => isLast ? undefined : input.close()).catch(ignoreError);
  const answer = async () => {
    const errors = isLast ? "" : new Response(child.stderr).text();
    const lines: string[] = [];
    for await (const line of linesOf(child.stdout)) {
      lines.push(line);
      if (isLast?.(line)) return { stdout: lines.join("\n"), stderr: "" };
    }
    if (isLast) throw new Unproven("ended without an answer");
    const { code } = await child.status;
    const stderr = beginning(await errors);
    if (code !== 0) throw new Unproven(`ended with ${code}: ${stderr}`);
    return { stdout: lines.join("\n"), stderr };
  };
  try {
    const done = await inTime(answer(), timeoutMs);
    if (done === undefined) throw new Unproven(`gave no answer within ${timeoutMs} ms`);
    return { ...done, ms: Math.round(performance.now() - began) };
  } finally {
    // One that has ended by itself is fine too.
    attempt(() => child.kill("SIGKILL"));
    await child.status;
    input.close().catch(ignoreError);
  }
}

/** The beginning of what a program said. Half a secret is known to no rule, so it is cleaned before it is cut. */
export function beginning(text: string): string {
  return redact(text).text.trim().slice(0, MAX_TOLD);
}

/** Sends a program messages of JSON-RPC, a line each, and waits for the last of them to be answered: the results by id. Throws `Unproven` where it is not. */
export async function converse(
  program: string,
  messages: readonly { id?: number; method: string; params?: unknown }[],
  start: Start,
) {
  const last = messages.at(-1)?.id;
  const results = new Map<unknown, unknown>();
  const isLast = (line: string) => {
    const answer = parseJson(line);
    results.set(valueAt(answer, ["id"]), valueAt(answer, ["result"]));
    return results.has(last);
  };
  const stdin = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
  const { ms } = await run(program, { ...start, stdin, isLast });
  return { results, ms };
}

export const parseJson = (json: string): unknown => attempt(() => JSON.parse(json));
