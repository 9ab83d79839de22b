import { type ToolChannel, toolChannel } from "../tools/channel.ts";
import { type SandboxAhead, sandboxProvider } from "../tools/sandbox.ts";
import { sandboxEntry } from "../tools/bundle.ts";
import { gitProgram } from "../guard/git/git.ts";
import { gitView } from "../guard/git/git_view.ts";
import { indexFolder } from "./index_folder.ts";
import type { Job } from "./request.ts";

/** The sandbox with the built-in tools, `ahead` where it fits, and the user's MCP servers; a configured tool stands before a built-in. */
export async function openTools(
  { prepared, places, world }: Omit<Job, "openTools">,
  ahead?: SandboxAhead,
): Promise<ToolChannel> {
  const { root, repository, settings } = prepared;
  const { gitDir, gitCommonDir, commit } = repository ?? {};
  const cacheDir = indexFolder(places, root);
  const git = gitProgram();
  const sandbox = sandboxProvider(sandboxEntry(), {
    root,
    ...(git === undefined ? {} : { git }),
    ...(gitDir === undefined ? {} : { gitDir }),
    ...(gitCommonDir === undefined ? {} : { gitCommonDir }),
    ...(commit === undefined ? {} : { commit }),
    ...(repository === undefined ? {} : { gitView: gitView(repository) }),
    ...(cacheDir === undefined ? {} : { cacheDir }),
    exclude: settings.exclude,
    time: world.now().toISOString(),
  }, ahead);
  const served = settings.tools.filter(({ server }) => server !== undefined);
  if (served.length === 0) return toolChannel([sandbox]);
  const [{ createMcpProvider }, { socketFolders }] = await Promise.all([
    import("../tools/mcp_provider.ts"),
    import("../tools/gateway_socket.ts"),
  ]);
  const configured = createMcpProvider(served, settings.servers, {
    root,
    ...(commit === undefined ? {} : { commit }),
    time: world.now().toISOString(),
    exclude: settings.exclude,
    gatewayFolders: socketFolders(world, places),
  }, world);
  return toolChannel([configured, sandbox]);
}
