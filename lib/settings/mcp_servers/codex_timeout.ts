import { attempt } from "../attempt.ts";
import type { Locations } from "../locations.ts";
import { readSmallFile } from "../small_file.ts";
import type { World } from "../world.ts";
import { codexFolder, codexServers } from "./codex_servers.ts";
import { isOwnGateway } from "./own_gateway.ts";

/**
 * ms that Codex waits for a tool of this program's own gateway, as the user's `config.toml` says (`tool_timeout_sec`); undefined where it says nothing. Of
 * several entries the least patient one counts, since nobody says by which we were started.
 */
export async function codexTimeoutMs(
  { home }: Pick<Locations, "home">,
  program: string,
  world: World,
): Promise<number | undefined> {
  const folder = codexFolder(home, world);
  if (folder === undefined) return undefined;
  const file = `${folder}/config.toml`;
  // Whoever reads the servers of this file says what is wrong with it.
  const text = attempt(() => readSmallFile(file));
  if (text === undefined) return undefined;
  const { servers } = await codexServers(text, file, (name) => world.env(name) ?? "");
  const told = servers.flatMap((server) =>
    server.callMs !== undefined && isOwnGateway(server, program, world) ? [server.callMs] : []
  );
  return told.length === 0 ? undefined : Math.min(...told);
}
