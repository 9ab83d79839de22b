import { attempt } from "../attempt.ts";
import { listAt, recordAt, textAt } from "../json.ts";
import { readSmallFile } from "../small_file.ts";
import { findProgram, type World } from "../world.ts";
import { serverFile } from "./client_places.ts";
import { parseConfiguration, SERVERS_KEY } from "./written_servers.ts";

/** Whether a server, or the entry of one, starts this program's own gateway, which must not stand behind itself. One hidden in a script is met by `INSIDE_GATEWAY`. */
export function isOwnGateway(server: unknown, program: string, world: World): boolean {
  const command = textAt(server, "command");
  if (command === "" || !listAt(server, "args").includes("mcp")) return false;
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
export function codexTimeoutMs(program: string, world: World): number | undefined {
  const file = serverFile("codex", world);
  if (file === undefined) return undefined;
  // Whoever reads the servers of this file says what is wrong with it.
  const values = attempt(() => parseConfiguration("codex", readSmallFile(file) ?? ""));
  const told = Object.values(recordAt(values, SERVERS_KEY.codex))
    .filter((entry) => isOwnGateway(entry, program, world))
    .map((entry) => Number(recordAt(entry)["tool_timeout_sec"]) * 1000).filter((ms) => ms > 0);
  return told.length === 0 ? undefined : Math.min(...told);
}
