import type { McpServerConfig } from "../settings/config_schema.ts";
import { inTime } from "../settings/in_time.ts";
import { isRecord } from "../settings/mcp_servers/configured_server.ts";
import { checkOwnFile, readOwnFile } from "../settings/own_files.ts";
import {
  configurationHash,
  LineSource,
  MAX_ANSWER,
  MAX_QUESTION,
  sendLine,
  type WarmDoor,
  warmDoors,
} from "./gateway_door.ts";

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
        const outcome = await askThrough(door, call, signal).catch((error) => unusable(reasonOf(error)));
        if (outcome.kind !== "unusable") return outcome;
        why ??= outcome.why;
      }
    } catch (error) {
      why ??= reasonOf(error);
    }
  }
  return why === undefined ? { kind: "absent" } : unusable(why);
}

async function askThrough(door: WarmDoor, call: WarmCall, signal: AbortSignal): Promise<WarmOutcome> {
  // A file, a FIFO or a link in its place is not even opened.
  checkOwnFile(door.socket, undefined, "isSocket");
  const key = readOwnFile(door.key, MAX_KEY_BYTES);
  if (key === undefined) return unusable("its key is not there");
  const { root: _, config, ...rest } = call;
  const question = { version: 1, key, configuration: configurationHash(config), ...rest } as const;
  if (JSON.stringify(question).length > MAX_QUESTION / 4) {
    return unusable("the arguments are too long for it");
  }
  const connections: Deno.Conn[] = [];
  let isOver = false;
  const end = () => {
    isOver = true;
    for (const connection of connections.splice(0)) connection.close();
  };
  const take = async () => {
    const connection = await Deno.connect({ transport: "unix", path: door.socket });
    connections.push(connection);
    // It came after we had given up.
    if (isOver) end();
    await sendLine(connection, question);
    const lines = new LineSource(connection, MAX_ANSWER);
    return { lines, first: await lines.next() };
  };
  try {
    const taking = take();
    const taken = await inTime(taking, TAKEN_MS);
    if (taken === undefined) {
      // Its end is what we make of it.
      taking.catch(() => {});
      return unusable("it did not answer in time");
    }
    if (taken.first?.["answer"] !== "taken") return outcomeOf(taken.first);
    signal.addEventListener("abort", end);
    return outcomeOf(await taken.lines.next());
  } finally {
    signal.removeEventListener("abort", end);
    end();
  }
}

function outcomeOf(line: Record<string, unknown> | undefined): WarmOutcome {
  if (line === undefined) return unusable("it ended without an answer");
  const { answer, result, message } = line;
  if (answer === "result" && isRecord(result)) return { kind: "result", result };
  const said = typeof message === "string" ? message.slice(0, MAX_SAID) : "";
  if (answer === "refused") return { kind: "refused", message: said };
  return unusable(answer === "unknown" ? said : "it answered what cannot be understood");
}

function unusable(why: string): WarmOutcome & { kind: "unusable" } {
  return { kind: "unusable", why };
}

function reasonOf(error: unknown): string {
  if (error instanceof Deno.errors.ConnectionRefused) return "nobody listens there any more";
  if (error instanceof Error) return error.message.slice(0, 200);
  throw error;
}
