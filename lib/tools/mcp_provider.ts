import { AutoToolsError } from "../contract/error_codes.ts";
import type { ToolOutput } from "../contract/finding.ts";
import { excludeMatcher, isSensitivePath } from "../guard/sensitive.ts";
import type { McpServerConfig, McpToolConfig } from "../settings/config_schema.ts";
import { systemWorld, type World } from "../settings/world.ts";
import { readMcpResult } from "./mcp_result.ts";
import { type McpServer, startMcpServer } from "./mcp_server.ts";
import type { ToolCall, ToolOutcome, ToolProvider } from "./protocol.ts";

/** What a server may send while it serves one prompt: a handful of answers, and some progress and log messages between them. */
const LIMIT = { bytes: 4 * 1024 * 1024, messages: 500 };

/** Characters of an error that a server words itself. */
const MAX_MESSAGE_CHARS = 400;

export interface McpProviderOptions {
  /** Real path of the repository root. */
  root: string;
  /** Commit of HEAD; undefined outside git. */
  commit?: string;
  /** RFC 3339, for `source.time` of findings. */
  time: string;
  /** Globs of paths that are not named, on top of the sensitive ones. */
  exclude?: readonly string[];
}

/**
 * The configured tools of MCP servers, as automatic tools. A server is started by the first call that needs it, serves the calls of this
 * prompt, and is ended by `close`, or with its whole process group by the first call that overruns. Only stdio servers are served: a
 * prompt never opens a network connection. A tool that its server does not declare read-only is refused.
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
    const startupMs = config.startup_timeout_sec * 1000;
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
    const result = await server.call(name, args);
    if (result.isError === true) {
      const words = result.content.flatMap((block) => block.type === "text" ? [block.text] : []).join(" ");
      throw unavailable(
        `MCP server ${entry.server} says: ${words === "" ? "the call failed" : words}`.slice(
          0,
          MAX_MESSAGE_CHARS,
        ),
      );
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

  async function call({ tool, args, timeoutMs }: ToolCall): Promise<ToolOutcome> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const entry = entries.get(tool);
      if (!entry) throw unavailable("no such tool");
      const server = serverFor(entry);
      const overrun = new Promise<ToolOutcome>((resolve) => {
        timer = setTimeout(() => {
          resolve({ status: "timeout" });
          server.close();
        }, timeoutMs);
      });
      return await Promise.race([overrun, answer(server, entry, args)]);
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

function unavailable(message: string): AutoToolsError {
  return new AutoToolsError("E_TOOL_UNAVAILABLE", message);
}
