import { limitsText } from "../contract/limits.ts";
import { systemWorld, type World } from "../settings/world.ts";
import { type Place, placeOf } from "./index/place.ts";
import { command, didYouMean } from "./command.ts";
import { printError } from "./output.ts";
import { UsageError } from "./usage_error.ts";

const HELP = `Usage: codex-auto index status|build|clear [--repo DIR] [--background]

The code index of a repository: what makes a prompt's search fast and exact. It is built by itself after the first prompt and follows the
tree from then on; nothing has to be done. It lies in the cache folder and can be deleted at any time.

  status         what is indexed, how big it is, what was not read and why
  build          build it now, or bring it up to date; what has left the tree leaves it at once
  clear          delete it

  --repo DIR     the repository; default: the one of the working directory
  --background   quiet and at low priority; ends at once where another build runs

Examples:
  codex-auto index status
  codex-auto index build --repo ~/src/project

Exit codes: 0 done, 2 usage, 20 no such repository or no cache folder, 40 it could not be built or deleted, or another build is running.
`;

type Action = (place: Place, background: boolean, world: World) => number | Promise<number>;

const ACTIONS: Readonly<Record<string, () => Promise<Action>>> = {
  status: async () => (await import("./index/status.ts")).status,
  build: async () => (await import("./index/build.ts")).build,
  clear: async () => (await import("./index/status.ts")).clear,
};

/** `codex-auto index`. */
export const run = command({
  help: HELP,
  flags: ["background"],
  values: ["repo"],
  words: true,
}, async (options) => {
  const [action = "status", ...rest] = options.words;
  const load = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (rest.length > 0 || load === undefined) {
    const wrong = (rest[0] ?? action).slice(0, 60);
    throw new UsageError(`${wrong} is not understood${didYouMean(wrong, Object.keys(ACTIONS))}`);
  }
  const world = systemWorld();
  // While git looks for the root, the action is loaded: a build runs after every edit.
  const [place, act] = await Promise.all([placeOf(options.value("repo") ?? Deno.cwd(), world), load()]);
  if (place.limits.length > 0) printError(`${limitsText(place.limits)}\n`);
  return await act(place, options.has("background"), world);
});
