import { AutoToolsError } from "../../contract/error_codes.ts";
import { sanitize } from "../../guard/sanitize.ts";
import { redact } from "../../guard/secrets/redact.ts";
import type { ConfiguredServer } from "../../settings/mcp_servers/configured_server.ts";
import type { World } from "../../settings/world.ts";
import type { RawResult } from "../../tools/mcp_raw_result.ts";
import { type CallOptions, ForgottenError, type McpServer, startMcpServer } from "../../tools/mcp_server.ts";
import type { ToolList } from "../../tools/mcp_tool_list.ts";
import { type GatewayTool, gatewayTools } from "../catalog/gateway_tool.ts";
import { isSameList, type ListedTools, listedTools } from "../catalog/listed_tools.ts";
import type { RiskRules } from "../permissions/rules.ts";
import { BackOff } from "./back_off.ts";
import { targetOf } from "./target.ts";
import type { ToolCache } from "./tool_cache.ts";

/** ms for a start where the configuration says nothing; `npx` may have to fetch first. */
const STARTUP_MS = 20_000;
/** ms for a call where the configuration says nothing, counted from what its server last told of it. */
const CALL_MS = 60_000;
/** Bytes of one message: an output of a hundred megabytes is kept whole. */
const MAX_MESSAGE_BYTES = 160 * 1024 * 1024;
/** Calls in a row that got no answer, after which the server is started anew. */
const MAX_SILENT = 2;
/** UTF-16 units of what is told of a failure. */
const MAX_REASON = 500;
/** The same of what is looked at for it: what is cut before it is clean may end in half a secret. */
const MAX_LOOKED = 4 * MAX_REASON;
/** ms between two lists of a server that says again and again that its tools changed. */
const RELIST_MS = 2000;
/** Messages that a server may send in a second, over several; what it is asked for needs a handful. */
const MAX_RATE = 2000;

export interface UpstreamStatus {
  serverName: string;
  /** The file that configures it. */
  source: string;
  /** `idle`: it starts with the first call. */
  state: "idle" | "starting" | "ready" | "failed";
  tools: number;
  /** What is missing from its tools. */
  problems: string[];
  /** Why it failed last, or, while it is up, why its tools are not to be had. */
  reason?: string;
  /** ms until it may be started again. */
  retryMs?: number;
}

export interface UpstreamOptions {
  root: string;
  home: string;
  /** Our own environment, for servers whose client hands all of it on. */
  environment: Readonly<Record<string, string>>;
  risk: RiskRules;
  cache: ToolCache;
  onToolsChanged(): void;
}

/** One MCP server behind the gateway: started by the first need, kept, and started again when it has gone. */
export interface Upstream {
  readonly config: ConfiguredServer;
  /** Its tools as far as they are known, from this run or an earlier one. */
  tools(): readonly GatewayTool[] | undefined;
  /** Its tools as it lists them now; starts it where needed. Throws `AutoToolsError`. */
  live(): Promise<readonly GatewayTool[]>;
  /** Throws `AutoToolsError`: `E_TIMEOUT`, `E_TOOL_UNAVAILABLE`, `E_PARSE`. */
  call(toolName: string, args: Record<string, unknown>, options: CallOptions): Promise<RawResult>;
  status(): UpstreamStatus;
  /** Settles when the server knows, within a second. */
  close(): Promise<void>;
}

