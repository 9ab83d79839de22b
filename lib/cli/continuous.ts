import { command, didYouMean } from "./command.ts";
import { CONTINUOUS, continuousArgs } from "./continuous/args.ts";
import { UsageError } from "./usage_error.ts";

/** `codex-auto --continuous …`, `codex-auto resume --continuous …` and `codex-auto continuous …`. */
export const run = command(CONTINUOUS, async (options) => {
  const { words: [first = "", ...rest] } = options;
  const args = continuousArgs(options);
  const isGoal = options.has("continuous") && first !== "resume";
  const alone = (most: number, takes: string) => {
    if (rest.length > most) throw new UsageError(`${first} takes ${takes}`);
  };
  switch (isGoal ? "" : first) {
    case "list":
      alone(0, "no run; report does");
      return await (await import("./continuous/look.ts")).list(args.repo);
    case "report":
      alone(1, "one run");
      return await (await import("./continuous/look.ts")).report(rest[0], args.repo);
    case "edit":
      alone(1, "one run");
      return await (await import("./continuous/edit.ts")).edit(rest[0], args);
    case "resume":
      alone(1, "one run");
      return await (await import("./continuous/run.ts")).goOn(rest[0], args);
  }
  // A command that is misspelt is no goal that money is spent on. In Chinese a goal is one word as well.
  if (!isGoal && /^[^\s\P{ASCII}]+$/u.test(first) && rest.length === 0) {
    const meant = didYouMean(first, ["list", "report", "edit", "resume"]);
    throw new UsageError(
      `continuous has no command ${first.slice(0, 40)}; a goal stands behind --continuous${meant}`,
    );
  }
  if (args.decide) throw new UsageError("--decide goes with resume --continuous");
  const { begin, goOn } = await import("./continuous/run.ts");
  if (options.has("resume-last")) return await goOn(undefined, args);
  return await begin(options.words.join(" ").trim(), args);
});
