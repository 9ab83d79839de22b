import type { Client, Progress } from "@modelcontextprotocol/client";
import { AutoToolsError, type ErrorCode } from "../contract/error_codes.ts";
import { VERSION } from "../contract/version.ts";
import { ignoreError } from "../settings/attempt.ts";
import { isDeep, isRecord, textAt } from "../settings/json.ts";
import type { World } from "../settings/world.ts";
import { ANYTHING, NoResult, type RawResult, rawResult, tolerateNulls } from "./mcp_result.ts";
import { callClock } from "./call_clock.ts";
import { answerServer, type Caller, type ClientSide, declaredTo, type OpenCall } from "./mcp_caller.ts";
import { connectHttp, type HttpServer, withHelpedHeaders } from "./mcp_http.ts";
import { listAll, type ListedTool, type Listing } from "./mcp_listing.ts";
import { connectStdio, type McpConnection, type StdioServer } from "./mcp_stdio.ts";

/** Characters of a server's own words in an error message. Whoever tells it cuts it to what a person reads, once it is clean: an edge here could halve a secret. */
const MAX_REASON_CHARS = 16_000;

/** ms that a timer takes at most, for the SDK where a deadline of ours is shorter. */
const NO_TIMEOUT = 2 ** 31 - 1;

export type McpTarget = StdioServer | HttpServer;

/** The cause of a failure where a server goes on without knowing us any more. It has not looked at what it was sent. */
export const FORGOTTEN = Symbol("forgotten");

/** ms for the word that nobody waits for a task any more. */
const CANCEL_MS = 1000;

export interface CallOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** A server that tells how far it is has its time anew from then on. */
  isPatient?: boolean;
  onprogress?(progress: Progress): void;
  /** Whom the server may ask while it works on the call. */
  caller?: Caller;
  /** The tool runs as a task of its server, and no other way. */
  isTask?: boolean;
}

export type McpServer = ReturnType<typeof startMcpServer>;

/**
 * Starts a server, or connects to one, within `startupMs`. Never throws itself; every method waits for the handshake and throws `AutoToolsError`.
 * `cwd` is not the repository: `npx` and its like run what they find there. `root` is told to a server that asks for roots and is answered by no client.
 */
