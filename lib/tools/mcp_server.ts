import { pathToFileURL } from "node:url";
import type { Client, Tool } from "@modelcontextprotocol/client";
import { AutoToolsError } from "../contract/error_codes.ts";
import { VERSION } from "../contract/version.ts";
import type { StdioServerConfig } from "../settings/config_schema.ts";
import type { World } from "../settings/world.ts";
import type { McpResult } from "./mcp_result.ts";
import { connectStdio, type SendingLimit, type StdioConnection } from "./mcp_transport.ts";

/** ms that the SDK waits for an answer: longer than any call may take, since the caller's own deadline is the one that counts. */
const SDK_TIMEOUT = { timeout: 600_000 };
/** Pages of a server's tool list that are read; a list that never ends is cut. */
const MAX_LIST_PAGES = 20;
/** Characters of a server's own words in an error message. */
const MAX_REASON_CHARS = 300;

/** A started MCP server. Its methods throw `AutoToolsError`: `E_TOOL_UNAVAILABLE` when the server fails, `E_PARSE` when it answers nonsense. */
export interface McpServer {
  /** The tool as its server describes it; undefined where it has none of that name. */
  tool(name: string): Promise<Tool | undefined>;
  /** Calls a tool. An answer that says it is an error is `E_TOOL_UNAVAILABLE`. */
  call(name: string, args: Record<string, unknown>): Promise<McpResult>;
  /** `failed` never worked and is not worth another start; `ended` did work. */
  state(): "starting" | "ready" | "ended" | "failed";
  /** Ends the server and all it has started, at once. */
  close(): void;
}

export interface McpServerOptions {
  /** Folder that the server runs in. Not the repository: `npx` and its like run what they find there. */
  cwd: string;
  /** Real path of the repository root, for a server that asks for roots. */
  root: string;
  /** What the server may send in all; undefined for a server that is kept. */
  limit?: SendingLimit;
}

/**
 * Starts a stdio server and makes its acquaintance within `startup_timeout_sec`; the SDK loads meanwhile. Every method waits for the
 * handshake. Never throws itself.
 */
export function startMcpServer(
  name: string,
  config: StdioServerConfig,
  options: McpServerOptions,
  world: World,
): McpServer {
  let connection: StdioConnection | undefined;
  let closed = false;
  let ready = false;
  let lost: AutoToolsError | undefined;
  const startup = setTimeout(() => {
    if (!ready) lost = unavailable(`did not start within ${config.startup_timeout_sec} s`);
    close();
  }, config.startup_timeout_sec * 1000);
  const client = connect().catch((error) => {
    close();
    return explained(error);
  });
  const tools = memo(async () => await listTools(await connected()));

  async function connect(): Promise<Client> {
    const { command, args, env } = config;
    const { limit, cwd, root } = options;
    connection = connectStdio({ command, args, env, cwd, ...(limit === undefined ? {} : { limit }) }, world);
    const { Client, deserializeMessage } = await import("@modelcontextprotocol/client");
    const made = new Client({ name: "auto-tools", version: VERSION }, { capabilities: { roots: {} } });
    made.setRequestHandler(
      "roots/list",
      () => ({ roots: [{ uri: pathToFileURL(root).href, name: "repository" }] }),
    );
    await made.connect(connection.transport(deserializeMessage), SDK_TIMEOUT);
    ready = true;
    clearTimeout(startup);
    return made;
  }

  async function connected(): Promise<Client> {
    const outcome = await client;
    if (outcome instanceof AutoToolsError) throw outcome;
    return outcome;
  }

  async function listTools(from: Client): Promise<Tool[]> {
    const found: Tool[] = [];
    if (!from.getServerCapabilities()?.tools) return found;
    let cursor: string | undefined;
    for (let page = 0; page < MAX_LIST_PAGES; page++) {
      const params = cursor === undefined ? {} : { cursor };
      const list = await from.request({ method: "tools/list", params }, SDK_TIMEOUT);
      found.push(...list.tools);
      cursor = list.nextCursor;
      if (cursor === undefined) break;
    }
    return found;
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
      return unavailable(`cannot be started: ${config.command} not found`);
    }
    if (closed) return unavailable("was ended");
    if (!(error instanceof Error)) throw error;
    if ("code" in error && error.code === "INVALID_RESULT") {
      return new AutoToolsError("E_PARSE", `MCP server ${name} gave an answer that is no result`, {
        cause: error,
      });
    }
    return unavailable(`failed: ${error.message}`);
  }

  function close(): void {
    closed = true;
    clearTimeout(startup);
    connection?.close();
  }

  return {
    async tool(wanted) {
      try {
        return (await tools()).find((each) => each.name === wanted);
      } catch (error) {
        throw explained(error);
      }
    },
    async call(tool, args) {
      let result;
      try {
        // Not the SDK's own callTool: it compiles the server's output schema, whose patterns would run in our thread.
        result = await (await connected()).request({
          method: "tools/call",
          params: { name: tool, arguments: args },
        }, SDK_TIMEOUT);
      } catch (error) {
        throw explained(error);
      }
      if (result.isError !== true) return result;
      const words = result.content.flatMap((block) => block.type === "text" ? [block.text] : []).join(" ");
      throw unavailable(`says: ${words === "" ? "the call failed" : words}`);
    },
    state: () => closed || connection?.failure() ? ready ? "ended" : "failed" : ready ? "ready" : "starting",
    close,
  };
}

function memo<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => made ??= make();
}
