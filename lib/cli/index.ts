import { command, folderOf, oneOf } from "./command.ts";
import { placeOf, status } from "./index/status.ts";

const ACTIONS = ["status", "build", "daemon"] as const;

export const run = command({
  name: "index",
  flags: ["background"],
  values: ["repo"],
  words: 1,
}, async (options, world) => {
  const action = oneOf(ACTIONS, options.words[0] ?? "status");
  const cwd = folderOf(options.value("repo"));
  if (action === "daemon") return await (await import("../kernel/daemon.ts")).keepWarm(cwd, world);
  const place = await placeOf(cwd, world);
  if (action === "build") {
    return await (await import("./index/build.ts")).build(place, options.has("background"), world);
  }
  return status(place);
});
