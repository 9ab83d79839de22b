import { CONFIRM, DECISIONS, EXECUTORS } from "../../continuous/run/event.ts";
import { FORMATS } from "../../continuous/report/render.ts";
import { type Options, UsageError } from "../command.ts";
import { helpOf } from "../help.ts";

/** The command line of a run. */
export const CONTINUOUS = {
  help: helpOf("continuous"),
  flags: ["continuous", "yes", "no-tui", "resume-last", "with-changes", "confirm-on-breakpoint"],
  values: ["repo", "max-steps", "max-cost", "parallel", "until", "format", "executor", "decide", "confirm"],
  words: Infinity,
  passesTo: "the executor",
} as const;

type Said = Options<typeof CONTINUOUS.flags[number], typeof CONTINUOUS.values[number]>;

export type ContinuousArgs = ReturnType<typeof continuousArgs>;

export function continuousArgs({ has, value, choice, count, passed }: Said) {
  const given = <T>(name: typeof CONTINUOUS.values[number], read: () => T) =>
    value(name) === undefined ? undefined : read();
  const shaped = <T>(
    name: "max-cost" | "parallel" | "until",
    shape: RegExp,
    what: string,
    read: (said: string) => T,
  ) => {
    const said = value(name);
    if (said === undefined || shape.test(said)) return said === undefined ? undefined : read(said);
    throw new UsageError(`--${name} is ${what}, not ${said.slice(0, 40)}`);
  };
  const [never, breakpoints, always] = CONFIRM;
  return {
    /** Accept the plan as it is made, unless it asks for dangerous commands. */
    yes: has("yes"),
    noTui: has("no-tui"),
    /** Begin with what is in no commit as the first commit. */
    withChanges: has("with-changes"),
    repo: value("repo"),
    maxSteps: given("max-steps", () => count("max-steps", 1, 1)),
    parallel: shaped("parallel", /^[1-8]$/, "a number from 1 to 8", Number),
    maxCost: shaped("max-cost", /^\d+(?:\.\d+)?$/, "an amount of USD", Number),
    format: given("format", () => choice("format", FORMATS)),
    until: shaped("until", /^(?:[01]?\d|2[0-3]):[0-5]\d$/, "a time, HH:MM", String),
    executor: given("executor", () => choice("executor", EXECUTORS)),
    /** The answer to the question that the run waits with. */
    decide: given("decide", () => choice("decide", DECISIONS)),
    confirm: has("confirm-on-breakpoint")
      ? breakpoints
      : given("confirm", () => choice("confirm", [breakpoints, never, always])),
    executorArgs: passed,
  };
}
