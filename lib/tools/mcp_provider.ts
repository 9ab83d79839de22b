import { AutoToolsError } from "../contract/error_codes.ts";
import type { ToolOutput } from "../contract/finding.ts";
import { excludeMatcher } from "../guard/boundary/exclude.ts";
import { isSensitivePath } from "../guard/boundary/sensitive.ts";
import type { McpServerConfig, McpToolConfig } from "../settings/config_schema.ts";
import { DEFAULTS } from "../settings/defaults.ts";
import { systemWorld, type World } from "../settings/world.ts";
import { type McpResult, readMcpResult, resultText } from "./mcp_result.ts";
import { type McpServer, startMcpServer } from "./mcp_server.ts";
import type { ToolCall, ToolOutcome, ToolProvider } from "./protocol.ts";
import { askGateway } from "./warm/ask_gateway.ts";

/** What a server may send while it serves one prompt: a handful of answers, and some progress and log messages between them. */
const LIMIT = { bytes: 4 * 1024 * 1024, messages: 500 };

export interface McpProviderOptions {
  /** Real path of the repository root. */
  root: string;
  /** Commit of HEAD; undefined outside git. */
  commit?: string;
  /** RFC 3339, for `source.time` of findings. */
  time: string;
  /** Globs of paths that are not named, on top of the sensitive ones. */
  exclude?: readonly string[];
  /** Where a gateway that runs for this repository may have its socket; none is asked without them. */
  gatewayFolders?: readonly string[];
}

/**
 * The configured tools of MCP servers, as automatic tools. A gateway that runs for the repository is asked first, since it keeps its servers.
 * Without one a server is started by the first call that needs it, serves the calls of this prompt, and is ended by `close`, or with its
 * whole process group by the first call that overruns. Only stdio servers are started: a prompt never opens a network connection. A tool
 * that its server does not declare read-only is refused.
 *
 * @param tools Entries without a server tune built-in tools and are not served here.
 */
