import type { Transport } from "@modelcontextprotocol/client";
import type { World } from "../settings/world.ts";
import { lastWords } from "./last_words.ts";
import type { ConnectionFailure, McpConnection, McpSdk } from "./mcp_connection.ts";
import { readMessage } from "./mcp_message.ts";
import { type Program, type ProgramEnd, startProgram } from "./process_group.ts";

/** Bytes of one message where nothing else is said; an index that answers a search needs kilobytes, and a message has to be held and parsed whole. */
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;
/** Lines that are no messages and are overlooked before the first message: many servers greet on stdout although they must not. */
const MAX_STRAY_LINES = 20;
/** The same in a row from a server that speaks the protocol: some log there what they do. */
const MAX_STRAY_IN_A_ROW = 2000;
/** ms over which messages are counted. */
const RATE_MS = 5000;
const NOT_MCP = "writes to its stdout what is not MCP";

export interface SendingLimit {
  bytes: number;
  messages: number;
}

export interface StdioServer {
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  /** What the server may send in all; undefined for a server that is kept. */
  limit?: SendingLimit;
  /** Bytes of one message; 8 MiB by default. */
  maxMessageBytes?: number;
  /** Messages in a second, over `RATE_MS`; undefined for no limit. */
  maxMessagesPerSecond?: number;
}

/**
 * Starts an MCP server in a process group of its own and connects its stdio: one JSON message a line. A server that floods or does not speak the
 * protocol is ended. Throws when the program cannot be started.
 */
export function connectStdio(server: StdioServer, world: World): McpConnection {
  const lines = new LineReader();
  const early: string[] = [];
  let receiveLine = (line: string): void => void early.push(line);
  let onclose = (): void => {};
  let stray = 0;
  let received = 0;
  let failure: ConnectionFailure | undefined;
  let closed = false;

  const { limit, maxMessageBytes = MAX_MESSAGE_BYTES, maxMessagesPerSecond = Infinity, ...command } = server;
  const maxInWindow = maxMessagesPerSecond * RATE_MS / 1000;
  let windowStart = world.elapsed();
  let inWindow = 0;
  const maxMessages = limit?.messages ?? Infinity;
  const bounded = limit === undefined ? {} : { maxOutputBytes: limit.bytes };
  const program: Program = startProgram({ ...command, ...bounded, onOutput: receive }, world);

  function receive(bytes: Uint8Array): void {
    for (const line of lines.push(bytes)) {
      if (!closed && line.trim() !== "") receiveLine(line);
    }
    if (lines.waiting > maxMessageBytes) {
      fail("E_TOOL_UNAVAILABLE", `sent a message of more than ${maxMessageBytes} bytes`);
    }
    if (early.length > MAX_STRAY_LINES) fail("E_TOOL_UNAVAILABLE", NOT_MCP);
  }

  function transport({ deserializeMessage: parse }: McpSdk): Transport {
    const made: Transport = {
      start() {
        early.splice(0).forEach(receiveLine);
        return Promise.resolve();
      },
      async send(message) {
        if (!await program.write(`${JSON.stringify(message)}\n`)) {
          throw new Error("the server takes no more messages");
        }
      },
      close() {
        close();
        return Promise.resolve();
      },
    };
    receiveLine = (line) => {
      if (++inWindow > maxInWindow) {
        if (world.elapsed() - windowStart < RATE_MS) {
          return fail("E_TOOL_UNAVAILABLE", `sent more than ${maxInWindow} messages in ${RATE_MS / 1000} s`);
        }
        [windowStart, inWindow] = [world.elapsed(), 1];
      }
      const message = readMessage(line, parse);
      if (message === "broken") return fail("E_PARSE", "sent a message that cannot be read");
      if (message === "stray") {
        const most = received === 0 ? MAX_STRAY_LINES : MAX_STRAY_IN_A_ROW;
        return ++stray > most ? fail("E_TOOL_UNAVAILABLE", NOT_MCP) : undefined;
      }
      if (++received > maxMessages) {
        return fail("E_TOOL_UNAVAILABLE", `sent more than ${maxMessages} messages`);
      }
      stray = 0;
      made.onmessage?.(message);
    };
    onclose = () => made.onclose?.();
    return made;
  }

  function fail(code: ConnectionFailure["code"], reason: string): void {
    if (closed) return;
    failure = { code, reason };
    close();
  }

  function close(): void {
    if (closed) return;
    closed = true;
    program.close();
    onclose();
  }

  program.ended.then((end) => fail("E_TOOL_UNAVAILABLE", `${endText(end)}${stderrText(program)}`));

  return {
    transport,
    failure: () => failure,
    close() {
      close();
      return Promise.resolve();
    },
  };
}

function endText(end: ProgramEnd): string {
  switch (end.reason) {
    case "flood":
      return "wrote more than it may";
    case "closed":
      return "was ended";
    case "exit":
      return end.signal === undefined ? `exited with code ${end.code}` : `was killed by ${end.signal}`;
  }
}

function stderrText(program: Program): string {
  const last = lastWords(program.stderrTail());
  return last === "" ? "" : `: ${last}`;
}

/** Cuts a stream of bytes into lines; a character that is split between two pieces stays whole. */
class LineReader {
  #decoder = new TextDecoder();
  #parts: string[] = [];
  /** UTF-16 units of the line that has not ended yet. */
  waiting = 0;

  push(bytes: Uint8Array): string[] {
    const pieces = this.#decoder.decode(bytes, { stream: true }).split("\n");
    const rest = pieces.pop() ?? "";
    const lines = pieces.map((piece) => {
      this.#parts.push(piece);
      const line = this.#parts.join("");
      this.#parts = [];
      this.waiting = 0;
      return line;
    });
    this.#parts.push(rest);
    this.waiting += rest.length;
    return lines;
  }
}
