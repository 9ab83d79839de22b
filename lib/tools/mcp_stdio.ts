import type { AuthProvider, JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { attempt } from "../settings/attempt.ts";
import { isRecord } from "../settings/json.ts";
import type { StdioTarget } from "../settings/mcp_servers/configured_server.ts";
import type { World } from "../settings/world.ts";
import { type ProgramEnd, startProgram } from "./process_group.ts";

/** Why a connection is of no more use; whoever holds it closes it then. `E_PARSE`: the server speaks the protocol, but not correctly. */
export type Fail = (reason: string, code?: "E_TOOL_UNAVAILABLE" | "E_PARSE") => void;

export interface McpConnection {
  transport: Transport;
  /** Ends the connection, and a program with all it has started at once. Settles when a server that keeps sessions has been told, within a second. */
  close(): Promise<void>;
  login?: ServerLogin;
}

export interface ServerLogin extends AuthProvider {
  /** Why a request failed, as far as that is the login's doing. */
  reasonFor(error: Error, status: number | undefined): string | undefined;
}

/** JSON-RPC's own code for what went wrong inside. */
const INTERNAL_ERROR = -32603;
/** Lines that are no messages and are overlooked before the first message: many servers greet on stdout although they must not. */
const MAX_STRAY_LINES = 20;
/** ms over which lines are counted, and how many may come in them; what a server is asked for needs a handful, and some log there what they do. */
const RATE_MS = 5000;
const MAX_IN_RATE = 10_000;

export type StdioServer = Pick<StdioTarget, "command" | "args" | "env">;

/** Starts an MCP server and connects its stdio: one JSON message a line, which is held and parsed whole. Throws when the program cannot be started. */
export function connectStdio(
  { command, args, env, cwd, messageBytes }: StdioServer & { cwd: string; messageBytes: number },
  fail: Fail,
  world: World,
): McpConnection {
  const decoder = new TextDecoder();
  let rest = "";
  let [stray, inWindow, windowStart] = [0, 0, world.elapsed()];
  let [speaks, closed] = [false, false];
  const program = startProgram({ command, args, env, cwd, onOutput: receive }, world);
  const transport: Transport = {
    start: () => Promise.resolve(),
    async send(message) {
      const isTaken = await program.write(`${JSON.stringify(message)}\n`);
      if (!isTaken) throw new Error("the server takes no more messages");
    },
    close,
  };

  function receive(bytes: Uint8Array): void {
    const [end = "", ...lines] = decoder.decode(bytes, { stream: true }).split("\n");
    lines.unshift(rest + end);
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") receiveLine(line);
    if (rest.length > messageBytes) fail(`sent a message of more than ${messageBytes} bytes`);
  }

  function receiveLine(line: string): void {
    if (closed) return;
    if (world.elapsed() - windowStart >= RATE_MS) [windowStart, inWindow] = [world.elapsed(), 0];
    const isFlood = ++inWindow > MAX_IN_RATE;
    const message = readMessage(line);
    if (message === "broken") return fail("sent a message that cannot be read", "E_PARSE");
    if (message === "stray") {
      if (isFlood || !speaks && ++stray > MAX_STRAY_LINES) fail("writes to its stdout what is not MCP");
      return;
    }
    if (isFlood) return fail(`sent more than ${MAX_IN_RATE} messages in ${RATE_MS / 1000} s`);
    speaks = true;
    transport.onmessage?.(message);
  }

  async function close(): Promise<void> {
    if (closed) return;
    closed = true;
    program.close();
    await Promise.resolve(transport.onclose?.());
  }

  program.ended.then((end) => {
    if (closed) return;
    const last = lastWords(program.stderrTail());
    fail(`${endText(end)}${last === "" ? "" : `: ${last}`}`);
  });

  return { transport, close };
}

function endText(end: ProgramEnd): string {
  if (end.reason !== "exit") return "was ended";
  return end.signal === undefined ? `exited with code ${end.code}` : `was killed by ${end.signal}`;
}

/** What programs say behind the reason for their end: frames of a stack, the runtime's version, advice. */
const AFTERWORD = /^(?:at |Node\.js v\d|[{}\]]|npm (?:error|ERR!))/;
const ERROR = /^(?:npm (?:error|ERR!) (?!code )|(?:Uncaught )?[\w.$]*(?:Error|Exception)(?: \[\w+\])?: )\S/;

/** The line of what a program wrote last that says why it ended: its last one, unless that is known to say nothing. */
export function lastWords(stderr: string): string {
  const lines = stderr.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const last = lines.at(-1) ?? "";
  return (AFTERWORD.test(last) ? lines.find((line) => ERROR.test(line)) : undefined) ?? last;
}

/** A line as a message. `stray`: it is none, and can be passed over; `broken`: it began as one, and somebody may wait for it. A `null` says nothing. */
function readMessage(line: string): JSONRPCMessage | "stray" | "broken" {
  const value = attempt((): unknown => JSON.parse(line.replace(/^\ufeff/, "")));
  if (value === undefined) return /^\s{0,100}\{\s{0,100}"jsonrpc"/.test(line) ? "broken" : "stray";
  if (!isRecord(value) || value["jsonrpc"] !== "2.0") return "stray";
  const { jsonrpc, id, method, params, result, error } = value;
  const hasId = typeof id === "string" || typeof id === "number";
  if (typeof method === "string") {
    return { jsonrpc, ...hasId && { id }, method, ...isRecord(params) && { params } } as JSONRPCMessage;
  }
  if (!hasId) return "stray";
  return { jsonrpc, id, ...isRecord(result) ? { result } : { error: errorOf(error) } } as JSONRPCMessage;
}

function errorOf(error: unknown): object {
  const { code, message, data } = isRecord(error) ? error : { code: undefined, message: error };
  return {
    code: Number.isInteger(code) ? code : INTERNAL_ERROR,
    message: typeof message === "string" ? message : "its answer is neither a result nor an error",
    ...(data === undefined ? {} : { data }),
  };
}
