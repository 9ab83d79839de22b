import type { Pause } from "../../continuous/run/event.ts";
import { PAUSE } from "../../continuous/run/pauses.ts";
import { costOf } from "../../continuous/settings/prices.ts";
import type { World } from "../../settings/world.ts";
import type { ContinuousArgs } from "./args.ts";
import type { Setting } from "./in_place.ts";

/** The model that Codex is told to work with; empty where it takes its own. */
export function modelOf(executorArgs: readonly string[], { model }: Setting["settings"]): string {
  const said = /(?:^|\0)(?:-m|--model|(?:-c|--config)[=\0]model)[=\0]?"?([^"\0]+)/.exec(
    executorArgs.join("\0"),
  );
  return said?.[1] ?? model;
}

/** Whether a limit of cost was asked for that cannot hold: Claude Code tells what it costs, Codex does not. */
export function isUnpriced({ maxCost, executorArgs }: ContinuousArgs, { settings }: Setting): boolean {
  if (maxCost === undefined || settings.executor !== "codex") return false;
  const nothing = { input: 0, cached: 0, output: 0 };
  return costOf(nothing, modelOf(executorArgs, settings), settings.prices) === undefined;
}

/** The pause of a time of day, once it has come; once. */
export function deadline(until: string | undefined, world: World): () => Pause | undefined {
  if (until === undefined) return () => undefined;
  const [hours = 0, minutes = 0] = until.split(":").map(Number);
  const at = world.now();
  at.setHours(hours, minutes, 0, 0);
  if (at <= world.now()) at.setDate(at.getDate() + 1);
  let isAsked = false;
  return () => {
    if (isAsked || world.now() < at) return undefined;
    isAsked = true;
    return PAUSE.until(until);
  };
}
