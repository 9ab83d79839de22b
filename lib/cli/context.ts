import { EXIT } from "../contract/error_codes.ts";
import type { OrchestrationRequest } from "../kernel/request.ts";
import { CLIENT_CAP, DEFAULTS } from "../settings/defaults.ts";
import { systemWorld } from "../settings/world.ts";
import { folderOf } from "./folder_of.ts";
import { readOptions } from "./options.ts";
import { print } from "./output.ts";
import { FORMATS, orchestrateAndShow } from "./show.ts";
import { readStdin, readText, StdinError } from "./stdin.ts";
import { UsageError } from "./usage_error.ts";
import { dryWorld } from "./wrapper_output.ts";

export const HELP = `Usage: codex-auto context [OPTIONS] "PROMPT"

Finds what a model should see of this repository for a prompt, prints it and calls nobody. The prompt may also come on stdin.

  --format FORMAT     text (default), json (the whole envelope), hook (a hook's answer), paths (ranked files, one a line)
  --prompt-file FILE  read the prompt from a file
  --repo DIR          look there instead of the working directory
  --tool NAME         run this tool only; may be repeated
  --args JSON         arguments for the tool named before, e.g. '{"limit": 5}'; ceilings hold
  --dry-run           print the plan, call no tool

Examples:
  codex-auto context "where is a session created?"
  codex-auto context --format paths "登录失败后为什么没有重试"
  CI_AUTO_TOOLS_TIER_MAX=2 codex-auto context --tool ci_hotspot --args '{"days": 14}' "hot spots"

Exit codes: 0 usable, 2 usage, 10 unavailable, 20 configuration, 30 invalid output, 40 every tool failed, 50 out of time.
`;

/** `codex-auto context`: what a client would be given, printed. Throws `UsageError`. */
export async function run(args: string[]): Promise<number> {
  const options = readOptions(args, {
    help: HELP,
    flags: ["dry-run"],
    values: ["format", "prompt-file", "repo", "tool", "args"],
    words: true,
  });
  if (options.has("help")) {
    print(HELP);
    return EXIT.ok;
  }
  const format = options.choice("format", FORMATS);
  const world = systemWorld();
  const request: OrchestrationRequest = {
    prompt: await promptOf(options.words, options.value("prompt-file")),
    client: { name: "codex-cli", event: "cli" },
    cwd: folderOf(options.value("repo"), HELP),
    cap: CLIENT_CAP[format === "hook" ? "claude-hook" : "wrapper"],
    asked: format === "paths",
    began: 0,
    tools: namedTools(args),
  };
  return await orchestrateAndShow(request, format, options.has("dry-run") ? dryWorld(world) : world);
}

/** Each `--args` belongs to the `--tool` before it; behind `--` stands the prompt. */
function namedTools(args: readonly string[]): { tool: string; args: Record<string, unknown> }[] {
  const tools: { tool: string; args: Record<string, unknown> }[] = [];
  const end = args.indexOf("--");
  const words = args.slice(0, end < 0 ? args.length : end).flatMap((arg) =>
    /^--(tool|args)=/.test(arg) ? [arg.slice(0, arg.indexOf("=")), arg.slice(arg.indexOf("=") + 1)] : [arg]
  );
  words.forEach((word, index) => {
    const value = words[index + 1];
    if (word === "--tool") {
      if (value === undefined) throw new UsageError("--tool needs a name", HELP);
      tools.push({ tool: value, args: {} });
    } else if (word === "--args") {
      const last = tools.at(-1);
      if (!last || value === undefined) {
        throw new UsageError("--args needs a --tool before it and JSON behind it", HELP);
      }
      last.args = jsonObject(value);
    }
  });
  return tools;
}

function jsonObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `--args is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      HELP,
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError("--args is not a JSON object", HELP);
  }
  return Object.fromEntries(Object.entries(value));
}

async function promptOf(words: readonly string[], file: string | undefined): Promise<string> {
  if (file !== undefined) {
    if (words.length > 0) {
      throw new UsageError("the prompt stands either in --prompt-file or on the command line", HELP);
    }
    try {
      using source = await Deno.open(file);
      return await readText(source, { maxBytes: DEFAULTS.maxInputBytes });
    } catch (error) {
      throw new UsageError(
        `--prompt-file ${file}: ${error instanceof Error ? error.message : String(error)}`,
        HELP,
      );
    }
  }
  if (words.length > 0) return words.join(" ");
  if (Deno.stdin.isTerminal()) throw new UsageError("a prompt is needed, as an argument or on stdin", HELP);
  try {
    return await readStdin({ maxBytes: DEFAULTS.maxInputBytes });
  } catch (error) {
    if (error instanceof StdinError) throw new UsageError(error.message, HELP);
    throw error;
  }
}
