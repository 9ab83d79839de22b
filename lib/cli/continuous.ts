import { EXIT } from "../contract/error_codes.ts";
import { CONTINUOUS_HELP, CONTINUOUS_USAGE, parseContinuousArgs } from "./continuous/args.ts";
import { didYouMean } from "./command.ts";
import { print } from "./output.ts";
import { UsageError } from "./usage_error.ts";

/** `codex-auto --continuous …`, `codex-auto resume --continuous …` and `codex-auto continuous …`. */
export async function run(args: string[]): Promise<number> {
  const [first = "", ...rest] = args;
  const parsed = parseContinuousArgs(args);
  if (parsed.help || first === "help") {
    print(CONTINUOUS_HELP);
    return EXIT.ok;
  }
  switch (first) {
    case "list":
      return await (await import("./continuous/look.ts")).list(rest);
    case "report":
      return await (await import("./continuous/look.ts")).report(rest);
    case "edit":
      return await (await import("./continuous/edit.ts")).edit(rest);
    case "resume": {
      const resumed = parseContinuousArgs(rest);
      if (resumed.words.length > 1) throw new UsageError("resume takes one run", CONTINUOUS_USAGE);
      return await (await import("./continuous/run.ts")).goOn(resumed);
    }
  }
  // A command that is misspelt is no goal that money is spent on. In Chinese a goal is one word as well.
  if (/^[^-\s\P{ASCII}][\x21-\x7e]*$/u.test(first) && !args.includes("--continuous")) {
    throw new UsageError(
      `continuous has no command ${first.slice(0, 40)}; a goal stands behind --continuous${
        didYouMean(first, ["list", "report", "edit", "resume"])
      }`,
      CONTINUOUS_USAGE,
    );
  }
  if (parsed.decide) throw new UsageError("--decide goes with resume --continuous", CONTINUOUS_USAGE);
  const { begin, goOn } = await import("./continuous/run.ts");
  if (parsed.resumeLast) return await goOn(parsed);
  return await begin(parsed);
}
