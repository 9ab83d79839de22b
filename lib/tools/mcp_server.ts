import { pathToFileURL } from "node:url";
import type { Client, Progress } from "@modelcontextprotocol/client";
import { AutoToolsError } from "../contract/error_codes.ts";
import { VERSION } from "../contract/version.ts";
import type { World } from "../settings/world.ts";
import type { McpConnection } from "./mcp_connection.ts";
import { connectHttp } from "./mcp_http.ts";
import { LostAnswer } from "./mcp_lost_answer.ts";
import { tolerateNulls } from "./mcp_message.ts";
import { ANYTHING, NoResult, type RawResult, rawResult } from "./mcp_raw_result.ts";
import { type ListedTool, listTools, MAX_LIST_PAGES, type ToolList } from "./mcp_tool_list.ts";
import { connectStdio, type SendingLimit } from "./mcp_transport.ts";

/** ms that the SDK waits for an answer where the caller has a deadline of its own: longer than any call may take. */
const NO_TIMEOUT = 600_000;
/** Characters of a server's own words in an error message. Whoever tells it cuts it to what a person reads, once it is clean: an edge here could halve a secret. */
const MAX_REASON_CHARS = 16_000;

/** How a server is reached. */
export type McpTarget =
  | { command: string; args: string[]; env: Record<string, string> }
  | { url: string; headers: Record<string, string> };

/** A server goes on without knowing us any more. It has not looked at what it was sent. */
export class ForgottenError extends AutoToolsError {}

/** A started MCP server. Its methods throw `AutoToolsError`: `E_TOOL_UNAVAILABLE` when the server fails, `E_PARSE` when it answers nonsense. */
export interface McpServer {
  /** Its tools as it describes them, asked for once, and anew after it has said that they changed. */
  tools(): Promise<ToolList>;
  /** The tool of a name; undefined where it has none. */
  tool(name: string): Promise<ListedTool | undefined>;
  /** Calls a tool; the answer may say that it is an error. `E_TIMEOUT` when `timeoutMs` is over; the server is told so, as of a signal. */
  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<RawResult>;
  /** `failed` never worked and is not worth another start; `ended` did work. */
  state(): "starting" | "ready" | "ended" | "failed";
  /** Ends the server and all it has started, at once. Settles when one that is not ours knows of it, within a second. */
  close(): Promise<void>;
}

export interface CallOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** A server that tells how far it is has its time anew from then on. */
  isPatient?: boolean;
  onprogress?(progress: Progress): void;
}

export interface McpServerOptions {
  /** Folder that the server runs in. Not the repository: `npx` and its like run what they find there. */
  cwd: string;
  /** Real path of the repository root, for a server that asks for roots. */
  root: string;
  /** ms for the handshake. */
  startupMs: number;
  /** What the server may send in all; undefined for a server that is kept. */
  limit?: SendingLimit;
  /** Bytes of one message; 8 MiB by default. */
  maxMessageBytes?: number;
  /** Messages of a program in a second, over five of them; without a limit by default. */
  maxMessagesPerSecond?: number;
  /** The server says that its tools are others now. */
  onToolsChanged?(): void;
}

const MAX_HTTP_MESSAGE_BYTES = 8 * 1024 * 1024;

/**
 * Starts a server, or connects to one, and makes its acquaintance within `startupMs`; the SDK loads meanwhile. Every method waits for the
 * handshake. Never throws itself.
 */
