import { didYouMean } from "./nearest.ts";
import { UsageError } from "./usage_error.ts";

/** The command line of the wrapper: `codex-auto [options] [PROMPT…] [-- CODEX ARGS…]`. */
export interface WrapperArgs {
  dryRun: boolean;
  /** Format of a plan. */
  format: "json" | "text";
  repo?: string;
  /** Start a new session. */
  fresh: boolean;
  help: boolean;
  /** The prompt's words joined by spaces; undefined where there are none, or a lone `-`. */
  prompt?: string;
  codexArgs: string[];
}

export const WRAPPER_HELP = `Usage: codex-auto [OPTIONS] ["PROMPT"] [-- CODEX ARGS]

Finds what codex should see of this repository for a prompt, puts it before the prompt and hands both to codex, in this repository's
session. Without PROMPT: a loop on a terminal; the prompt from stdin anywhere else.

  --dry-run      print the plan and start no codex (so does CI_AUTO_TOOLS_MODE=plan)
  --format FMT   of the plan: json (default) or text
  --repo DIR     where to look and where codex works, instead of the working directory
  --new          start a new codex session instead of going on with this repository's
  -- CODEX ARGS  go to codex: codex-auto "PROMPT" -- -s workspace-write -m MODEL

Examples:
  codex-auto "fix the login bug"
  git log -1 --format=%B | codex-auto --dry-run --format text

Exit codes: codex's own; 2 usage, 40 no codex. Of a plan: 0 usable, 10 unavailable, 20 configuration.
`;

const OPTIONS = ["--dry-run", "--format", "--repo", "--new", "--help"];

/** Reads the command line. Throws `UsageError`. */
export function parseWrapperArgs(args: readonly string[]): WrapperArgs {
  const split = args.indexOf("--");
  const own = split < 0 ? args : args.slice(0, split);
  const parsed: WrapperArgs = {
    dryRun: false,
    format: "json",
    fresh: false,
    help: false,
    codexArgs: split < 0 ? [] : args.slice(split + 1),
  };
  const words: string[] = [];
  for (let at = 0; at < own.length; at++) {
    const arg = own[at] ?? "";
    const [name = "", attached] = arg.startsWith("--") ? splitOnce(arg) : [arg];
    if (name === "--dry-run") parsed.dryRun = true;
    else if (name === "--new") parsed.fresh = true;
    else if (name === "--help" || name === "-h") parsed.help = true;
    else if (name === "--repo" || name === "--format") {
      const value = attached ?? own[++at];
      if (value === undefined || value === "") throw new UsageError(`${name} needs a value`, WRAPPER_HELP);
      if (name === "--repo") parsed.repo = value;
      else if (value === "json" || value === "text") parsed.format = value;
      else throw new UsageError(`--format is json or text, not "${value.slice(0, 40)}"`, WRAPPER_HELP);
    } else if (/^-[^\s]/.test(arg) && !/\s/.test(arg)) {
      throw new UsageError(
        `unknown option ${arg.slice(0, 60)}; options of codex stand behind --${didYouMean(name, OPTIONS)}`,
        WRAPPER_HELP,
      );
    } else words.push(arg);
  }
  const prompt = words.join(" ");
  return prompt === "-" || words.length === 0 ? parsed : { ...parsed, prompt };
}

function splitOnce(arg: string): [string, string?] {
  const at = arg.indexOf("=");
  return at < 0 || /\s/.test(arg.slice(0, at)) ? [arg] : [arg.slice(0, at), arg.slice(at + 1)];
}
