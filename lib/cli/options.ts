import { parseArgs } from "@std/cli";
import { didYouMean } from "./nearest.ts";
import { UsageError } from "./usage_error.ts";

/** What a command line may hold. */
interface Takes<Flag extends string, Value extends string> {
  /** Shown where something else stands in it. */
  help: string;
  /** Names of options that stand alone: `--all`. */
  flags?: readonly Flag[];
  /** Names of options with a value: `--repo DIR`, `--repo=DIR`. */
  values?: readonly Value[];
  /** Whether words may stand beside the options. */
  words?: boolean;
}

/** What a command line says. */
export interface Options<Flag extends string, Value extends string> {
  /** Whether a flag was given, `--help` or `-h` among them. */
  has(flag: Flag | "help"): boolean;
  /** The value that was given last. */
  value(name: Value): string | undefined;
  /** All values of an option, in their order. */
  values(name: Value): readonly string[];
  /** The value as one of these, the first of them where none was given. Throws `UsageError`. */
  choice<const Choice extends string>(name: Value, choices: readonly [Choice, ...Choice[]]): Choice;
  words: readonly string[];
}

/** Reads a command line. Throws `UsageError` for what the command does not take, and for an option that lacks its value. */
export function readOptions<const Flag extends string = never, const Value extends string = never>(
  args: readonly string[],
  { help, flags = [], values = [], words = false }: Takes<Flag, Value>,
): Options<Flag, Value> {
  const known = ["help", ...flags, ...values].map((name) => `--${name}`);
  const parsed: Record<string, unknown> = parseArgs([...args], {
    boolean: ["help", ...flags],
    string: ["_", ...values],
    collect: [...values],
    alias: { h: "help" },
    unknown: (arg) => {
      if (words && !/^-./.test(arg)) return true;
      throw new UsageError(
        `unknown argument ${arg.slice(0, 60)}${didYouMean(arg.replace(/=.*/s, ""), known)}`,
        help,
      );
    },
  });
  const listed = (name: string) => {
    const given = parsed[name];
    return Array.isArray(given) ? given.map(String) : [];
  };
  const empty = values.find((name) => listed(name).includes(""));
  if (empty !== undefined) throw new UsageError(`--${empty} needs a value`, help);
  return {
    has: (flag) => parsed[flag] === true,
    value: (name) => listed(name).at(-1),
    values: listed,
    choice(name, choices) {
      const given = listed(name).at(-1) ?? choices[0];
      const found = choices.find((each) => each === given);
      if (found !== undefined) return found;
      const all = [choices.slice(0, -1).join(", "), choices.at(-1)].join(" or ");
      throw new UsageError(`--${name} is ${all}, not "${given.slice(0, 40)}"`, help);
    },
    words: listed("_"),
  };
}
