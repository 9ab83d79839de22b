/**
 * Whether one of the options is among the arguments: a short one alone or written together with others, a long one with its value or without, and
 * abbreviated, as `getopt_long` and git take it.
 */
export function hasOption(args: readonly string[], ...options: readonly string[]): boolean {
  return args.some((arg) =>
    options.some((option) =>
      option.startsWith("--")
        ? isLong(arg, option)
        : /^-[A-Za-z]+$/.test(arg) && arg.includes(option.slice(1))
    )
  );
}

function isLong(arg: string, option: string): boolean {
  const name = arg.split("=", 1)[0] ?? "";
  return name.length > 2 && name.startsWith("--") && option.startsWith(name);
}
