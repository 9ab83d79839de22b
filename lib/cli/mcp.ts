import { EXIT } from "../contract/error_codes.ts";
import { type GatewayPlace, gatewayServers, gatewayUpstreams, openGateway } from "../gateway/gateway.ts";
import { codexPatience } from "../settings/mcp_servers/codex_patience.ts";
import { systemWorld, type World } from "../settings/world.ts";
import { gatewayPlace } from "./gateway_place.ts";
import { printError } from "./output.ts";
import { readOptions } from "./options.ts";

export const HELP = `Usage: codex-auto mcp [--repo DIR]
       codex-auto mcp --list [--tools] [--format text|json]

An MCP server on stdin and stdout in front of all your others. A client that has it sees one light list of tools instead of every
schema, calls several at once, and gets long outputs as files to page through. Clients start it; you do not have to.

  codex-auto setup gateway                                     your clients' servers move behind it, and back with --undo
  claude mcp add --scope user auto-tools -- codex-auto mcp     or by hand
  codex mcp add auto-tools -- codex-auto mcp

Behind it stand the MCP servers of ~/.config/auto-tools/auto-tools.yaml, Claude Code (~/.claude.json) and Codex
(~/.codex/config.toml), and those of this repository's .mcp.json after: codex-auto trust .mcp.json
Once setup gateway has moved a client's servers, what that client has left stays with it and is not here as well.

What may run is yours to say: permissions in auto-tools.yaml, your client's dialogue, or codex-auto allow. The reads of a server are asked for once.

  --repo DIR   the repository to serve; the working folder's by default
  --list       start every server, say how each is, and end; exit code 20 where auto-tools.yaml cannot be used as it is,
               40 where no server works
  --tools      with --list: their tools as well

Examples:
  codex-auto mcp --list
  codex-auto mcp --list --tools --format json | jq -r '.tools[].name'
`;

/** `codex-auto mcp`: the gateway. Ends with 0 when its client has gone. */
export async function run(args: string[]): Promise<number> {
  const options = readOptions(args, { help: HELP, flags: ["list", "tools"], values: ["repo", "format"] });
  if (options.has("help")) {
    const { print } = await import("./output.ts");
    print(HELP);
    return EXIT.ok;
  }
  const format = options.choice("format", ["text", "json"]);
  const world = systemWorld();
  const found = await gatewayPlace(options.value("repo"), world);
  const { servers, problems } = await gatewayServers(found.place, world);
  // The network is for servers that are reached over it; without one nobody here needs it.
  if (!servers.some(({ target }) => "url" in target)) Deno.permissions.revokeSync({ name: "net" });
  const told = [...found.problems, ...problems];
  if (options.has("list")) {
    const { listServers } = await import("./mcp_list.ts");
    const upstreams = gatewayUpstreams(servers, found.place, world);
    const code = await listServers(upstreams, told, { tools: options.has("tools"), format });
    return found.misconfigured ? EXIT.config : code;
  }
  for (const problem of told) printError(`codex-auto mcp: ${problem}\n`);
  await serve(servers, found.place, world);
  return EXIT.ok;
}

async function serve(
  servers: Parameters<typeof gatewayUpstreams>[0],
  place: GatewayPlace,
  world: World,
): Promise<void> {
  const [{ serveGateway }, { serveLocal }, codexWaitsMs] = await Promise.all([
    import("../gateway/serve.ts"),
    import("../gateway/local/serve_local.ts"),
    codexPatience(place.locations, place.program, world),
  ]);
  const upstreams = gatewayUpstreams(servers, place, world, () => serving.toolsChanged());
  const gateway = openGateway(upstreams, place, world);
  const serving = serveGateway(gateway, `gateway-${world.nonce(8)}`, codexWaitsMs);
  const told = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) Deno.addSignalListener(signal, told.resolve);
  const door = serveLocal(place, gateway);
  await Promise.race([serving.closed, told.promise]);
  door?.close();
  await gateway.close();
}
