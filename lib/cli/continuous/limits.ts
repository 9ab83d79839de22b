import { EXIT } from "../../contract/error_codes.ts";
import type { Pause } from "../../continuous/run/event.ts";
import { PAUSE } from "../../continuous/run/pauses.ts";
import { costOf } from "../../continuous/settings/settings.ts";
import type { World } from "../../settings/world.ts";
import { Failure } from "../failure.ts";
import type { ContinuousArgs } from "./args.ts";
import type { Setting } from "./in_place.ts";

/** The model that Codex is told to work with; empty where it takes its own. */
export function modelOf(executorArgs: readonly string[], { model }: Setting["settings"]): string {
  const said = /(?:^|\0)(?:-m|--model|(?:-c|--config)[=\0]model)[=\0]?"?([^"\0]+)/.exec(
    executorArgs.join("\0"),
  );
  return said?.[1] ?? model;
}

/** Throws `Failure` where a limit of cost is asked for that cannot hold: Claude Code tells what it costs, Codex does not. */
export function requirePriced({ maxCost, executorArgs }: ContinuousArgs, { settings }: Setting): void {
  if (maxCost === undefined || settings.executor !== "codex") return;
  const model = modelOf(executorArgs, settings);
  if (costOf({ input: 0, cached: 0, output: 0 }, model, settings.prices) !== undefined) return;
  const what = model === "" ? "no model is named (-- -m MODEL)" : `what ${model} costs is not known`;
  throw new Failure(`--max-cost cannot hold: ${what}; prices stand in prices.json`, EXIT.config);
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
