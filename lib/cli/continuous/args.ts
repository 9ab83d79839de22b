import { CONFIRM_WORDS, type FlagSettings } from "../../continuous/settings/settings.ts";
import { type Decision, DECISIONS, EXECUTORS } from "../../continuous/run/event.ts";
import { didYouMean } from "../command.ts";
import { UsageError } from "../usage_error.ts";

/** The command line of a run: `codex-auto --continuous [OPTIONS] "GOAL" [-- ARGS]`, and of `resume --continuous`. */
export interface ContinuousArgs extends FlagSettings {
  help: boolean;
  /** Accept the plan as it is made, unless it asks for dangerous commands. */
  yes: boolean;
  /** No screen: JSON lines on stdout, lines for people on stderr. */
  noTui: boolean;
  resumeLast: boolean;
  /** The run was there before. */
  resumed: boolean;
  repo?: string;
  /** The answer to the question that the run waits with. */
  decide?: Decision;
  words: string[];
  executorArgs: string[];
}

const USAGE = `Usage: codex-auto --continuous [OPTIONS] "GOAL" [-- CODEX ARGS]
       codex-auto resume --continuous [OPTIONS] [ID]
       codex-auto continuous list | report [ID] | edit [ID]
`;

/** What stands below the error: the whole help would push it off the screen. */
export const CONTINUOUS_USAGE = `${USAGE}\nMore: codex-auto continuous --help\n`;

export const CONTINUOUS_HELP = `${USAGE}
Works one goal to its end: plans it, does one task after another with codex, runs each task's verify commands itself, and waits for
you where it should. A task is done when its commands pass, whatever the model says. Nothing is lost: stop it as you like, resume later.

  codex-auto --continuous "Move the date helpers to Temporal and keep all tests green"
  codex-auto --continuous --yes --no-tui "Fix the failing tests in lib/parse" >run.jsonl
  codex-auto resume --continuous                     the latest run that is not complete
  codex-auto resume --continuous --decide skip       the same, and put the task it asks about aside
  codex-auto continuous report                       what the latest run has come to

Options:
  --max-steps N             steps before it asks (default 20); with resume: that many more
  --confirm-on-breakpoint[=never|breakpoints|always]
                            which tasks wait for your word (default breakpoints: those the plan marks, and all of high risk)
  --executor codex|claude   who does the work (default codex)
  --yes                     begin without showing the plan first; dangerous commands are asked for all the same
  --no-tui                  no screen: one JSON object a line on stdout, lines for you on stderr
  --resume-last             go on with the latest run instead of beginning one
  --decide WORD             with resume: continue, retry or skip, as the answer to what it asks
  --repo DIR                the repository, instead of the working directory
  -- ARGS                   go to the executor: -- -m MODEL

Keys on the screen: c continue  p pause  r retry  b skip  e edit the plan  h help  q leave (it can be resumed)

It stops and asks at breakpoints, before dangerous commands (rm -r, force push, bulk renames, sudo …), after 3 steps without effect,
when a command repeats itself or edits undo each other, at the limits of steps, time, tokens and cost, when the model's provider is
down, when nothing was printed for 10 minutes, and when somebody else changes the repository.

Verify commands run as you, outside codex's sandbox: look them over in the preview.

Runs are kept in .codex/state/continuous of the repository. When another begins, those whose last event is over 90 days ago are removed;
the ten latest stay, and so does what cannot be read.

Settings: flags, then CI_AUTO_TOOLS_CONTINUOUS_* (MAX_STEPS, CONFIRM_ON_BREAKPOINT, EXECUTOR, LOG_DIR, SNAPSHOT_RETENTION, AUTO_RESUME), then
[continuous] in codex's config.toml:

  [continuous]
  default_max_steps = 20
  default_confirm_on_breakpoint = true     # or "never", "always"
  executor = "codex"
  auto_resume = false                      # --continuous without a goal resumes the latest run
  snapshot_retention = 10
  log_dir = "/path"                        # prompts, outputs and diffs of steps; default: beside the run
  stop_conditions = { retries = 2, idle_steps = 3, repeats = 5, replans = 2, provider_failures = 5, total_minutes = 240,
                      idle_minutes = 10, verify_minutes = 10, back_off_seconds = 1, tokens = 20000000, cost_usd = 25 }
                                           # on one line; 0: no limit of time, tokens or cost

Exit codes: 0 complete · 3 waits for you, resume it · 4 ended with tasks left · 129, 130, 143 stopped by a signal, resume it ·
2 usage · 10 failure · 20 configuration · 40 the executor cannot be started
`;

