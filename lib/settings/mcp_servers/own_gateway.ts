import { findProgram } from "../find_program.ts";
import type { World } from "../world.ts";
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

function realPath(path: string | undefined): string | undefined {
  try {
    return path === undefined ? undefined : Deno.realPathSync(path);
  } catch (error) {
    // What is not there is nobody.
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) {
      return undefined;
    }
    throw error;
  }
}
