import type { Locations } from "../settings/locations.ts";
import type { World } from "../settings/world.ts";
import { type ToolChannel, toolChannel } from "../tools/channel.ts";
import { daemonOf, daemonProvider } from "../tools/daemon.ts";
import { type CodebaseOptions, type SandboxAhead, sandboxProvider } from "../tools/sandbox.ts";
import { sandboxEntry } from "../tools/bundle.ts";
import { gitProgram } from "../guard/git/git.ts";
import { gitView } from "../guard/git/git_view.ts";
import { indexFolder } from "./index_folder.ts";
import type { Prepared } from "./prepare.ts";
import type { Job } from "./request.ts";

/**
 * The sandbox with the built-in tools, `ahead` where it fits, or a daemon that keeps one, and the user's MCP servers; a configured tool stands before a
 * built-in.
 */
export async function openTools(
  { prepared, places, world }: Omit<Job, "openTools">,
  ahead?: SandboxAhead,
): Promise<ToolChannel> {
  const { root, settings } = prepared;
  const codebase = codebaseOptions(prepared, places, world);
  const { commit, time } = codebase;
  const cold = () => sandboxProvider(sandboxEntry(), codebase, ahead);
  const daemon = ahead === undefined ? daemonOf(root, places, world) : undefined;
  const sandbox = daemon === undefined ? cold() : daemonProvider(daemon, codebase, cold);
  const served = settings.tools.filter(({ server }) => server !== undefined);
  if (served.length === 0) return toolChannel([sandbox]);
  const [{ createMcpProvider }, { socketFolders }] = await Promise.all([
    import("../tools/mcp_provider.ts"),
    import("../tools/local_socket.ts"),
  ]);
  const configured = createMcpProvider(served, settings.servers, {
    root,
    ...(commit === undefined ? {} : { commit }),
    time,
    exclude: settings.exclude,
    gatewayFolders: socketFolders(world, places),
  }, world);
  return toolChannel([configured, sandbox]);
}

/** The repository as the built-in tools see it for one prompt. */
export function codebaseOptions(
  { root, repository, settings }: Prepared,
  places: Locations,
  world: World,
): CodebaseOptions {
  const { gitDir, gitCommonDir, commit } = repository ?? {};
  const cacheDir = indexFolder(places, root);
  const git = gitProgram();
  return {
    root,
    ...(git === undefined ? {} : { git }),
    ...(gitDir === undefined ? {} : { gitDir }),
    ...(gitCommonDir === undefined ? {} : { gitCommonDir }),
    ...(commit === undefined ? {} : { commit }),
    ...(repository === undefined ? {} : { gitView: gitView(repository) }),
    ...(cacheDir === undefined ? {} : { cacheDir }),
    exclude: settings.exclude,
    session: world.nonce(8),
    time: world.now().toISOString(),
  };
}
