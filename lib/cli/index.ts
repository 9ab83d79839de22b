import { systemWorld } from "../settings/world.ts";
import { command, oneOf } from "./command.ts";
import { helpOf } from "./help.ts";
import { placeOf } from "./index/place.ts";

const ACTIONS = ["status", "build"] as const;

export const run = command({
  help: helpOf("index"),
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