export function createUpstream(config: ConfiguredServer, options: UpstreamOptions, world: World): Upstream {
  const backOff = new BackOff(() => world.elapsed());
  let listed = options.cache.read(config);
  let known = listed === undefined ? undefined : gatewayTools(config, listed, options.risk);
  let listedLast: ToolList | undefined;
  let server: McpServer | undefined;
  let reason: string | undefined;
  /** Why a server that goes on could not list its tools. */
  let unlisted: string | undefined;
  let silent = 0;
  let relisting: ReturnType<typeof setTimeout> | undefined;
  let relistedAt = -Infinity;
  let closed = false;

  function running(): McpServer {
    if (closed) throw unavailable("the gateway is closing");
    const state = server?.state();
    if (server !== undefined && (state === "ready" || state === "starting")) return server;
    if (server !== undefined) {
      reason ??= "ended";
      backOff.failed();
    }
    server = undefined;
    if (backOff.waitMs() > 0) throw waiting();
    unlisted = undefined;
    return server = startMcpServer(config.name, targetOf(config, options.environment), {
      cwd: "command" in config.target ? config.target.cwd ?? options.home : options.home,
      root: options.root,
      startupMs: config.startupMs ?? STARTUP_MS,
      maxMessageBytes: MAX_MESSAGE_BYTES,
      maxMessagesPerSecond: MAX_RATE,
      onToolsChanged: relist,
    }, world);
  }

  function waiting(): AutoToolsError {
    return unavailable(
      `failed ${backOff.failures} times; the next try is in ${
        Math.ceil(backOff.waitMs() / 1000)
      } s: ${reason}`,
    );
  }

  function unavailable(why: string): AutoToolsError {
    return new AutoToolsError("E_TOOL_UNAVAILABLE", `MCP server ${config.name} ${why}`);
  }

  async function live(): Promise<readonly GatewayTool[]> {
    const used = running();
    try {
      const list = await used.tools();
      reason = undefined;
      unlisted = undefined;
      if (known !== undefined && list === listedLast) return known;
      listedLast = list;
      if (known !== undefined && listed !== undefined && isSameList(listed, list)) return known;
      listed = listedTools(list);
      known = gatewayTools(config, listed, options.risk);
      options.cache.write(config, listed);
      options.onToolsChanged();
      return known;
    } catch (error) {
      const told = lost(used, error);
      if (told instanceof AutoToolsError && used === server) unlisted = withoutName(told.message);
      throw told;
    }
  }

  /** Notes a failure, and makes its words harmless: they may be the server's own. */
  function lost(used: McpServer, error: unknown): unknown {
    if (!(error instanceof AutoToolsError)) return error;
    const told = new AutoToolsError(error.code, harmless(error.message), {
      cause: error,
    });
    // What a server that goes on has refused is no reason for its next end.
    if (used === server && used.state() !== "ready") {
      reason = withoutName(told.message);
      backOff.failed();
      server = undefined;
    }
    return told;
  }

  function withoutName(message: string): string {
    return message.replace(`MCP server ${config.name} `, "");
  }

  /** After the server said that its tools changed, but not each time; a failure is met again, and told, by the next call. */
  function relist(): void {
    if (relisting !== undefined) return;
    const wait = Math.max(0, relistedAt + RELIST_MS - world.elapsed());
    relisting = setTimeout(() => {
      relisting = undefined;
      relistedAt = world.elapsed();
      // One that has gone meanwhile is started by whoever needs it.
      if (closed || server?.state() !== "ready") return;
      live().catch((error) => {
        if (!(error instanceof AutoToolsError)) throw error;
      });
    }, wait);
  }

  async function call(
    toolName: string,
    args: Record<string, unknown>,
    options: CallOptions,
    isRepeated = false,
  ): Promise<RawResult> {
    const used = running();
    const judged = toolNow(toolName);
    try {
      const result = await used.call(toolName, args, {
        ...options,
        onprogress(step) {
          silent = 0;
          options.onprogress?.(step);
        },
        timeoutMs: options.timeoutMs ?? config.callMs ?? CALL_MS,
        // A time that somebody has named is meant as it stands.
        isPatient: (options.timeoutMs ?? config.callMs) === undefined,
      });
      backOff.worked();
      silent = 0;
      return result;
    } catch (error) {
      const told = lost(used, error);
      if (error instanceof ForgottenError && !isRepeated) {
        await live();
        // What ran would not be what was judged.
        if (toolNow(toolName)?.sha256 === judged?.sha256) return await call(toolName, args, options, true);
      }
      if (told instanceof AutoToolsError && told.code === "E_TIMEOUT" && ++silent >= MAX_SILENT) {
        reason = `did not answer ${silent} calls in a row`;
        silent = 0;
        used.close();
        if (server === used) server = undefined;
      }
      throw told;
    }
  }

  function toolNow(toolName: string): GatewayTool | undefined {
    return known?.find((tool) => tool.toolName === toolName);
  }

  return {
    config,
    tools: () => known,
    live,
    call,
    status() {
      const running = server?.state();
      const retryMs = backOff.waitMs();
      const why = running === "ready" ? unlisted : reason;
      const state = running === "starting"
        ? running
        : why !== undefined
        ? "failed"
        : running === "ready"
        ? running
        : "idle";
      return {
        serverName: config.name,
        source: config.source,
        state,
        tools: known?.length ?? 0,
        problems: listed === undefined ? [] : [...unsafeNames(listed), ...listed.problems],
        ...(why === undefined ? {} : { reason: why }),
        ...(retryMs > 0 ? { retryMs } : {}),
      };
    },
    close() {
      closed = true;
      clearTimeout(relisting);
      return server?.close() ?? Promise.resolve();
    },
  };
}

/** Tools that cannot be called, since the guard objects to their names. */
function unsafeNames({ tools, shown }: ListedTools): string[] {
  const count = tools.length - Object.keys(shown).length;
  return count === 0 ? [] : [`${count} tool${count === 1 ? "" : "s"} left out: not safe to name`];
}

/**
 * A message without secrets and orders to a model. What we say of a failure stays where the server's words behind it have to go; secrets go first, since the
 * name that tells one stands before a colon as well.
 */
function harmless(message: string): string {
  const parts = redact(message.slice(0, MAX_LOOKED)).text.split(": ").map((part) => sanitize(part).text);
  // In one line: it could go on in lines that look like ours.
  return parts.join(": ").replace(/\s+/g, " ").slice(0, MAX_REASON).toWellFormed();
}
