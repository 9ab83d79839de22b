import { command, didYouMean, UsageError } from "./command.ts";
import { CONTINUOUS, type ContinuousArgs, continuousArgs } from "./continuous/args.ts";

type OnRun = (word: string, args: ContinuousArgs, second?: string) => Promise<number | void>;

const runs = () => import("./continuous/runs.ts");
const branches = () => import("./continuous/branch.ts");
const works = () => import("./continuous/run.ts");

/** Commands on runs, and how many words each takes, at least and at most. An empty id is of the latest run that will do. */
const COMMANDS: Readonly<Record<string, [least: number, most: number, run: OnRun]>> = {
  list: [0, 0, async (_, { repo }) => (await runs()).list(repo)],
  report: [0, 1, async (id, args) => (await runs()).report(id, args)],
  edit: [0, 1, async (id, args) => (await runs()).edit(id, args)],
  repair: [1, 1, async (id, args) => (await runs()).repair(id, args)],
  rerun: [1, 2, async (task, args, id = "") => (await runs()).rerun(task, args, id)],
  show: [0, 1, async (id, args) => (await branches()).show(id, args)],
  merge: [0, 1, async (id, args) => (await branches()).merge(id, args)],
  pr: [0, 1, async (id, args) => (await branches()).pullRequest(id, args)],
  discard: [1, 1, async (id, args) => (await branches()).discard(id, args)],
  resume: [0, 1, async (id, args) => (await works()).goOn(id, args)],
};

/** `codex-auto --continuous …`, `codex-auto resume --continuous …` and `codex-auto continuous …`. */
export const run = command(CONTINUOUS, async (options) => {
  const { words: [first = "", ...rest] } = options;
  const args = continuousArgs(options);
  // What names a repository, where git's hooks and aliases start us (`git rev-parse --local-env-vars`, without settings): the git of a step would work in the user's own tree.
  const names =
    "DIR WORK_TREE IMPLICIT_WORK_TREE COMMON_DIR INDEX_FILE OBJECT_DIRECTORY ALTERNATE_OBJECT_DIRECTORIES GRAFT_FILE SHALLOW_FILE REPLACE_REF_BASE PREFIX INTERNAL_SUPER_PREFIX";
  for (const name of names.split(" ")) Deno.env.delete(`GIT_${name}`);
  const isGoal = options.has("continuous") && first !== "resume";
  if (!isGoal && Object.hasOwn(COMMANDS, first)) {
    const [least, most, act] = COMMANDS[first] ?? [0, 0, () => Promise.resolve()];
    if (rest.length >= least && rest.length <= most) return await act(rest[0] ?? "", args, rest[1]);
    const takes = ["no run", least === 1 ? "the id of one run" : "one run", "a task and a run"][most];
    throw new UsageError(`${first} takes ${takes}`);
  }
  // A command that is misspelt is no goal that money is spent on. In Chinese a goal is one word as well.
  if (!isGoal && /^[^\s\P{ASCII}]+$/u.test(first) && rest.length === 0) {
    const meant = didYouMean(first, Object.keys(COMMANDS));
    const why = `continuous has no command ${first.slice(0, 40)}`;
    throw new UsageError(`${why}; a goal stands behind --continuous${meant}`);
  }
  if (args.decide) throw new UsageError("--decide goes with resume --continuous");
  const { begin, goOn } = await works();
  if (options.has("resume-last")) return await goOn("", args);
  return await begin(options.words.join(" ").trim(), args);
});
