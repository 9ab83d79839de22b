/** The part of `@std/cli` that is used here, over npm's `minimist`, for machines that do not reach JSR. */
import minimist from "minimist";

export interface ParseOptions {
  boolean?: string[];
  string?: string[];
  collect?: string[];
  alias?: Record<string, string>;
  default?: Record<string, unknown>;
  "--"?: boolean;
  stopEarly?: boolean;
  unknown?: (arg: string) => boolean;
}

export type Args = Record<string, unknown> & { _: string[]; "--"?: string[] };

/** Parses a command line as `@std/cli`'s `parseArgs` does for booleans, strings, collected strings, aliases and `--`. */
export function parseArgs(args: string[], options: ParseOptions = {}): Args {
  const { collect = [], ...rest } = options;
  const parsed = minimist(args, rest as minimist.Opts) as unknown as Args;
  for (const name of collect) {
    const value = parsed[name];
    parsed[name] = value === undefined ? [] : Array.isArray(value) ? value : [value];
  }
  parsed._ = parsed._.map(String);
  return parsed;
}
