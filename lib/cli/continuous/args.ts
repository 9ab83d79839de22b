import { CONFIRM, DECISIONS, EXECUTORS } from "../../continuous/run/event.ts";
import { FORMATS } from "../../continuous/report/render.ts";
import type { Options } from "../command.ts";
import { UsageError } from "../usage_error.ts";

const HELP = `Usage: codex-auto --continuous [OPTIONS] "GOAL" [-- CODEX ARGS]
       codex-auto resume --continuous [OPTIONS] [ID]
       codex-auto continuous list | report [ID] | edit [ID] | show [ID] | merge [ID] | discard ID | rerun TASK [ID] | repair ID

Works one goal to its end, in a git worktree and on a branch of its own: plans it, does one task after another with codex, runs each
task's verify commands before and after it, and commits what passes. A task is done when its commands failed before and pass now,
whatever the model says. Your folder stays as it is until you merge. Nothing is lost: stop it as you like, resume later.

  codex-auto --continuous "Move the date helpers to Temporal and keep all tests green"
  codex-auto --continuous --yes --no-tui "Fix the failing tests in lib/parse" >run.jsonl
  codex-auto resume --continuous                     the latest run that is not complete
  codex-auto resume --continuous --decide skip       the same, and put the task it asks about aside
  codex-auto continuous report                       what the latest run has come to
  codex-auto continuous show                         its branch: commits and files
  codex-auto continuous merge                        into the branch you are on, whose tree has to be clean; discard ID throws it away

Options:
  --max-steps N             steps before it asks (default 20); with resume: that many more
  --confirm breakpoints|never|always
                            which tasks wait for your word (default breakpoints: those the plan marks, and all of high risk)
  --confirm-on-breakpoint   the same as --confirm breakpoints
  --max-cost USD            cost at which it asks (default 25); with resume: that much more. Codex's by config/prices.json and your own
                            ~/.config/auto-tools/prices.json
  --until HH:MM             begins nothing new after that time
  --executor codex|claude   who does the work (default codex)
  --with-changes            begin with your uncommitted changes as the first commit; by default they stay out of it
  --yes                     begin without showing the plan first; dangerous commands are asked for all the same
  --no-tui                  no screen: one JSON object a line on stdout, lines for you on stderr
  --resume-last             go on with the latest run instead of beginning one
  --decide WORD             with resume: continue, retry or skip, as the answer to what it asks
  --format FMT              with report: text (default), markdown, or html, a page that loads nothing
  --repo DIR                the repository, instead of the working directory
  -- ARGS                   go to the executor: -- -m MODEL

Keys on the screen: c continue  p pause  r retry  b skip  e edit the plan  h help  q leave (it can be resumed)  space next page of the plan

It stops and asks at breakpoints, before commands that reach out of the folder or publish (push, sudo …), after 3 steps without effect,
when a command repeats itself, at the limits of steps, time, tokens and cost, when the model's provider is
down, when nothing was printed for 10 minutes, and when a step changes what decides on it (tests, what runs them). Tasks that do not
depend on the one that waits go on meanwhile.

Verify commands run in codex's sandbox; with claude as you. Look them over in the preview.

Runs are kept in .codex/state/continuous of the repository, their worktrees in ~/.local/share/auto-tools/continuous.

Settings: flags, then CI_AUTO_TOOLS_CONTINUOUS_* (MAX_STEPS, CONFIRM_ON_BREAKPOINT, EXECUTOR, REVIEW, LOG_DIR, SNAPSHOT_RETENTION, AUTO_RESUME, BELL), then
[continuous] in codex's config.toml:

  [continuous]
  default_max_steps = 20
  default_confirm_on_breakpoint = true     # or "never", "always"
  executor = "codex"
  auto_resume = false                      # --continuous without a goal resumes the latest run
  snapshot_retention = 10
  notify_command = "notify-send auto-tools"  # on pause and end, with JSON on stdin
  bell = true
  webhook = "https://..."                  # POST, signed with $CI_AUTO_TOOLS_CONTINUOUS_WEBHOOK_SECRET
  allow = ["git push origin"]              # commands that begin so may reach out of the folder or publish
  review = "advice"                        # a second session compares changes and goal at the end: or "gate", "off"
  bring = { link = [".venv"], copy = [".env"] }  # ignored files that the worktree needs; node_modules is linked by itself
  log_dir = "/path"                        # prompts, outputs and diffs of steps; default: beside the run
  stop_conditions = { retries = 2, idle_steps = 3, repeats = 5, replans = 2, provider_failures = 5, total_minutes = 240,
                      idle_minutes = 10, verify_minutes = 10, back_off_seconds = 1, tokens = 20000000, cost_usd = 25 }
                                           # on one line; 0: no limit of time, tokens or cost

Exit codes: 0 complete and proven · 5 complete, but not all of it proven · 3 waits for you, resume it · 4 ended with tasks left · 129, 130, 143 stopped by a signal, resume it ·
2 usage · 10 failure · 20 configuration · 40 the executor cannot be started
`;

/** The command line of a run. */
export const CONTINUOUS = {
  help: HELP,
  flags: ["continuous", "yes", "no-tui", "resume-last", "confirm-on-breakpoint", "with-changes"],
  values: ["repo", "max-steps", "max-cost", "until", "format", "executor", "decide", "confirm"],
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
    /** The user's uncommitted changes are the run's first commit. */
    withChanges: has("with-changes"),
    noTui: has("no-tui"),
    repo: value("repo"),
    maxSteps: given("max-steps", () => count("max-steps", 1, 1)),
    maxCost: given(
      "max-cost",
      () => shaped("max-cost", value("max-cost"), /^\d+(?:\.\d+)?$/, "an amount of USD", Number),
    ),
    format: given("format", () => choice("format", FORMATS)),
    until: given(
      "until",
      () => shaped("until", value("until"), /^(?:[01]?\d|2[0-3]):[0-5]\d$/, "a time, HH:MM", String),
    ),
    executor: given("executor", () => choice("executor", EXECUTORS)),
    /** The answer to the question that the run waits with. */
    decide: given("decide", () => choice("decide", DECISIONS)),
    confirm: has("confirm-on-breakpoint")
      ? breakpoints
      : given("confirm", () => choice("confirm", [breakpoints, never, always])),
    executorArgs: passed,
  };
}

function shaped<T>(name: string, said = "", shape: RegExp, what: string, read: (said: string) => T): T {
  if (shape.test(said)) return read(said);
  throw new UsageError(`--${name} is ${what}, not ${said.slice(0, 40)}`);
}
