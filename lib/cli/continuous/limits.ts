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
  const said = executorArgs.join("\0");
  return /(?:^|\0)(?:-m|--model|(?:-c|--config)[=\0]model)[=\0]?"?([^"\0]+)/.exec(said)?.[1] ?? model;
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

export const CONTINUOUS_EXIT = { complete: 0, paused: 3, incomplete: 4, unproven: 5 } as const;

const SIGNALS = [["SIGHUP", 129], ["SIGINT", 130], ["SIGTERM", 143]] as const;

/** ms in which a run that was called off writes down how far it came; then the program ends all the same, and the step counts as lost. */
const LAST_WORDS_MS = 1700;

/** Who is started inherits what is ignored, so whoever sends itself such a signal lives on and can say so. */
const SURVIVED = 'for each in HUP INT TERM; do /bin/sh -c "kill -$each \\$\\$" && echo "SIG$each"; done';

/** Turns signals, but for those that are to be ignored, into a call to stop, whose reason is the exit code. A second one ends the program on the spot; what it has started dies with it. */
export function stopSignals(): { signal: AbortSignal; leave(): void } {
  const stopping = new AbortController();
  const stop = (exit: number) => {
    if (stopping.signal.aborted) Deno.exit(exit);
    setTimeout(() => Deno.exit(exit), LAST_WORDS_MS);
    stopping.abort(exit);
  };
  // The signals that whoever started this program has had it ignore, as `nohup` does.
  const { stdout } = new Deno.Command("/bin/sh", { args: ["-c", SURVIVED] }).outputSync();
  const ignored = new Set(new TextDecoder().decode(stdout).split("\n"));
  for (const [name, exit] of SIGNALS) if (!ignored.has(name)) Deno.addSignalListener(name, () => stop(exit));
  return { signal: stopping.signal, leave: () => stop(CONTINUOUS_EXIT.paused) };
}