export function startMcpServer(
  name: string,
  target: McpTarget,
  options: McpServerOptions,
  world: World,
): McpServer {
  let connection: McpConnection | undefined;
  let closed = false;
  let ready = false;
  let lost: AutoToolsError | undefined;
  const startup = setTimeout(() => {
    if (!ready) lost = unavailable(`did not start within ${options.startupMs / 1000} s`);
    close();
  }, options.startupMs);
  const client = connect().catch((error) => {
    // Only what is not closed yet tells its own reason.
    const told = explained(error);
    close();
    return told;
  });
  let listing: Promise<ToolList> | undefined;

  function open(): McpConnection {
    const { limit, maxMessageBytes, maxMessagesPerSecond, cwd } = options;
    if ("url" in target) {
      const { url, headers } = target;
      return connectHttp({ url, headers, maxMessageBytes: maxMessageBytes ?? MAX_HTTP_MESSAGE_BYTES });
    }
    const { command, args, env } = target;
    const limits = {
      ...(limit === undefined ? {} : { limit }),
      ...(maxMessageBytes === undefined ? {} : { maxMessageBytes }),
      ...(maxMessagesPerSecond === undefined ? {} : { maxMessagesPerSecond }),
    };
    return connectStdio({ command, args, env, cwd, ...limits }, world);
  }

  async function connect(): Promise<Client> {
    connection = open();
    const sdk = await import("@modelcontextprotocol/client");
    const made = new sdk.Client({ name: "auto-tools", version: VERSION }, { capabilities: { roots: {} } });
    made.setRequestHandler(
      "roots/list",
      () => ({ roots: [{ uri: pathToFileURL(options.root).href, name: "repository" }] }),
    );
    made.setNotificationHandler("notifications/tools/list_changed", () => {
      listing = undefined;
      options.onToolsChanged?.();
    });
    // An HTTP connection ends without our doing when its server goes; a program's end is told by the connection itself. After a handshake
    // that failed the SDK closes before it says why.
    made.onclose = () => {
      if (ready) closed = true;
    };
    await made.connect(tolerateNulls(connection.transport(sdk)), { timeout: NO_TIMEOUT });
    ready = true;
    clearTimeout(startup);
    return made;
  }

  async function connected(): Promise<Client> {
    const outcome = await client;
    if (outcome instanceof AutoToolsError) throw outcome;
    return outcome;
  }

  async function tools(): Promise<ToolList> {
    try {
      return await (listing ??= connected().then((from) => listTools(from, NO_TIMEOUT)));
    } catch (error) {
      listing = undefined;
      throw explained(error);
    }
  }

  function unavailable(reason: string): AutoToolsError {
    return new AutoToolsError(
      "E_TOOL_UNAVAILABLE",
      `MCP server ${name} ${reason.slice(0, MAX_REASON_CHARS)}`,
    );
  }

  /** What is known of a failure: the connection knows best, then whoever ended it, then the SDK. */
  function explained(error: unknown): AutoToolsError {
    const failure = connection?.failure();
    if (failure) return new AutoToolsError(failure.code, `MCP server ${name} ${failure.reason}`);
    if (lost) return lost;
    if (error instanceof AutoToolsError) return error;
    if (error instanceof Deno.errors.NotFound) {
      return unavailable(`cannot be started: ${"command" in target ? target.command : name} not found`);
    }
    if ("url" in target && isBrokenHttp(error)) close();
    else if (closed) return unavailable("was ended");
    if (!(error instanceof Error)) throw error;
    if (error instanceof LostAnswer) return unavailable("broke off the connection before it answered");
    if (error instanceof NoResult || "code" in error && error.code === "INVALID_RESULT") {
      return new AutoToolsError("E_PARSE", `MCP server ${name} gave an answer that is no result`, {
        cause: error,
      });
    }
    if ("code" in error && error.code === "REQUEST_TIMEOUT") {
      return new AutoToolsError("E_TIMEOUT", `MCP server ${name} did not answer in time`, { cause: error });
    }
    const status = httpStatus(error);
    if (status === 401 || status === 403) {
      return unavailable(`wants other credentials than its configuration gives it (HTTP ${status})`);
    }
    if (ready && isForgetful(status, error.message)) {
      return new ForgottenError(
        "E_TOOL_UNAVAILABLE",
        `MCP server ${name} has forgotten this session (HTTP ${status})`,
      );
    }
    return unavailable(`failed${status === undefined ? "" : ` (HTTP ${status})`}: ${error.message}`);
  }

  function close(): Promise<void> {
    closed = true;
    clearTimeout(startup);
    return connection?.close() ?? Promise.resolve();
  }

  return {
    tools,
    async tool(wanted) {
      const list = await tools();
      const found = list.tools.find(({ name }) => name === wanted);
      const unreadable = list.unreadable.find(({ name }) => name === wanted);
      if (found !== undefined) return found;
      if (unreadable) throw unavailable(`lists ${wanted}, which ${unreadable.why}`);
      if (list.isCut) throw unavailable(`has no ${wanted} in the first ${MAX_LIST_PAGES} pages of its list`);
      return undefined;
    },
    async call(tool, args, { signal, timeoutMs = NO_TIMEOUT, isPatient = false, onprogress } = {}) {
      try {
        // Not the SDK's own callTool: it compiles the server's output schema, whose patterns would run in our thread.
        const answer = await (await connected()).request(
          {
            method: "tools/call",
            params: { name: tool, arguments: args },
          },
          ANYTHING,
          {
            timeout: timeoutMs,
            resetTimeoutOnProgress: isPatient,
            ...(signal === undefined ? {} : { signal }),
            ...(onprogress === undefined ? {} : { onprogress }),
          },
        );
        return rawResult(answer);
      } catch (error) {
        throw explained(error);
      }
    },
    state: () => closed || connection?.failure() ? ready ? "ended" : "failed" : ready ? "ready" : "starting",
    close,
  };
}

/** Whether an HTTP server cannot be reached any more, or has forgotten us; what it answers by the protocol is no such thing. */
function isBrokenHttp(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  return error instanceof Error && "code" in error && typeof error.code === "string" &&
    /^(?:CLIENT_HTTP|CONNECTION_CLOSED|SEND_FAILED)/.test(error.code);
}

/** Whether an HTTP server does not know our session: 404 by the protocol, but servers after the official example say 400. */
function isForgetful(status: number | undefined, message: string): boolean {
  return status === 404 || status === 400 && /\bsession\b/i.test(message);
}

/** What an HTTP server answered, where the SDK says so. */
function httpStatus(error: Error): number | undefined {
  if (!("data" in error) || typeof error.data !== "object" || error.data === null) return undefined;
  const { status } = error.data as { status?: unknown };
  return typeof status === "number" ? status : undefined;
}
