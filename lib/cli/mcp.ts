import { EXIT } from "../contract/error_codes.ts";
import { injectionOf } from "../clients/hook_message.ts";
import { indexItem } from "../gateway/catalog/gateway_tool.ts";
import { type GatewayPlace, gatewayServers, openGateway, type Surroundings } from "../gateway/gateway.ts";
import { readLog } from "../gateway/call_log.ts";
import type { UpstreamStatus } from "../gateway/upstream/upstream.ts";
import { openUpstreams, type Upstreams } from "../gateway/upstream/upstreams.ts";
import { prepare } from "../kernel/prepare.ts";
import { recover } from "../settings/attempt.ts";
import { problemText } from "../settings/control_plane.ts";
import { locations } from "../settings/locations.ts";
import { joined } from "../settings/mcp_servers/client_rules.ts";
import { codexTimeoutMs } from "../settings/mcp_servers/own_gateway.ts";
import { CLIENT_CAP } from "../settings/defaults.ts";
import type { World } from "../settings/world.ts";
import { command } from "./command.ts";
import { needed } from "./failure.ts";
import { kernelLater } from "./wrapper.ts";
import { paint, print, printError } from "./output.ts";

/** `codex-auto mcp`: the gateway. Ends with 0 when its client has gone. */
export const run = command({
  name: "mcp",
  flags: ["list", "tools", "log", "follow"],
  values: ["repo", "format"],
}, async (options, world) => {
  const format = options.choice("format", ["text", "json"]);
  if (options.has("log")) {
    const stateDir = needed("state", locations(world));
    return await (await import("./mcp_log.ts")).showLog(stateDir, { follow: options.has("follow"), format });
  }
  const configured = () => gatewayConfiguration(options.value("repo"), world);
  const found = await configured();
  // The network is for servers that are reached over it; without one nobody here needs it.
  if (!found.servers.some(({ target }) => "url" in target)) Deno.permissions.revokeSync({ name: "net" });
  if (options.has("list")) {
    const upstreams = openUpstreams(found.servers, found.place, world);
    const code = await listServers(upstreams, found, { tools: options.has("tools"), format });
    return found.misconfigured ? EXIT.config : code;
  }
  for (const problem of found.problems) printError(`codex-auto mcp: ${problem}\n`);
  return await serve(found, configured, world);
});

type Configured = Awaited<ReturnType<Surroundings["configured"]>> & { place: GatewayPlace };

async function serve(
  { servers, place, problems }: Configured,
  configured: () => Promise<Configured>,
  world: World,
): Promise<number> {
  const [{ serveGateway }, { servedClient }, { serveLocal }, codexWaitsMs] = await Promise.all([
    import("../gateway/serve.ts"),
    import("../gateway/relay/client_side.ts"),
    import("../gateway/local/serve_local.ts"),
    codexTimeoutMs(place.program, world),
  ]);
  const client = servedClient();
  const upstreams = openUpstreams(servers, place, world, client.side);
  const gateway = openGateway(upstreams, place, world, {
    findPlaces: (question) => findPlaces(question, place.cwd, world),
    configured,
    problems: problems.length,
  });
  const closed = serveGateway(gateway, client, `gateway-${world.nonce(8)}`, codexWaitsMs);
  const told = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) Deno.addSignalListener(signal, told.resolve);
  const door = serveLocal(place, gateway);
  await Promise.race([closed, told.promise]);
  door?.close();
  await gateway.close();
  return EXIT.ok;
}

/** What a hook would inject for a question, by the same way, with its clamps, redaction and size. */
async function findPlaces(prompt: string, cwd: string, world: World): Promise<string> {
  const client = { name: "claude-code", event: "cli" } as const;
  const request = { prompt, client, cwd, cap: CLIENT_CAP["claude-hook"], asked: true };
  return injectionOf(await kernelLater(request, world));
}

/** Starts every server and prints how each is. 40 where there are servers and none works. */
async function listServers(
  upstreams: Upstreams,
  { problems, place: { locations: { state } } }: Configured,
  options: { tools: boolean; format: "text" | "json" },
): Promise<number> {
  try {
    // A log that cannot be used is said, and hides no server.
    const log = state === undefined ? [] : recover(() => readLog(state), Error, ({ message }) => message);
    const told = typeof log === "string" ? [...problems, log] : problems;
    await upstreams.start(upstreams.status().map(({ serverName }) => serverName));
    const ran = typeof log === "string" ? [] : log.filter(({ result }) => /ok|error/.test(result));
    const servers = upstreams.status().map((status) => {
      const calls = ran.filter(({ tool }) => tool.startsWith(`${status.serverName}/`)).length;
      return { ...status, calls };
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
  return `${mark}  ${serverName}  ${
    (ready ? known : reason ?? state).replace(/\p{C}/gu, " ")
  }  (${source})\n`;
}

/** The same with the servers that it has behind it, and what their clients' own rules restrict. */
export async function gatewayConfiguration(repo: string | undefined, world: World): Promise<Configured> {
  const { place, ...found } = await gatewayPlace(repo, world);
  const { servers, problems, rules } = await gatewayServers(place, world);
  const { permissions } = place.settings;
  const settings = { ...place.settings, permissions: { ...permissions, ...joined([permissions, rules]) } };
  return { ...found, place: { ...place, settings }, servers, problems: [...found.problems, ...problems] };
}

/** Where a gateway stands and what holds there, with what is to be said of the settings, and whether one of them cannot be used. */
export async function gatewayPlace(
  repo: string | undefined,
  world: World,
): Promise<{ place: GatewayPlace; problems: string[]; misconfigured: boolean }> {
  const cwd = repo ?? Deno.cwd();
  const places = locations(world);
  const { root, settings, limits } = await prepare(cwd, world, places);
  const us = { program: Deno.execPath(), environment: Deno.env.toObject() };
  return {
    place: { root, cwd, locations: places, settings, ...us },
    misconfigured: settings.problems.length > 0,
    problems: [...settings.problems.map(problemText), ...settings.limits, ...limits, ...places.refused],
  };
}
