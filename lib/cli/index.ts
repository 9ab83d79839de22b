import { systemWorld } from "../settings/world.ts";
import { command, oneOf } from "./command.ts";
import { placeOf } from "./index/place.ts";

const HELP = `Usage: codex-auto index status|build [--repo DIR] [--background]

The code index of a repository: what makes a prompt's search fast and exact. It is built by itself after the first prompt and follows the
tree from then on; nothing has to be done. It lies in the cache folder, which status names, and can be deleted at any time.

  status         what is indexed, how big it is, what was not read and why
  build          build it now, or bring it up to date; what has left the tree leaves it at once

  --repo DIR     the repository; default: the one of the working directory
  --background   quiet and at low priority; ends at once where another build runs

Examples:
  codex-auto index status
  codex-auto index build --repo ~/src/project

Exit codes: 0 done, 2 usage, 20 no such repository or no cache folder, 40 it could not be built, or another build is running.
`;

const ACTIONS = ["status", "build"] as const;

/** `codex-auto index`. */
export const run = command({
  help: HELP,
  flags: ["background"],
  values: ["repo"],
  words: 1,
}, async (options) => {
  const action = oneOf(ACTIONS, options.words[0] ?? "status");
  const world = systemWorld();
  const finding = placeOf(options.value("repo") ?? Deno.cwd(), world);
  // While git looks for the root, the action is loaded: a build runs after every edit.
  if (action === "status") {
    const { status } = await import("./index/status.ts");
    return status(await finding);
  }
  const [place, { build }] = await Promise.all([finding, import("./index/build.ts")]);
  return await build(place, options.has("background"), world);
});