export function createMcpProvider(
  tools: readonly McpToolConfig[],
  servers: Readonly<Record<string, McpServerConfig>>,
  options: McpProviderOptions,
  world: World = systemWorld(),
): ToolProvider {
  const entries = new Map(
    tools.filter(({ server }) => server !== undefined).map((entry) => [entry.name, entry]),
  );
  const isExcluded = excludeMatcher(options.exclude ?? []);
  const started = new Map<string, McpServer>();
  let closed = false;

  function serverFor(entry: McpToolConfig): McpServer {
    const name = entry.server ?? "";
    const config = Object.hasOwn(servers, name) ? servers[name] : undefined;
    if (closed) throw unavailable("the prompt is over");
    if (config === undefined) throw unavailable(`MCP server ${name} is not configured under mcp_servers`);
    if ("url" in config) {
      throw unavailable(
        `MCP server ${name} is reached over the network, which a prompt never is; use the gateway`,
      );
    }
    const running = started.get(name);
    if (running && running.state() !== "ended") return running;
    const cwd = world.env("HOME") ?? "/";
    const startupMs = (config.startup_timeout_sec ?? DEFAULTS.mcpStartupSec) * 1000;
    const server = startMcpServer(name, config, { cwd, root: options.root, startupMs, limit: LIMIT }, world);
    started.set(name, server);
    return server;
  }

  async function answer(
    server: McpServer,
    entry: McpToolConfig,
    args: Record<string, unknown>,
  ): Promise<ToolOutcome> {
    const name = entry.tool ?? entry.name;
    const tool = await server.tool(name);
    if (!tool) throw unavailable(`MCP server ${entry.server} has no tool ${name}`);
    const { readOnlyHint, destructiveHint } = tool.annotations ?? {};
    if (readOnlyHint !== true || destructiveHint === true) {
      throw unavailable(
        `MCP server ${entry.server} does not declare ${name} read-only (readOnlyHint), so it never runs automatically`,
      );
    }
    return outcomeOf(entry, await server.call(name, args));
  }

  function outcomeOf(entry: McpToolConfig, result: McpResult & { isError?: unknown }): ToolOutcome {
    const name = entry.tool ?? entry.name;
    if (result.isError === true) {
      const words = resultText(result);
      throw unavailable(`MCP server ${entry.server} says: ${words === "" ? "the call failed" : words}`);
    }
    const { root, commit, time } = options;
    const source = { tool: `${entry.server}/${name}`, version: commit ?? "-", time };
    return {
      status: "ok",
      output: withoutPrivate(
        entry.name,
        readMcpResult(result, entry.result, { tool: entry.name, root, source }),
      ),
    };
  }

  /** A stranger's results are no way to name what is never named. */
  function withoutPrivate(tool: string, output: ToolOutput): ToolOutput {
    const findings = output.findings.filter(({ path }) =>
      path === undefined || !(isSensitivePath(path) || isExcluded(path))
    );
    const left = output.findings.length - findings.length;
    if (left === 0) return output;
    return {
      ...output,
      findings,
      limits: [...output.limits, `${tool}: ${left} results name private files and were left out`],
    };
  }

  /** What a running gateway makes of a call; undefined where it is ours to make, with why if one should have made it. */
  async function askRunning(
    entry: McpToolConfig,
    { args, timeoutMs }: ToolCall,
    folders: readonly string[],
    signal: AbortSignal,
  ): Promise<{ outcome?: ToolOutcome; why?: string }> {
    const server = entry.server ?? "";
    const config = Object.hasOwn(servers, server) ? servers[server] : undefined;
    const { root } = options;
    if (config === undefined || closed) return {};
    const tool = entry.tool ?? entry.name;
    const warm = await askGateway(folders, { root, server, config, tool, args, timeoutMs }, signal);
    if (warm.kind === "absent") return {};
    if (warm.kind === "unusable") return { why: warm.why };
    if (warm.kind === "refused") throw unavailable(warm.message);
    const { content, structuredContent, isError } = warm.result;
    return {
      outcome: outcomeOf(entry, {
        content: Array.isArray(content) ? content : [],
        structuredContent,
        isError,
      }),
    };
  }

  async function call(wanted: ToolCall): Promise<ToolOutcome> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new AbortController();
    let running: McpServer | undefined;
    const make = async (entry: McpToolConfig): Promise<ToolOutcome> => {
      const { gatewayFolders: folders = [] } = options;
      const { outcome: warm, why } = folders.length === 0
        ? {}
        : await askRunning(entry, wanted, folders, over.signal);
      if (over.signal.aborted) return { status: "timeout" };
      if (warm) return warm;
      running = serverFor(entry);
      return withWhy(await answer(running, entry, wanted.args), entry, why);
    };
    try {
      const entry = entries.get(wanted.tool);
      if (!entry) throw unavailable("no such tool");
      const overrun = new Promise<ToolOutcome>((resolve) => {
        timer = setTimeout(() => {
          resolve({ status: "timeout" });
          over.abort();
          running?.close();
        }, wanted.timeoutMs);
      });
      const made = make(entry);
      // What fails after its time is over has been told as that.
      made.catch(() => {});
      return await Promise.race([overrun, made]);
    } catch (error) {
      if (error instanceof AutoToolsError) {
        return { status: "error", code: error.code, message: error.message };
      }
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    has: (tool) => entries.has(tool),
    call,
    close() {
      closed = true;
      for (const server of started.values()) server.close();
    },
  };
}

/** Says why a server was started though a gateway is there. */
function withWhy(
  outcome: ToolOutcome,
  { name, server }: McpToolConfig,
  why: string | undefined,
): ToolOutcome {
  if (why === undefined || outcome.status !== "ok") return outcome;
  const limit =
    `${name}: the running gateway could not be used (${why}); ${server} was started for this prompt`;
  return { ...outcome, output: { ...outcome.output, limits: [...outcome.output.limits, limit] } };
}

function unavailable(message: string): AutoToolsError {
  return new AutoToolsError("E_TOOL_UNAVAILABLE", message);
}
