import { end } from "./bounded_process.ts";
import { parseJson, valueAt } from "./json_path.ts";

/** Bytes of answers that are read. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

export interface Conversation {
  args: string[];
  cwd: string;
  env?: Record<string, string>;
  /** Messages of JSON-RPC, sent at once, a line each. */
  messages: { id?: number; method: string; params?: unknown }[];
  /** ms until the program is given up. */
  timeoutMs: number;
}

/** What came of a conversation: the results of the messages that have an id, by id; why there was none; or that the last of them was not answered. */
export type Answer =
  | { kind: "answered"; results: ReadonlyMap<number, unknown> }
  | { kind: "not started"; reason: string }
  | { kind: "no answer" };

/** Starts a program, sends it the messages and waits for the last of them to be answered. The program is ended then. Never throws for what it does. */
export async function converse(
  program: string,
  { args, cwd, env = {}, messages, timeoutMs }: Conversation,
): Promise<Answer> {
  let child: Deno.ChildProcess;
  try {
    const streams = { stdin: "piped", stdout: "piped", stderr: "null" } as const;
    child = new Deno.Command(program, { args, cwd, env, ...streams }).spawn();
  } catch (error) {
    return { kind: "not started", reason: error instanceof Error ? error.message : String(error) };
  }
  const writer = child.stdin.getWriter();
  const reader = child.stdout.getReader();
  // A program may be a script around the one that answers: ending the script does not end that one's output, letting go of it does.
  const timer = setTimeout(() => reader.cancel(), timeoutMs);
  try {
    const lines = messages.map((message) => JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n").join("");
    await writer.write(new TextEncoder().encode(lines)).catch(saidNothing);
    const results = await answers(reader, messages.flatMap(({ id }) => id === undefined ? [] : [id]));
    return results === undefined ? { kind: "no answer" } : { kind: "answered", results };
  } finally {
    clearTimeout(timer);
    await reader.cancel();
    await writer.close().catch(saidNothing);
    end(child);
    await child.status;
  }
}

/** A program that has gone away has said nothing, which is what is reported. */
function saidNothing(error: unknown): void {
  if (!(error instanceof Deno.errors.BrokenPipe || error instanceof TypeError)) throw error;
}

async function answers(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, unknown> | undefined> {
  const found = new Map<number, unknown>();
  const decoder = new TextDecoder();
  let rest = "";
  let bytes = 0;
  const last = ids.at(-1);
  while (last !== undefined && !found.has(last)) {
    const { done, value } = await reader.read();
    bytes += value?.length ?? 0;
    if (done || bytes > MAX_ANSWER_BYTES) return undefined;
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const message of lines.map(parseJson)) {
      const id = valueAt(message, "id");
      if (typeof id === "number" && ids.includes(id)) found.set(id, valueAt(message, "result"));
    }
  }
  return found;
}
