import { EXIT } from "../contract/error_codes.ts";
import { indexItem } from "../gateway/catalog/gateway_tool.ts";
import type { UpstreamStatus } from "../gateway/upstream/upstream.ts";
import type { Upstreams } from "../gateway/upstream/upstreams.ts";
import { coloured, paint, print, printError } from "./output.ts";

/** Starts every server and prints how each is. 40 where there are servers and none works. */
export async function listServers(
  upstreams: Upstreams,
  problems: readonly string[],
  options: { tools: boolean; format: "text" | "json" },
): Promise<number> {
  try {
    await upstreams.start(upstreams.status().map(({ serverName }) => serverName));
    const servers = upstreams.status();
    const tools = upstreams.groups().flatMap((group) => group.tools.map(indexItem));
    if (options.format === "json") {
      print(`${JSON.stringify({ servers, problems, ...(options.tools ? { tools } : {}) }, null, 2)}\n`);
    } else {
      print(servers.map(serverLine).join(""));
      if (options.tools) {
        print(tools.map(({ name, risk, short = "" }) => `${name}  ${risk}  ${short}\n`).join(""));
      }
      for (const problem of problems) printError(`${problem}\n`);
      if (servers.length === 0) {
        printError("No MCP servers are configured; codex-auto mcp --help says where.\n");
      }
    }
    return servers.length > 0 && servers.every(({ state }) => state === "failed")
      ? EXIT.toolsFailed
      : EXIT.ok;
  } finally {
    await upstreams.close();
  }
}

function serverLine(status: UpstreamStatus): string {
  const { serverName, state, tools, problems, source, reason } = status;
  const mark = state === "ready"
    ? paint("ok    ", 32, coloured(Deno.stdout))
    : paint("failed", 31, coloured(Deno.stdout));
  const known = [`${tools} tool${tools === 1 ? "" : "s"}`, problems.join("; ")].filter((part) => part !== "");
  const what = state === "ready" ? known.join(", ") : reason ?? state;
  return `${mark}  ${serverName}  ${what.replace(/\p{C}/gu, " ")}  (${source})\n`;
}
