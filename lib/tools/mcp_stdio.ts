import type { Transport } from "@modelcontextprotocol/client";
import type { World } from "../settings/world.ts";
import { type ConnectionFailure, type McpConnection, readMessage } from "./mcp_connection.ts";
import { type ProgramEnd, startProgram } from "./process_group.ts";

/** Lines that are no messages and are overlooked before the first message: many servers greet on stdout although they must not. */
const MAX_STRAY_LINES = 20;
/** The same in a row from a server that speaks the protocol: some log there what they do. */
const MAX_STRAY_IN_A_ROW = 2000;
/** ms over which messages are counted. */
const RATE_MS = 5000;
const NOT_MCP = "writes to its stdout what is not MCP";

export interface StdioServer {
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  /** Of one message, which is held and parsed whole. */
  messageBytes: number;
  /** Over five seconds. */
  messagesPerSecond: number;
}

/**
 * Starts an MCP server in a process group of its own and connects its stdio: one JSON message a line. A server that floods or does not speak the
 * protocol is ended. Throws when the program cannot be started.
 */
export function connectStdio(server: StdioServer, world: World): McpConnection {
  const { messageBytes, messagesPerSecond, command, args, env, cwd } = server;
  const maxInWindow = messagesPerSecond * RATE_MS / 1000;
  const decoder = new TextDecoder();
  let rest = "";
  /** Lines that came before the SDK was there. */
  const early: string[] = [];
  let made: Transport | undefined;
  let [stray, received, inWindow, windowStart] = [0, 0, 0, world.elapsed()];
  let failure: ConnectionFailure | undefined;
  let closed = false;
  const program = startProgram({ command, args, env, cwd, onOutput: receive }, world);

  function receive(bytes: Uint8Array): void {
    const [end = "", ...lines] = decoder.decode(bytes, { stream: true }).split("\n");
    lines.unshift(rest + end);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (closed || line.trim() === "") continue;
      if (made === undefined) early.push(line);
      else receiveLine(line, made);
    }
    if (rest.length > messageBytes) fail(`sent a message of more than ${messageBytes} bytes`);
    if (early.length > MAX_STRAY_LINES) fail(NOT_MCP);
  }

  function receiveLine(line: string, transport: Transport): void {
    const message = readMessage(line);
    if (message === "broken") return fail("sent a message that cannot be read", "E_PARSE");
    if (message === "stray") {
      if (++stray > (received === 0 ? MAX_STRAY_LINES : MAX_STRAY_IN_A_ROW)) fail(NOT_MCP);
      return;
    }
    if (++inWindow > maxInWindow) {
      if (world.elapsed() - windowStart < RATE_MS) {
        return fail(`sent more than ${maxInWindow} messages in ${RATE_MS / 1000} s`);
      }
      [windowStart, inWindow] = [world.elapsed(), 1];
    }
    received++;
    stray = 0;
    transport.onmessage?.(message);
  }

  async function transport(): Promise<Transport> {
    const transport: Transport = {
      start() {
        made = transport;
        for (const line of early.splice(0)) receiveLine(line, transport);
        return Promise.resolve();
      },
      async send(message) {
        const isTaken = await program.write(`${JSON.stringify(message)}\n`);
        if (!isTaken) throw new Error("the server takes no more messages");
      },
      close,
    };
    return await Promise.resolve(transport);
  }

  function fail(reason: string, code: ConnectionFailure["code"] = "E_TOOL_UNAVAILABLE"): void {
    if (closed) return;
    failure = { code, reason };
    close();
  }

  function close(): Promise<void> {
    if (!closed) {
      closed = true;
      program.close();
      made?.onclose?.();
    }
    return Promise.resolve();
  }

  program.ended.then((end) => {
    const last = lastWords(program.stderrTail());
    fail(`${endText(end)}${last === "" ? "" : `: ${last}`}`);
  });

  return { transport, failure: () => failure, close };
}

function endText(end: ProgramEnd): string {
  if (end.reason === "flood") return "wrote more than it may";
  if (end.reason === "closed") return "was ended";
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