export function startMcpServer(
  name: string,
  target: McpTarget,
  { cwd, messageBytes, root, startupMs, side = {} }: {
    cwd: string;
    messageBytes: number;
    root: string;
    startupMs: number;
    side?: ClientSide;
  },
  world: World,
) {
  let connection: McpConnection | undefined;
  let closed = false;
  let closing: Promise<void> | undefined;
  let up: Client | undefined;
  let lost: AutoToolsError | undefined;
  const late = () => fail(`did not start within ${startupMs / 1000} s`);
  const startup = setTimeout(late, startupMs);
  const client = connect().catch((error) => {
    // Only what is not closed yet tells its own reason.
    const told = explained(error);
    close();
    throw told;
  });
  client.catch(ignoreError);
  let listing: Promise<Listing> | undefined;
  const calls = new Set<OpenCall>();

  async function connect(): Promise<Client> {
    // A program starts while the SDK is loaded.
    const loading = import("@modelcontextprotocol/client");
    const { transport } = connection = "command" in target
      ? connectStdio({ ...target, cwd, messageBytes }, fail, world)
      : connectHttp(await withHelpedHeaders(target, name, cwd, world), messageBytes, fail, await loading);
    const sdk = await loading;
    const capabilities = declaredTo(side);
    const made = new sdk.Client({ name: "auto-tools", version: VERSION }, { capabilities });
    answerServer(name, made, sdk, { root, side, calls }, world);
    for (const list of ["tools", "prompts", "resources"] as const) {
      made.setNotificationHandler(`notifications/${list}/list_changed`, () => {
        listing = undefined;
        side.onListChanged?.();
      });
    }
    // An HTTP connection ends without our doing when its server goes; a program's end is told by the connection itself. After a handshake
    // that failed the SDK closes before it says why.
    made.onclose = () => {
      if (up) closed = true;
    };
    await made.connect(tolerateNulls(transport), { timeout: NO_TIMEOUT });
    clearTimeout(startup);
    up = made;
    tellLevel();
    return made;
  }

  /** A server that cannot do that logs as it likes. */
  function tellLevel(): void {
    const level = side.logLevel?.();
    if (level && up?.getServerCapabilities()?.logging) up.setLoggingLevel(level).catch(ignoreError);
  }

  /** What it lists, asked for once, and anew after it has said that it changed. */
  async function listed(): Promise<Listing> {
    try {
      return await (listing ??= client.then(listAll));
    } catch (error) {
      listing = undefined;
      throw explained(error);
    }
  }

  function failed(reason: string, code: ErrorCode = "E_TOOL_UNAVAILABLE", cause?: unknown): AutoToolsError {
    return new AutoToolsError(code, `MCP server ${name} ${reason.slice(0, MAX_REASON_CHARS)}`, { cause });
  }

  /** Ends a server of which no more is to be had, for a reason of its own. */
  function fail(reason: string, code?: ErrorCode): void {
    if (closed) return;
    lost = failed(reason, code);
    close();
  }

  /** What is known of a failure: why it was ended, else what the SDK says. */
  function explained(error: unknown): AutoToolsError {
    if (lost) return lost;
    if (error instanceof AutoToolsError && !(error instanceof NoResult)) return error;
    if (error instanceof Deno.errors.NotFound) {
      return failed(`cannot be started: ${"command" in target ? target.command : name} not found`);
    }
    if (!(error instanceof Error)) throw error;
    const told = error.name === "ProtocolError" ? {} : error;
    const { code, data } = told as { code?: unknown; data?: { status?: unknown } };
    // Over SSE the code is the status. What a server answers by the protocol has none, whatever it says.
    const status = [data?.status, code].find((each): each is number =>
      typeof each === "number" && each >= 400
    );
    // What a server on the network answers by the protocol does not end it.
    const isBroken = error instanceof TypeError ||
      /^(?:CLIENT_HTTP|CONNECTION_CLOSED|SEND_FAILED)/.test(`${code}`);
    if ("url" in target && isBroken) close();
    else if (closed) return failed("was ended");
    if (error instanceof NoResult || code === "INVALID_RESULT") {
      return failed("gave an answer that is no result", "E_PARSE");
    }
    const login = connection?.login?.reasonFor(error, status);
    if (login !== undefined) return failed(login);
    if (status === 401 || status === 403) {
      return failed(`wants other credentials than its configuration gives it (HTTP ${status})`);
    }
    // 404 by the protocol, but servers after the official example say 400.
    if (up && (status === 404 || status === 400 && /\bsession\b/i.test(error.message))) {
      return failed(`has forgotten this session (HTTP ${status})`, "E_TOOL_UNAVAILABLE", FORGOTTEN);
    }
    const at = status === undefined ? "" : ` (HTTP ${status})`;
    return failed(`failed${at}: ${error.message}`, "E_TOOL_UNAVAILABLE", error);
  }

  async function request<T>(
    method: string,
    params: Record<string, unknown>,
    { timeoutMs = NO_TIMEOUT, isPatient = false, signal, onprogress, caller }: CallOptions,
    read: (answer: unknown) => T,
  ): Promise<T> {
    const clock = callClock(timeoutMs);
    const call = { clock, caller };
    calls.add(call);
    try {
      // Not the SDK's own callTool: it compiles the server's output schema, whose patterns would run in our thread.
      const answer = await (await client).request({ method, params }, ANYTHING, {
        timeout: NO_TIMEOUT,
        signal: AbortSignal.any([clock.signal, ...signal === undefined ? [] : [signal]]),
        onprogress(progress) {
          if (isPatient) clock.anew();
          onprogress?.(progress);
        },
      });
      if (isDeep(answer)) throw failed("gave an answer that is nested too deeply", "E_PARSE");
      return read(answer);
    } catch (error) {
      throw clock.signal.aborted && !closed
        ? failed("did not answer in time", "E_TIMEOUT")
        : explained(error);
    } finally {
      clock.end();
      calls.delete(call);
    }
  }

  /** Ends the server and all it has started, at once. Settles when one that is not ours knows of it, within a second. */
  function close(): Promise<void> {
    closed = true;
    clearTimeout(startup);
    closing ??= connection?.close();
    return closing ?? Promise.resolve();
  }

  return {
    listed,
    async tool(wanted: string): Promise<ListedTool> {
      const { tools, problems } = await listed();
      const found = tools.find(({ name }) => name === wanted);
      if (found !== undefined) return found;
      throw failed(`has no tool ${wanted}${problems.length > 0 ? ` (${problems.join("; ")})` : ""}`);
    },
    /** Calls a tool; the answer may say that it is an error. `E_TIMEOUT` when `timeoutMs` is over; the server is told so, as of a signal. */
    async call(tool: string, args: Record<string, unknown>, options: CallOptions = {}): Promise<RawResult> {
      const params = { name: tool, arguments: args };
      if (!options.isTask) return await request("tools/call", params, options, rawResult);
      const made = await request("tools/call", { ...params, task: {} }, options, recordOf);
      const taskId = textAt(made, "task", "taskId");
      try {
        // Answered when the task has ended; what its server asks meanwhile comes as in any call.
        return await request("tasks/result", { taskId }, options, rawResult);
      } catch (error) {
        request("tasks/cancel", { taskId }, { timeoutMs: CANCEL_MS }, recordOf).catch(ignoreError);
        throw error;
      }
    },
    /** Any other request of the protocol, and its result as it came. */
    request: (method: string, params: Record<string, unknown>, options: CallOptions = {}) =>
      request(method, params, options, recordOf),
    /** The client wants to be told from another level on, or has other roots; only one that is up is told. */
    clientChanged(what: "logLevel" | "roots"): void {
      if (closed) return;
      if (what === "logLevel") tellLevel();
      else up?.sendRootsListChanged().catch(ignoreError);
    },
    /** Its version, in its own words. */
    version: () => up?.getServerVersion()?.version ?? "",
    /** `failed` never worked and is not worth another start; `ended` did work. */
    state(): "starting" | "ready" | "ended" | "failed" {
      if (closed) return up ? "ended" : "failed";
      return up ? "ready" : "starting";
    },
    close,
  };
}

function recordOf(answer: unknown): Record<string, unknown> {
  if (isRecord(answer)) return answer;
  throw new NoResult("no result");
}
