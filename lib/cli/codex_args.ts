/** The command line of the wrapper: `codex-auto [options] [PROMPT…] [-- CODEX ARGS…]`. */
export interface WrapperArgs {
  dryRun: boolean;
  /** Format of a plan. */
  format: "json" | "text";
  repo?: string;
  /** Start a new session. */
  fresh: boolean;
  /** The prompt's words joined by spaces; undefined where there are none, or a lone `-`. */
  prompt?: string;
  codexArgs: string[];
}

export const WRAPPER_USAGE =
  `codex-auto [--dry-run] [--repo DIR] [--format json|text] [--new] ["PROMPT"] [-- CODEX ARGS]

Without PROMPT: an interactive loop on a terminal, else the prompt is read from stdin.
  --dry-run      print the plan and start no codex (also CI_AUTO_TOOLS_MODE=plan)
  --format FMT   of the plan: json (default) or text
  --repo DIR     where to look and where codex works (default: the working directory)
  --new          start a new codex session instead of going on with this repository's
  -- ARGS        go to codex: codex-auto "PROMPT" -- -s workspace-write -m MODEL`;

/** Reads the command line; a string is what is wrong with it. */
export function parseWrapperArgs(args: readonly string[]): WrapperArgs | string {
  const split = args.indexOf("--");
  const own = split < 0 ? args : args.slice(0, split);
  const parsed: WrapperArgs = {
    dryRun: false,
    format: "json",
    fresh: false,
    codexArgs: split < 0 ? [] : args.slice(split + 1),
  };
  const words: string[] = [];
  for (let at = 0; at < own.length; at++) {
    const arg = own[at] ?? "";
    const [name = "", attached] = arg.startsWith("--") ? splitOnce(arg) : [arg];
    if (name === "--dry-run") parsed.dryRun = true;
    else if (name === "--new") parsed.fresh = true;
    else if (name === "--repo" || name === "--format") {
      const value = attached ?? own[++at];
      if (value === undefined || value === "") return `${name} needs a value`;
      if (name === "--repo") parsed.repo = value;
      else if (value === "json" || value === "text") parsed.format = value;
      else return `--format is json or text, not "${value.slice(0, 40)}"`;
    } else if (/^-[^\s]/.test(arg) && !/\s/.test(arg)) {
      return `unknown option ${arg.slice(0, 60)}; options of codex stand behind --`;
    } else words.push(arg);
  }
  const prompt = words.join(" ");
  return prompt === "-" || words.length === 0 ? parsed : { ...parsed, prompt };
}

function splitOnce(arg: string): [string, string?] {
  const at = arg.indexOf("=");
  return at < 0 || /\s/.test(arg.slice(0, at)) ? [arg] : [arg.slice(0, at), arg.slice(at + 1)];
}
