import { CONFIRM, DECISIONS, EXECUTORS } from "../../continuous/run/event.ts";
import type { Options } from "../command.ts";

const HELP = `Usage: codex-auto --continuous [OPTIONS] "GOAL" [-- CODEX ARGS]
       codex-auto resume --continuous [OPTIONS] [ID]
       codex-auto continuous list | report [ID] | edit [ID]

Works one goal to its end: plans it, does one task after another with codex, runs each task's verify commands itself, and waits for
you where it should. A task is done when its commands pass, whatever the model says. Nothing is lost: stop it as you like, resume later.

  codex-auto --continuous "Move the date helpers to Temporal and keep all tests green"
  codex-auto --continuous --yes --no-tui "Fix the failing tests in lib/parse" >run.jsonl
  codex-auto resume --continuous                     the latest run that is not complete
  codex-auto resume --continuous --decide skip       the same, and put the task it asks about aside
  codex-auto continuous report                       what the latest run has come to

Options:
  --max-steps N             steps before it asks (default 20); with resume: that many more
  --confirm breakpoints|never|always
                            which tasks wait for your word (default breakpoints: those the plan marks, and all of high risk)
  --confirm-on-breakpoint   the same as --confirm breakpoints
  --executor codex|claude   who does the work (default codex)
  --yes                     begin without showing the plan first; dangerous commands are asked for all the same
  --no-tui                  no screen: one JSON object a line on stdout, lines for you on stderr
  --resume-last             go on with the latest run instead of beginning one
  --decide WORD             with resume: continue, retry or skip, as the answer to what it asks
  --repo DIR                the repository, instead of the working directory
  -- ARGS                   go to the executor: -- -m MODEL

Keys on the screen: c continue  p pause  r retry  b skip  e edit the plan  h help  q leave (it can be resumed)

It stops and asks at breakpoints, before commands that reach out of the folder or publish (push, sudo …), after 3 steps without effect,
when a command repeats itself, at the limits of steps, time, tokens and cost, when the model's provider is
down, when nothing was printed for 10 minutes, and when somebody else changes the repository.

Verify commands run as you, outside codex's sandbox: look them over in the preview.

Runs are kept in .codex/state/continuous of the repository; remove what you no longer need.

Settings: flags, then CI_AUTO_TOOLS_CONTINUOUS_* (MAX_STEPS, CONFIRM_ON_BREAKPOINT, EXECUTOR, LOG_DIR, SNAPSHOT_RETENTION, AUTO_RESUME), then
[continuous] in codex's config.toml:

  [continuous]
  default_max_steps = 20
  default_confirm_on_breakpoint = true     # or "never", "always"
  executor = "codex"
  auto_resume = false                      # --continuous without a goal resumes the latest run
  snapshot_retention = 10
  allow = ["git push origin"]              # commands that begin so may reach out of the folder or publish
  log_dir = "/path"                        # prompts, outputs and diffs of steps; default: beside the run
  stop_conditions = { retries = 2, idle_steps = 3, repeats = 5, replans = 2, provider_failures = 5, total_minutes = 240,
                      idle_minutes = 10, verify_minutes = 10, back_off_seconds = 1, tokens = 20000000, cost_usd = 25 }
                                           # on one line; 0: no limit of time, tokens or cost

Exit codes: 0 complete · 3 waits for you, resume it · 4 ended with tasks left · 129, 130, 143 stopped by a signal, resume it ·
2 usage · 10 failure · 20 configuration · 40 the executor cannot be started
`;

/** The command line of a run. */
export const CONTINUOUS = {
  help: HELP,
  flags: ["continuous", "yes", "no-tui", "resume-last", "confirm-on-breakpoint"],
  values: ["repo", "max-steps", "executor", "decide", "confirm"],
  words: Infinity,
  passesTo: "the executor",
} as const;

type Said = Options<typeof CONTINUOUS.flags[number], typeof CONTINUOUS.values[number]>;

export type ContinuousArgs = ReturnType<typeof continuousArgs>;

/** Throws `UsageError`. */
export function continuousArgs({ has, value, choice, count, passed }: Said) {
  const given = <T>(name: typeof CONTINUOUS.values[number], read: () => T) =>
    value(name) === undefined ? undefined : read();
  const [never, breakpoints, always] = CONFIRM;
  return {
    /** Accept the plan as it is made, unless it asks for dangerous commands. */
    yes: has("yes"),
    noTui: has("no-tui"),
    repo: value("repo"),
    maxSteps: given("max-steps", () => count("max-steps", 1, 1)),
    executor: given("executor", () => choice("executor", EXECUTORS)),
    /** The answer to the question that the run waits with. */
    decide: given("decide", () => choice("decide", DECISIONS)),
    confirm: has("confirm-on-breakpoint")
      ? breakpoints
      : given("confirm", () => choice("confirm", [breakpoints, never, always])),
    executorArgs: passed,
  };
}