type Option = (parsed: ContinuousArgs, value: string) => void;

const VALUED: Readonly<Record<string, Option>> = {
  "--repo": (parsed, value) => {
    parsed.repo = value;
  },
  "--max-steps": (parsed, value) => {
    const count = Number(value);
    if (!Number.isSafeInteger(count) || count < 1) throw usage("--max-steps is a whole number of at least 1");
    parsed.maxSteps = count;
  },
  "--executor": (parsed, value) => {
    parsed.executor = oneOf(EXECUTORS, value, "--executor is codex or claude");
  },
  "--decide": (parsed, value) => {
    parsed.decide = oneOf(DECISIONS, value, "--decide is continue, retry, skip");
  },
};

const FLAGS: Readonly<Record<string, Option>> = {
  "--continuous": () => {},
  "--help": (parsed) => {
    parsed.help = true;
  },
  "--yes": (parsed) => {
    parsed.yes = true;
  },
  "--no-tui": (parsed) => {
    parsed.noTui = true;
  },
  "--resume-last": (parsed) => {
    parsed.resumeLast = true;
  },
  "--confirm-on-breakpoint": (parsed, value) => {
    const word = oneOf(Object.keys(CONFIRM_WORDS), value || "true", CONFIRM_IS);
    parsed.confirm = CONFIRM_WORDS[word] ?? "breakpoints";
  },
  "--no-confirm-on-breakpoint": (parsed) => {
    parsed.confirm = "never";
  },
};
const CONFIRM_IS = "--confirm-on-breakpoint is never, breakpoints or always";
const SHORT: Readonly<Record<string, string>> = { "-h": "--help", "-y": "--yes" };

/** Reads the command line. Throws `UsageError`. */
export function parseContinuousArgs(args: readonly string[]): ContinuousArgs {
  const split = args.indexOf("--");
  const own = split < 0 ? args : args.slice(0, split);
  const parsed: ContinuousArgs = {
    help: false,
    yes: false,
    noTui: false,
    resumeLast: false,
    resumed: false,
    words: [],
    executorArgs: split < 0 ? [] : args.slice(split + 1),
  };
  for (let at = 0; at < own.length; at++) {
    const arg = own[at] ?? "";
    const [, long = arg, attached] = /^(--[^=]+)=([^]*)$/.exec(arg) ?? [];
    const name = SHORT[long] ?? long;
    if (Object.hasOwn(VALUED, name)) {
      const value = attached ?? own[++at] ?? "";
      if (value === "") throw usage(`${name} needs a value`);
      VALUED[name]?.(parsed, value);
    } else if (Object.hasOwn(FLAGS, name)) FLAGS[name]?.(parsed, attached ?? "");
    else if (!/^-[^\s]+$/.test(arg)) parsed.words.push(arg);
    else {
      const meant = didYouMean(arg, [...Object.keys(VALUED), ...Object.keys(FLAGS)]);
      throw usage(`unknown option ${arg.slice(0, 60)}; options of the executor stand behind --${meant}`);
    }
  }
  return parsed;
}

function oneOf<T extends string>(words: readonly T[], value: string, is: string): T {
  const word = words.find((each) => each === value);
  if (word === undefined) throw usage(`${is}, not "${value.slice(0, 40)}"`);
  return word;
}

function usage(message: string): UsageError {
  return new UsageError(message, CONTINUOUS_USAGE);
}
