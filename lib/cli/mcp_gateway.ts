import { injectionOf } from "../clients/hook_message.ts";
import { limitsText } from "../contract/limits.ts";
import { type Configuration, gatewayServers, openGateway } from "../gateway/gateway.ts";
import { hostShared } from "../gateway/shared.ts";
import { openUpstreams } from "../gateway/upstream/upstreams.ts";
import { prepare } from "../kernel/prepare.ts";
import { problemText } from "../settings/control_plane.ts";
import { CLIENT_CAP } from "../settings/defaults.ts";
import { locations } from "../settings/locations.ts";
import { joined } from "../settings/mcp_servers/client_rules.ts";
import { codexTimeoutMs } from "../settings/mcp_servers/own_gateway.ts";
import { systemWorld, type World } from "../settings/world.ts";
import { kernelLater } from "./wrapper.ts";

/** Serves one client over stdin and stdout, or over its connection, until it has gone or nobody is to be served any more. */
export async function serveClient(
  configured: () => Promise<Configuration>,
  takeIn: (problems: readonly string[]) => Promise<Deno.UnixConn | undefined>,
  told: Promise<void>,
  world: World,
): Promise<void> {
  const found = await configured();
  const { servers, place, problems } = found;
  const [{ serveGateway }, { servedClient }, { serveLocal }, codexWaitsMs] = await Promise.all([
    import("../gateway/serve.ts"),
    import("../gateway/relay/client_side.ts"),
    import("../gateway/local/serve_local.ts"),
    codexTimeoutMs(place.program, world),
  ]);
  const client = servedClient();
  const upstreams = openUpstreams(servers, place, world, client.side);
  const gateway = openGateway(upstreams, found, world, {
    // What a hook would inject for a question, by the same way, with its clamps, redaction and size.
    async findPlaces(prompt) {
      const asks = { name: "claude-code", event: "cli" } as const;
      const request = { prompt, client: asks, cwd: place.cwd, cap: CLIENT_CAP["claude-hook"], asked: true };
      return injectionOf(await kernelLater(request, world, place.environment));
    },
    configured,
  });
  const connection = await takeIn(problems);
  const session = `gateway-${world.nonce(8)}`;
  const closed = serveGateway(gateway, client, session, codexWaitsMs, connection);
  const door = serveLocal(place, gateway);
  await Promise.race([closed, told]);
  door?.close();
  await gateway.close();
}

/** `codex-auto mcp daemon`: has the gateways of all clients that join. */
export async function serveAll(world: World): Promise<void> {
  const never = new Promise<void>(() => {});
  await hostShared({ environment: Deno.env.toObject() }, ({ cwd, environment }, takeIn) => {
    const variables = new Map(Object.entries(environment));
    const theirs = systemWorld((name) => variables.get(name));
    return serveClient(() => gatewayConfiguration(cwd, theirs, environment), takeIn, never, theirs);
  }, world);
}

/** Where a gateway stands and what holds there, its clients' own rules among it, and the servers that it has behind it. */
export async function gatewayConfiguration(
  cwd: string,
  world: World,
  environment = Deno.env.toObject(),
): Promise<Configuration> {
  const places = locations(world);
  const { root, settings, limits } = await prepare(cwd, world, places);
  const place = { root, cwd, locations: places, settings, program: Deno.execPath(), environment };
  const { servers, rules, ...more } = await gatewayServers(place, world);
  const permissions = { ...settings.permissions, ...joined([settings.permissions, rules]) };
  const unread = permissions.unread.map(({ why }) => why);
  const wrong = [...settings.problems.map(problemText), ...more.wrong];
  const said = [...settings.limits, ...limits].map((limit) => limitsText([limit]));
  const told = [unread, wrong, said, places.refused, more.problems].flat();
  return {
    place: { ...place, settings: { ...settings, permissions } },
    servers,
    // One is said with what it costs.
    problems: [...new Set(told)].filter((text) => !unread.some((why) => why !== text && why.endsWith(text))),
    wrong,
  };
}
