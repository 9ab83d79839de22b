import { AutoToolsError } from "../../contract/error_codes.ts";
import { sanitize, sanitizedHead } from "../../guard/sanitize.ts";
import { ignoreError } from "../../settings/attempt.ts";
import { inTime } from "../../settings/in_time.ts";
import { redact } from "../../guard/secrets/redact.ts";
import type { ConfiguredServer } from "../../settings/mcp_servers/configured_server.ts";
import type { Locations } from "../../settings/locations.ts";
import type { World } from "../../settings/world.ts";
import { serverLogin } from "../../tools/login/server_login.ts";
import type { ClientSide } from "../../tools/mcp_caller.ts";
import type { CallOptions, McpServer, McpTarget } from "../../tools/mcp_server.ts";
import { FORGOTTEN, startMcpServer } from "../../tools/mcp_server.ts";
import { type GatewayTool, gatewayTools } from "../catalog/gateway_tool.ts";
import { hashOf } from "../../settings/sha256.ts";
import { listedOf } from "../catalog/listed.ts";
import type { RiskRules } from "../permissions/rules.ts";
import { readListed, writeListed } from "./tool_cache.ts";

/** ms for a start where the configuration says nothing; `npx` may have to fetch first. */
const STARTUP_MS = 20_000;
/** ms for a call where the configuration says nothing, counted from what its server last told of it. */
const CALL_MS = 60_000;
/** Bytes of one message: an output of a hundred megabytes is kept whole. */
const MAX_MESSAGE_BYTES = 160 * 1024 * 1024;
/** Calls in a row that got no answer, after which the server is started anew. */
const MAX_SILENT = 2;
/** UTF-16 units of what is told of a failure, and of what is looked at for it: what is cut before it is clean may end in half a secret. */
const MAX_REASON = 500;
const MAX_LOOKED = 2000;
const MAX_VERSION = 40;
/** ms to wait after the second failure in a row, doubled with each that follows. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** ms after which the tools of a server that says that they changed are listed: it may say so again and again. */
const RELIST_MS = 1000;

