import { gitProgram } from "../guard/git/git.ts";
import { findRepository } from "../guard/git/repository.ts";
import { attempt } from "../settings/attempt.ts";
import type { Locations } from "../settings/locations.ts";
import type { World } from "../settings/world.ts";
import { sandboxEntry } from "../tools/bundle.ts";
import { daemonOf } from "../tools/daemon.ts";
import { reachOf, SandboxAhead } from "../tools/sandbox.ts";
import { indexFolder } from "./index_folder.ts";

/**
 * The sandbox for the repository that most likely is meant, started before its configuration has been read, which may end it unused. Undefined where
 * nothing can be expected, and where a daemon keeps one.
 */
export function sandboxAhead(cwd: string, places: Locations, world: World): SandboxAhead | undefined {
  const expected = expectedPlace(cwd);
  if (expected === undefined || expected.root === "/" || expected.root === places.home) return undefined;
  if (daemonOf(expected.root, places, world) !== undefined) return undefined;
  const cacheDir = indexFolder(places, expected.root);
  const git = gitProgram();
  const reach = reachOf({
    ...expected,
    ...(cacheDir === undefined ? {} : { cacheDir }),
    ...(git === undefined ? {} : { git }),
  });
  return new SandboxAhead(sandboxEntry(), reach);
}

/** The repository that most likely is meant by a prompt that was typed in a folder; undefined where there is none. */
export function expectedPlace(cwd: string) {
  // That there is no such folder is said elsewhere.
  const found = attempt(() => findRepository(Deno.realPathSync(cwd)));
  return typeof found === "object" ? { ...found, root: found.top } : undefined;
}
