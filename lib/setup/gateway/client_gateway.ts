import { locations } from "../../settings/locations.ts";
import { recordAt } from "../../settings/json.ts";
import type { ConfiguredServer } from "../../settings/mcp_servers/configured_server.ts";
import { type Client, gatewayFiles, serverFile } from "../../settings/mcp_servers/client_places.ts";
import { isOwnGateway } from "../../settings/mcp_servers/own_gateway.ts";
import { SERVERS_KEY } from "../../settings/mcp_servers/written_servers.ts";
import type { World } from "../../settings/world.ts";
import { findFile, parentOf } from "../client_file.ts";
import { neededFolder, SetupError } from "../setup_error.ts";
import { CODEX_FORMAT } from "./codex_format.ts";
import { judge } from "./move_rules.ts";
import { CLAUDE_FORMAT, valuesOf } from "./server_format.ts";

export type ClientGateway = ReturnType<typeof clientGateway>;

/** Where a client keeps its servers, and where we keep those that were moved. Throws `SetupError` where the client's folder or ours is not known. `reached`: what the gateway has behind it now. */
export function clientGateway(
  client: Client,
  program: string,
  world: World,
  reached: readonly ConfiguredServer[] = [],
) {
  const places = locations(world);
  const { home, config, data } = places;
  const files = gatewayFiles(client, places);
  if (files === undefined || config === undefined) {
    throw new SetupError("XDG_CONFIG_HOME", "and HOME are not set; set one and run this again");
  }
  const folder = neededFolder(client, world);
  const file = serverFile(client, world) ?? "";
  const others = reached.filter(({ source }) => source !== file && source !== files.servers);
  return {
    ...files,
    client,
    file,
    format: client === "claude" ? CLAUDE_FORMAT : CODEX_FORMAT,
    /** The innermost first. */
    ownFolders: [files.folder, `${config}/gateway`, config],
    clientFolders: [parentOf(config), folder].filter((each) => each !== home),
    /** A folder that is always there. */
    stable: home ?? config,
    isGateway: (entry: unknown) => isOwnGateway(entry, program, world),
    /** Tells which servers can be moved. Throws `SetupError`. */
    judge: () => judge(client, { folder, data, world, others }),
  };
}

/** Names of the client's servers that are for single projects alone, which nobody else's sessions should have. */
export function serversOfProjects({ format, file }: ClientGateway): string[] {
  const { projects } = valuesOf(format, findFile(file).text ?? "", file);
  const all = Object.values(recordAt(projects)).flatMap((each) =>
    Object.keys(recordAt(each, SERVERS_KEY.claude))
  );
  return [...new Set(all)];
}
