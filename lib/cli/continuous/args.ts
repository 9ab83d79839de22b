import { DECISIONS, EXECUTORS } from "../../continuous/run/event.ts";
import { FORMATS } from "../../continuous/report/render.ts";
import { folderOf, type Options, UsageError } from "../command.ts";

export const CONTINUOUS = {
  name: "continuous",
  flags: ["continuous", "yes", "no-tui", "resume-last", "with-changes", "confirm-on-breakpoint"],
  values: ["repo", "max-steps", "max-cost", "parallel", "until", "format", "executor", "decide"],
  words: Infinity,
  passesTo: "the executor",
} as const;

type Said = Options<typeof CONTINUOUS.flags[number], typeof CONTINUOUS.values[number]>;

export type ContinuousArgs = ReturnType<typeof continuousArgs>;

export function continuousArgs({ has, value, choice, passed }: Said) {
  const given = <T>(name: typeof CONTINUOUS.values[number], read: () => T) =>
    value(name) === undefined ? undefined : read();
  const shaped = (name: Parameters<typeof value>[0], shape: RegExp, what: string) => {
    const said = value(name);
    if (said === undefined || shape.test(said)) return said;
    throw new UsageError(`--${name} is ${what}, not ${said.slice(0, 40)}`);
  };
  const number = (...asked: Parameters<typeof shaped>) => {
    const said = shaped(...asked);
    return said === undefined ? undefined : Number(said);
  };
  return {
    yes: has("yes"),
    noTui: has("no-tui"),
    withChanges: has("with-changes"),
    repo: folderOf(value("repo")),
    maxSteps: number("max-steps", /^[1-9]\d{0,14}$/, "a whole number of at least 1"),
    parallel: number("parallel", /^[1-8]$/, "a number from 1 to 8"),
    maxCost: number("max-cost", /^\d+(?:\.\d+)?$/, "an amount of USD"),
    format: given("format", () => choice("format", FORMATS)),
    until: shaped("until", /^(?:[01]?\d|2[0-3]):[0-5]\d$/, "a time, HH:MM"),
    executor: given("executor", () => choice("executor", EXECUTORS)),
    decide: given("decide", () => choice("decide", DECISIONS)),
    confirm: has("confirm-on-breakpoint") || undefined,
    executorArgs: passed,
  };
}
