/** Reading what other programs print, of which nothing is known for sure. */
import { type Outcome, runBounded } from "./bounded_process.ts";

/** The value of a JSON text; undefined where it is none. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The fields of an object; none for anything else. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The value at a path of keys, undefined where the path ends early. */
export function valueAt(value: unknown, ...keys: string[]): unknown {
  return keys.reduce<unknown>((each, key) => fieldsOf(each)[key], value);
}

/** The text at a path of keys, empty where there is none. */
export function textAt(value: unknown, ...keys: string[]): string {
  const found = valueAt(value, ...keys);
  return typeof found === "string" ? found : "";
}

/** A message of JSON-RPC. */
export interface Message {
  id?: number;
  method: string;
  params?: unknown;
}

/**
 * Starts a program, sends it the messages, a line each, and waits for the last of them to be answered.
 *
 * @param options what it is started with.
 * @return the results by id, none where the last was not answered; and what came of the program.
 */
export async function converse(
  program: string,
  messages: readonly Message[],
  options: { args: string[]; cwd: string; env?: Record<string, string>; timeoutMs: number },
): Promise<{ outcome: Outcome; results: ReadonlyMap<unknown, unknown> }> {
  const last = messages.at(-1)?.id;
  const stdin = messages.map((message) => JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n").join("");
  const until = (line: string) => valueAt(parseJson(line), "id") === last;
  const outcome = await runBounded(program, { ...options, stdin, until });
  const lines = outcome.kind === "ended" ? outcome.stdout.split("\n").map(parseJson) : [];
  const results = new Map(lines.map((line) => [valueAt(line, "id"), valueAt(line, "result")]));
  return { outcome, results: results.has(last) ? results : new Map() };
}