/** Variables that say how the network and the screen are reached; programs that fetch need them. */
const COMMON =
  /^(?:(?:https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|npm_config_.*|XDG_.*|DISPLAY|WAYLAND_DISPLAY)$/i;
/** Stands in the environment of all that a gateway starts: a gateway that finds it serves nothing, so that none is started within another. */
export const INSIDE_GATEWAY = "AUTO_TOOLS_GATEWAY";

export interface UpstreamPlace {
  /** Real path of the repository root. */
  root: string;
  locations: Pick<Locations, "home" | "cache" | "data">;
  /** Our own environment, for servers whose client hands all of it on. */
  environment: Readonly<Record<string, string>>;
  settings: { risk: RiskRules };
}

export type Upstream = ReturnType<typeof createUpstream>;
export type UpstreamStatus = ReturnType<Upstream["status"]>;

/** One MCP server behind the gateway: started by the first need, kept, and started again when it has gone. */
export function createUpstream(
  config: ConfiguredServer,
  { root, environment, locations: { home = "/", cache, data }, settings: { risk } }: UpstreamPlace,
  side: ClientSide,
  world: World,
) {
  const { name, target, callMs } = config;
  const login = "url" in target && data !== undefined
    ? serverLogin({ name, target }, data, world)
    : undefined;
  let listed = readListed(config, cache);
  let known = listed && gatewayTools(config, listed, risk);
  /** What `known` was made of in this run. */
  let latest: unknown;
  let server: McpServer | undefined;
  /** Why it failed last, or could not list its tools. */
  let reason: string | undefined;
  /** Failures in a row, and when the next try may be. The first may have been an accident. */
  let [failures, notBefore] = [0, 0];
  let silent = 0;
  let [timed, version, readyMs]: [McpServer | undefined, string, number] = [undefined, "", 0];
  let relisting: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  function running(): McpServer {
    if (closed) throw unavailable("the gateway is closing");
    if (server !== undefined && ["ready", "starting"].includes(server.state())) return server;
    if (server !== undefined) failed(reason ?? "ended");
    if (waitMs() > 0) {
      const seconds = Math.ceil(waitMs() / 1000);
      throw unavailable(`failed ${failures} times; the next try is in ${seconds} s: ${reason}`);
    }
    return server = startMcpServer(name, targetOf(config, environment, login), {
      cwd: "command" in target ? target.cwd ?? home : home,
      root,
      startupMs: config.startupMs ?? STARTUP_MS,
      messageBytes: MAX_MESSAGE_BYTES,
      side: { ...side, onListChanged: relist },
    }, world);
  }

  const unavailable = (why: string) => new AutoToolsError("E_TOOL_UNAVAILABLE", `MCP server ${name} ${why}`);
  const waitMs = () => Math.max(0, notBefore - world.elapsed());

  function failed(why: string): void {
    reason = why;
    server = undefined;
    const wait = failures++ === 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 2));
    notBefore = world.elapsed() + wait;
  }

  /** Its tools as it lists them now; starts it where needed. Throws `AutoToolsError`. */
  async function live(): Promise<readonly GatewayTool[]> {
    const used = running();
    const began = world.elapsed();
    try {
      const listing = await used.listed();
      if (known !== undefined && listing === latest) return known;
      latest = listing;
      if (timed !== used) readyMs = Math.round(world.elapsed() - began);
      [timed, version] = [used, sanitizedHead(used.version(), MAX_VERSION)];
      reason = undefined;
      if (known !== undefined && listed?.sha256 === hashOf(listing)) return known;
      listed = listedOf(listing);
      known = gatewayTools(config, listed, risk);
      writeListed(config, listed, cache);
      side.onListChanged?.();
      return known;
    } catch (error) {
      throw harmlessError(used, error, true);
    }
  }

  /** Notes the end of a server. What one that goes on has refused is no reason for its next end. */
  function harmlessError(used: McpServer, error: unknown, isReason = false): AutoToolsError {
    if (!(error instanceof AutoToolsError)) throw error;
    // What we say of a failure stays where the server's words behind it have to go. In one line: it could go on in lines that look like ours.
    const { code, message, cause } = error;
    const parts = redact(message.slice(0, MAX_LOOKED)).text.split(": ");
    const words = parts.map((part) => sanitize(part).text).join(": ").replace(/\s+/g, " ");
    const told = new AutoToolsError(code, words.slice(0, MAX_REASON).toWellFormed(), { cause });
    const why = told.message.replace(`MCP server ${name} `, "");
    if (used === server && isReason) reason = why;
    if (used === server && used.state() !== "ready") failed(why);
    return told;
  }

  /** After the server said that its tools changed, but not each time; a failure is met again, and told, by the next call. */
  function relist(): void {
    relisting ??= setTimeout(() => {
      relisting = undefined;
      // One that has gone meanwhile is started by whoever needs it.
      if (closed || server?.state() !== "ready") return;
      live().catch(ignoreError);
    }, RELIST_MS);
  }

  /** Asks the server for something, once more where it had forgotten us; nothing where the tool is another now than `judged`: one that has started anew or says that it changed is listed first. Throws `AutoToolsError`. */
  async function ask<T>(
    send: (to: McpServer, options: CallOptions) => Promise<T>,
    options: CallOptions,
    judged?: GatewayTool,
    isRepeated = false,
  ): Promise<T> {
    const namedMs = options.timeoutMs ?? callMs;
    if (judged !== undefined) {
      const tools = await inTime(live(), namedMs ?? CALL_MS, options.signal);
      const now = tools?.find(({ name }) => name === judged.name)?.sha256;
      const why = tools ? "has just changed this tool" : "did not list its tools in time";
      if (now !== judged.sha256) throw unavailable(`${why}, so it was not run; try again`);
    }
    const used = running();
    try {
      const result = await send(used, {
        ...options,
        onprogress(step) {
          silent = 0;
          options.onprogress?.(step);
        },
        timeoutMs: namedMs ?? CALL_MS,
        // A time that somebody has named is meant as it stands.
        isPatient: namedMs === undefined,
      });
      [failures, notBefore, silent] = [0, 0, 0];
      return result;
    } catch (error) {
      const told = harmlessError(used, error);
      if (told.cause === FORGOTTEN && !isRepeated) return await ask(send, options, judged, true);
      if (told.code === "E_TIMEOUT" && ++silent >= MAX_SILENT) {
        reason = `did not answer ${silent} calls in a row`;
        silent = 0;
        used.close();
        if (server === used) server = undefined;
      }
      throw told;
    }
  }

  return {
    config,
    /** Its tools as far as they are known, from this run or an earlier one. */
    tools: (): readonly GatewayTool[] | undefined => known,
    listed: () => listed,
    live,
    clientChanged: (what: "logLevel" | "roots") => server?.clientChanged(what),
    /** Calls a tool that still is what was judged. */
    call(judged: GatewayTool, args: Record<string, unknown>, options: CallOptions = {}) {
      const { toolName, isTask } = judged;
      return ask((to, options) => to.call(toolName, args, options), { ...options, isTask }, judged);
    },
    request: (method: string, params: Record<string, unknown>, options: CallOptions = {}) =>
      ask((to, options) => to.request(method, params, options), options),
    status() {
      const now = server?.state();
      const last = reason !== undefined ? "failed" : now === "ready" ? now : "idle";
      return {
        serverName: name,
        source: config.source,
        /** `idle`: it starts with the first call. */
        state: now === "starting" ? now : last,
        tools: known?.length ?? 0,
        version,
        /** ms that it took to say what it has for the first time, its start included. */
        readyMs,
        problems: listed?.problems ?? [],
        /** Why it failed last, or, while it is up, why its tools are not to be had. */
        ...reason !== undefined && { reason },
        ...login?.state() && { login: login.state() },
      };
    },
    /** Settles when the server knows, within a second. */
    close(): Promise<void> {
      closed = true;
      clearTimeout(relisting);
      return server?.close() ?? Promise.resolve();
    },
  };
}

/** How a server is reached. Its environment is what its configuration says, on top of all of ours where its client hands that on, else of a few variables. */
function targetOf(
  { target }: ConfiguredServer,
  environment: Readonly<Record<string, string>>,
  login: ReturnType<typeof serverLogin> | undefined,
): McpTarget {
  if ("url" in target) {
    return { ...target, env: { ...environment, [INSIDE_GATEWAY]: "1" }, ...login && { login } };
  }
  const { command, args, env, inheritsAll = false } = target;
  const inherited = Object.entries(environment).filter(([name]) => inheritsAll || COMMON.test(name));
  return { command, args, env: { ...Object.fromEntries(inherited), ...env, [INSIDE_GATEWAY]: "1" } };
}
