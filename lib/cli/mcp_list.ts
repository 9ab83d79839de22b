import { EXIT } from "../contract/error_codes.ts";
import { limitsText, withoutEffect } from "../contract/limits.ts";
import type { IndexGroup } from "../gateway/catalog/index_text.ts";
import { decide } from "../gateway/permissions/rules.ts";
import { ABOUT_ONE } from "../gateway/relay/ask_server.ts";
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
    for (const key of ["deny", "ask"] as const) {
      const idle = place.settings.permissions[key].filter((pattern) => isIdle(pattern, upstreams.groups()));
      const why = `no tool of these servers has such a name (${idle.join(", ")})`;
      told.push(...withoutEffect(`permissions.${key}`, idle.length, why).map((limit) => limitsText([limit])));
    }
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

/** Whether a pattern that restricts is about nothing of any server. One that could not list its tools may have any. */
function isIdle(pattern: string, groups: readonly IndexGroup[]): boolean {
  const rules = { allow: [], ask: [], deny: [pattern], unread: [] };
  return groups.every(({ serverName, tools }) => {
    const others = [...ABOUT_ONE, ...tools.length === 0 ? [pattern.slice(pattern.lastIndexOf("/") + 1)] : []];
    const named = others.map((toolName) => ({ name: `${serverName}/${toolName}`, serverName, toolName }));
    return [...tools, ...named].every((tool) => decide(tool, rules).verdict !== "deny");
  });
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
