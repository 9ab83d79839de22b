import type { McpServerConfig } from "../../settings/config_schema.ts";
import { inTime } from "../../settings/in_time.ts";
import { checkOwnFile, readOwnFile } from "../../settings/own_files.ts";
import { configurationHash, LineSource, MAX_ANSWER, MAX_QUESTION, sendLine } from "./message.ts";
import { type WarmDoor, warmDoors } from "./place.ts";

/** ms in which a gateway takes a question; one that does not is passed over, so that the rest of the time is enough to start the server. */
const TAKEN_MS = 250;
const MAX_KEY_BYTES = 100;
/** UTF-16 units of a gateway's words, which may be a server's; they are cut to what a person reads once they are clean. */
const MAX_SAID = 16_000;

/** What came of asking. */
export type WarmOutcome =
  /** No gateway runs for this repository. */
  | { kind: "absent" }
  /** One runs and cannot be used, and why: the server is to be started. */
  | { kind: "unusable"; why: string }
  | { kind: "result"; result: Record<string, unknown> }
  | { kind: "refused"; message: string };

export interface WarmCall {
  /** Real path of the repository root. */
  root: string;
  server: string;
  config: McpServerConfig;
  tool: string;
  args: Record<string, unknown>;
  timeoutMs: number;
}

/**
 * Asks a gateway that already runs for this repository to make a call with a server that it keeps, through a socket in the user's own
 * folder. Never throws; once a gateway has taken the question, its answer may take until the signal ends it.
 */
export async function askGateway(
  folders: readonly string[],
  call: WarmCall,
  signal: AbortSignal,
): Promise<WarmOutcome> {
  let why: string | undefined;
  for (const folder of folders) {
    try {
      for (const door of warmDoors(folder, call.root)) {
        if (signal.aborted) break;
        const outcome = await askThrough(door, call, signal);
        if (outcome.kind !== "unusable") return outcome;
        why ??= outcome.why;
      }
    } catch (error) {
      why ??= reasonOf(error);
    }
  }
  return why === undefined ? { kind: "absent" } : { kind: "unusable", why };
}

async function askThrough(door: WarmDoor, call: WarmCall, signal: AbortSignal): Promise<WarmOutcome> {
  let connection: Deno.Conn | undefined;
  let given = false;
  const end = () => {
    given = true;
    connection?.close();
  };
  try {
    // A file, a FIFO or a link in its place is not even opened.
    checkOwnFile(door.socket, undefined, "isSocket");
    const key = readOwnFile(door.key, MAX_KEY_BYTES);
    if (key === undefined) return unusable("its key is not there");
    const dialogue = open(door, key, call, (made) => {
      // It came after we had given up.
      if (given) made.close();
      else connection = made;
    });
    const taken = await inTime(dialogue.taken, TAKEN_MS);
    if (taken === undefined) {
      // Its end is what we make of it.
      dialogue.taken.catch(() => {});
      return unusable("it did not answer in time");
    }
    if (taken["answer"] !== "taken") return outcomeOf(taken);
    signal.addEventListener("abort", end, { once: true });
    return outcomeOf(await dialogue.answer());
  } catch (error) {
    return unusable(reasonOf(error));
  } finally {
    signal.removeEventListener("abort", end);
    if (!given) end();
  }
}

interface Dialogue {
  taken: Promise<Record<string, unknown>>;
  answer(): Promise<Record<string, unknown>>;
}

function open(door: WarmDoor, key: string, call: WarmCall, onConnected: (made: Deno.Conn) => void): Dialogue {
  const { server, config, tool, args, timeoutMs } = call;
  let lines: LineSource | undefined;
  async function next(): Promise<Record<string, unknown>> {
    const line = await lines?.next();
    if (line === undefined) throw new TypeError("it ended without an answer");
    return line;
  }
  async function begin(): Promise<Record<string, unknown>> {
    const connection = await Deno.connect({ transport: "unix", path: door.socket });
    onConnected(connection);
    const question = {
      version: 1,
      key,
      server,
      configuration: configurationHash(config),
      tool,
      args,
      timeoutMs,
    } as const;
    if (JSON.stringify(question).length > MAX_QUESTION / 4) {
      throw new TypeError("the arguments are too long for it");
    }
    lines = new LineSource(connection, MAX_ANSWER);
    await sendLine(connection, question);
    return await next();
  }
  return { taken: begin(), answer: next };
}

function outcomeOf({ answer, result, message }: Record<string, unknown>): WarmOutcome {
  if (answer === "result" && typeof result === "object" && result !== null) {
    return { kind: "result", result: Object.fromEntries(Object.entries(result)) };
  }
  const said = typeof message === "string" ? message.slice(0, MAX_SAID) : "";
  if (answer === "refused") return { kind: "refused", message: said };
  return unusable(answer === "unknown" ? said : "it answered what cannot be understood");
}

function unusable(why: string): WarmOutcome {
  return { kind: "unusable", why };
}

function reasonOf(error: unknown): string {
  if (error instanceof Deno.errors.ConnectionRefused) return "nobody listens there any more";
  if (error instanceof Error) return error.message.slice(0, 200);
  throw error;
}
