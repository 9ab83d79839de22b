import { AutoToolsError } from "../contract/error_codes.ts";
import type { ToolOutput } from "../contract/finding.ts";
import { caught } from "../settings/attempt.ts";
import { excludeMatcher } from "../guard/boundary/exclude.ts";
import { isSensitivePath } from "../guard/boundary/sensitive.ts";
import type { McpServerConfig, McpToolConfig } from "../settings/config_schema.ts";
import { DEFAULTS } from "../settings/defaults.ts";
import { inTime } from "../settings/in_time.ts";
import { systemWorld, type World } from "../settings/world.ts";
import { askGateways, configurationHash, GATEWAY, notReadOnly } from "./ask_gateway.ts";
import { readMcpResult } from "./mcp_findings.ts";
import { type RawResult, rawResult, readResult } from "./mcp_result.ts";
import { type McpServer, startMcpServer } from "./mcp_server.ts";
import type { ToolCall, ToolProvider } from "./protocol.ts";

type Entry = McpToolConfig & { server: string; tool: string };

/**
 * The configured tools of MCP servers that their servers declare read-only. A gateway that runs for the repository is asked first; without one the first
 * call starts a server, by stdio only, since a prompt never opens a network connection. Entries without a server are not served here.
 */
export function createMcpProvider(
  tools: readonly McpToolConfig[],
  servers: Readonly<Record<string, McpServerConfig>>,
  { root, commit, time, exclude = [], gatewayFolders = [] }: {
    /** Real path of the repository root. */
    root: string;
    commit?: string;
    /** RFC 3339, for `source.time` of findings. */
    time: string;
    /** Globs of paths that are not named, on top of the sensitive ones. */
    exclude?: readonly string[];
    gatewayFolders?: readonly string[];
  },
  world: World = systemWorld(),
): ToolProvider {
  const entries = new Map(tools.flatMap((entry): [string, Entry][] => {
    const { name, server, tool = name } = entry;
    return server === undefined ? [] : [[name, { ...entry, server, tool }]];
  }));
  const isExcluded = excludeMatcher(exclude);
  const started = new Map<string, McpServer>();
  let closed = false;

  function serverFor(name: string, config: McpServerConfig): McpServer {
    if ("url" in config) {
      throw unavailable(
        `MCP server ${name} is reached over the network, which a prompt never is; use the gateway`,
      );
    }
    const running = started.get(name);
    if (running && running.state() !== "ended") return running;
    const cwd = world.env("HOME") ?? "/";
    const startupMs = (config.startup_timeout_sec ?? DEFAULTS.mcpStartupSec) * 1000;
    const options = { cwd, root, startupMs, messageBytes: GATEWAY.maxAnswer };
    const server = startMcpServer(name, config, options, world);
    started.set(name, server);
    return server;
  }

  function outputOf({ name, server, tool, result: mapping }: Entry, result: RawResult): ToolOutput {
    if (result.isError === true) {
      throw unavailable(`MCP server ${server} says: ${readResult(result).text || "the call failed"}`);
    }
    const source = { tool: `${server}/${tool}`, version: commit ?? "-", time };
    const output = readMcpResult(result, mapping, { tool: name, root, source });
    // A stranger's results are no way to name what is never named.
    const findings = output.findings.filter(({ path = "" }) => !isSensitivePath(path) && !isExcluded(path));
    const left = output.findings.length - findings.length;
    const limits = left === 0 ? [] : [`${name}: ${left} results name private files and were left out`];
    return { ...output, findings, limits: [...output.limits, ...limits] };
  }

  async function outputFor(called: ToolCall, signal: AbortSignal): Promise<ToolOutput> {
    const { args, timeoutMs } = called;
    const entry = entries.get(called.tool);
    if (!entry) throw unavailable("no such tool");
    const { server, tool } = entry;
    if (closed) throw unavailable("the prompt is over");
    const config = Object.hasOwn(servers, server) ? servers[server] : undefined;
    if (!config) throw unavailable(`MCP server ${server} is not configured under mcp_servers`);
    const question = { server, configuration: configurationHash(config), tool, args, timeoutMs };
    const asked = await askGateways(gatewayFolders, root, question, signal);
    if (asked?.refused !== undefined) throw unavailable(asked.refused);
    if (asked?.result) return outputOf(entry, rawResult(asked.result));
    if (signal.aborted) throw unavailable("the time is over");
    const running = serverFor(server, config);
    signal.addEventListener("abort", () => running.close());
    const { readOnlyHint, destructiveHint } = (await running.tool(tool)).annotations ?? {};
    if (readOnlyHint !== true || destructiveHint === true) throw unavailable(notReadOnly(server, tool));
    return outputOf(entry, await running.call(tool, args));
  }

  return {
    has: (tool) => entries.has(tool),
    async call(call) {
      const over = new AbortController();
      const made = outputFor(call, over.signal).then(
        (output) => ({ status: "ok" as const, output }),
        caught(AutoToolsError, ({ code, message }) => ({ status: "error" as const, code, message })),
      );
      const outcome = await inTime(made, call.timeoutMs);
      if (outcome === undefined) over.abort();
      return outcome ?? { status: "timeout" };
    },
    close() {
      closed = true;
      for (const server of started.values()) server.close();
    },
  };
}

function unavailable(message: string): AutoToolsError {
  return new AutoToolsError("E_TOOL_UNAVAILABLE", message);
}
