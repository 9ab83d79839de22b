import { EXIT } from "../contract/error_codes.ts";
import { indexItem } from "../gateway/catalog/gateway_tool.ts";
import { readLog } from "../gateway/call_log.ts";
import type { UpstreamStatus } from "../gateway/upstream/upstream.ts";
import { openUpstreams } from "../gateway/upstream/upstreams.ts";
import { recover } from "../settings/attempt.ts";
import type { World } from "../settings/world.ts";
import type { Configuration } from "../gateway/gateway.ts";
import { paint, print, printError } from "./output.ts";

/** Starts every server and prints how each is. 40 where there are servers and none works. */
export async function listServers(
  { servers: configured, problems, place }: Configuration,
  options: { tools: boolean; format: "text" | "json" },
  world: World,
): Promise<number> {
  const upstreams = openUpstreams(configured, place, world);
  const { state } = place.locations;
  try {
    // A log that cannot be used is said, and hides no server.
    const told = [...problems];
    const log = recover(() => state === undefined ? [] : readLog(state), Error, ({ message }) => {
      told.push(message);
      return [];
    });
    await upstreams.start(upstreams.status().map(({ serverName }) => serverName));
    const ran = log.filter(({ ms }) => ms !== undefined).map(({ tool }) => tool);
    const servers = upstreams.status().map((status) => {
      return { ...status, calls: ran.filter((tool) => tool.startsWith(`${status.serverName}/`)).length };
    });
    const tools = options.tools
      ? upstreams.groups().flatMap((group) => group.tools.map(indexItem))
      : undefined;
    if (options.format === "json") print(`${JSON.stringify({ servers, problems: told, tools }, null, 2)}\n`);
    else {
      print(servers.map(serverLine).join(""));
      for (const { name, risk, short = "" } of tools ?? []) print(`${name}  ${risk}  ${short}\n`);
      for (const problem of told) printError(`${problem}\n`);
      if (servers.length === 0) {
        printError("No MCP servers are configured; codex-auto mcp --help says where.\n");
      }
    }
    const works = servers.length === 0 || servers.some(({ state }) => state !== "failed");
    return works ? EXIT.ok : EXIT.toolsFailed;
  } finally {
    await upstreams.close();
  }
}

function serverLine(status: UpstreamStatus & { calls: number }): string {
  const { serverName, state, tools, version, readyMs, calls, problems, source, reason, login } = status;
  const ready = state === "ready";
  const mark = paint(ready ? "ok    " : "failed", ready ? 32 : 31);
  const count = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`;
  const lived = [...version ? [`version ${version}`] : [], `ready in ${readyMs} ms`, count(calls, "call")];
  const known = [count(tools, "tool"), ...problems, ...login ? [login] : [], ...lived].join(", ");
  const said = (ready ? known : reason ?? state).replace(/\p{C}/gu, " ");
  return `${mark}  ${serverName}  ${said}  (${source})\n`;
}
