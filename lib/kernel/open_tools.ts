import { gitProgram } from "../guard/git/git.ts";
import { gitView } from "../guard/git/git_view.ts";
import { recover } from "../settings/attempt.ts";
import { sha256Hex } from "../settings/sha256.ts";
import { makeOwnFolder } from "../settings/own_files.ts";
import { defined } from "../settings/json.ts";
import type { Locations } from "../settings/locations.ts";
import type { World } from "../settings/world.ts";
import { parserEntry, sandboxEntry, startThread } from "../tools/bundle.ts";
import { toolChannel } from "../tools/channel.ts";
import { socketFolders } from "../tools/local_socket.ts";
import { type CodebaseOptions, sandboxProvider } from "../tools/sandbox.ts";
import type { Prepared } from "./prepare.ts";
import type { Job } from "./request.ts";

/** The sandbox with the built-in tools, and the user's MCP servers; a configured tool stands before a built-in. */
export async function openTools(
  { prepared, places, world }: Pick<Job, "prepared" | "places" | "world">,
  sandboxOf = (codebase: CodebaseOptions) => sandboxProvider(sandboxEntry(), codebase),
) {
  const { root, settings } = prepared;
  const codebase = promptOptions(prepared, places, world);
  const { commit, time } = codebase;
  const sandbox = sandboxOf(codebase);
  const served = settings.tools.filter(({ server }) => server !== undefined);
  if (served.length === 0) return toolChannel([sandbox]);
  const { createMcpProvider } = await import("../tools/mcp_provider.ts");
  const configured = createMcpProvider(served, settings.servers, {
    root,
    ...defined({ commit }),
    gatewayFolders: socketFolders(world, places),
    time,
    exclude: settings.exclude,
  }, world);
  return toolChannel([configured, sandbox]);
}

/** The repository as the built-in tools see it for one prompt; makes the folders in our cache that they need. */
export function promptOptions(prepared: Prepared, places: Locations, world: World): CodebaseOptions {
  const { root, repository } = prepared;
  const options = codebaseOptions(prepared, indexFolder(places, root), world);
  if (repository === undefined) return options;
  return { ...options, ...defined({ gitView: inCache("no git", () => gitView(repository), places) }) };
}

/** The repository and its index; makes nothing. */
export function codebaseOptions(
  { root, repository, settings: { exclude } }: Prepared,
  cacheDir: string | undefined,
  world: World,
): CodebaseOptions {
  const { gitDir, gitCommonDir, commit } = repository ?? {};
  return {
    ...defined({ git: gitProgram(), gitDir, gitCommonDir, commit, cacheDir }),
    root,
    exclude,
    session: world.nonce(8),
    time: world.now().toISOString(),
  };
}

/** Starts what parses while an index is built; it may do nothing but that. */
export const parserThread = () => startThread(parserEntry(), "parser", "none");

/** Folder of a repository's index below our cache folder; `root` is the real path of the repository's root. */
export function indexDir(cache: string, root: string): string {
  return `${cache}/index/${sha256Hex(root).slice(0, 16)}`;
}

/** The folder that holds the index of the repository at `root`, made where it is missing; undefined where it cannot be had, and `refused` says why. */
export function indexFolder(places: Locations, root: string): string | undefined {
  if (places.cache === undefined) return undefined;
  const folder = indexDir(places.cache, root);
  return inCache("no index", () => (makeOwnFolder(folder), folder), places);
}

/** What is made in our cache; undefined where it cannot be, and `refused` says why. */
function inCache<Made>(without: string, make: () => Made, { refused }: Locations): Made | undefined {
  return recover(make, Error, ({ message }) => {
    refused.push(`${without}: ${message}; codex-auto doctor says where, and what helps`);
    return undefined;
  });
}
