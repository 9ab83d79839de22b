/** The part of `@std/cli` that is used here, over npm's `minimist`. */
import minimist from "minimist";

export interface ParseOptions {
  boolean?: string[];
  string?: string[];
  collect?: string[];
  negatable?: string[];
  alias?: Record<string, string>;
  default?: Record<string, unknown>;
  "--"?: boolean;
  stopEarly?: boolean;
  /** Called for what no option names; false leaves it out. */
  unknown?: (arg: string) => unknown;
}

export type Args = Record<string, unknown> & { _: (string | number)[]; "--"?: string[] };

/**
 * Parses a command line as `@std/cli`'s `parseArgs` does. Words that look like numbers become numbers, unless `string` names `_` for the
 * positional ones; `--no-x` negates only what `negatable` names.
 */
export function parseArgs(args: string[], options: ParseOptions = {}): Args {
  const { collect = [], negatable = [], boolean = [], unknown, ...rest } = options;
  const end = args.indexOf("--");
  const plain = args.slice(0, end < 0 ? args.length : end)
    .filter((arg) => /^--no-[^=]+$/.test(arg) && !negatable.includes(arg.slice("--no-".length)))
    .map((arg) => arg.slice("--".length));
  // minimist negates every `--no-x`; with a value it takes it for an option of that name.
  const given = args.map((arg, index) =>
    (end < 0 || index < end) && plain.includes(arg.slice(2)) ? `${arg}=true` : arg
  );
  const parsed: Args = minimist(given, {
    ...rest,
    boolean: [...boolean, ...plain],
    ...(unknown === undefined ? {} : { unknown: (arg: string) => unknown(arg) !== false }),
  });
  for (const name of collect) {
    const value = parsed[name];
    parsed[name] = value === undefined ? [] : Array.isArray(value) ? value : [value];
  }
  return parsed;
}
