import { attempt } from "../attempt.ts";
import { findProgram } from "../find_program.ts";
import { readSmallFile } from "../small_file.ts";
import type { World } from "../world.ts";
import { serverFile } from "./client_places.ts";
import { codexServers } from "./codex_servers.ts";
import type { ConfiguredServer } from "./configured_server.ts";

/** Whether a server is this program's own gateway, which must not stand behind itself. One hidden in a script is met by `INSIDE_GATEWAY`. */
export function isOwnGateway(
  { target }: Pick<ConfiguredServer, "target">,
  program: string,
  world: World,
): boolean {
  if ("url" in target || !target.args.includes("mcp")) return false;
  const { command } = target;
  if (/(?:^|\/)codex-auto$/.test(command)) return true;
  return realPath(command.includes("/") ? command : findProgram(command, world)) === realPath(program);
}

/** What is not there, or nobody says where, is nobody. */
function realPath(path: string | undefined): string | undefined {
  return path === undefined ? undefined : attempt(() => Deno.realPathSync(path));
}

/**
 * ms that Codex waits for a tool of this program's own gateway, as the user's `config.toml` says (`tool_timeout_sec`); undefined where it says nothing. Of
 * several entries the least patient one counts, since nobody says by which we were started.
 */
export async function codexTimeoutMs(program: string, world: World): Promise<number | undefined> {
  const file = serverFile("codex", world);
  // Whoever reads the servers of this file says what is wrong with it.
  const text = file === undefined ? undefined : attempt(() => readSmallFile(file));
  if (file === undefined || text === undefined) return undefined;
  const { servers } = await codexServers(text, file, (name) => world.env(name) ?? "");
  const told = servers.flatMap((server) =>
    server.callMs !== undefined && isOwnGateway(server, program, world) ? [server.callMs] : []
  );
  return told.length === 0 ? undefined : Math.min(...told);
}
