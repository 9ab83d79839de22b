import { command, didYouMean } from "./command.ts";
import { CONTINUOUS, continuousArgs } from "./continuous/args.ts";
import { UsageError } from "./usage_error.ts";

const COMMANDS = ["list", "report", "edit", "show", "merge", "discard", "rerun", "repair", "resume"];

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
      return await (await import("./continuous/look.ts")).report(rest[0], args.repo, args.format ?? "text");
    case "edit":
      alone(1, "one run");
      return await (await import("./continuous/edit.ts")).edit(rest[0], args);
    case "show":
    case "merge":
      alone(1, "one run");
      return await (await import("./continuous/branch.ts"))[first === "show" ? "show" : "merge"](
        rest[0],
        args,
      );
    case "discard":
    case "repair":
      if (rest.length !== 1) throw new UsageError(`${first} takes the id of one run`);
      return first === "discard"
        ? await (await import("./continuous/branch.ts")).discard(rest[0] ?? "", args)
        : await (await import("./continuous/mend.ts")).repair(rest[0] ?? "", args);
    case "rerun":
      if (rest.length === 0) throw new UsageError("rerun takes the id of a task");
      alone(2, "a task and a run");
      return await (await import("./continuous/mend.ts")).rerun(rest[0] ?? "", rest[1], args);
    case "resume":
      alone(1, "one run");
      return await (await import("./continuous/run.ts")).goOn(rest[0], args);
  }
  // A command that is misspelt is no goal that money is spent on. In Chinese a goal is one word as well.
  if (!isGoal && /^[^\s\P{ASCII}]+$/u.test(first) && rest.length === 0) {
    const meant = didYouMean(first, COMMANDS);
    throw new UsageError(
      `continuous has no command ${first.slice(0, 40)}; a goal stands behind --continuous${meant}`,
    );
  }
  if (args.decide) throw new UsageError("--decide goes with resume --continuous");
  const { begin, goOn } = await import("./continuous/run.ts");
  if (options.has("resume-last")) return await goOn(undefined, args);
  return await begin(options.words.join(" ").trim(), args);
});
