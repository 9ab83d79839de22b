import { parseArgs } from "@std/cli";
import { EXIT } from "../contract/error_codes.ts";
import type { OrchestrationRequest } from "../kernel/request.ts";
import { CLIENT_CAP, DEFAULTS } from "../settings/defaults.ts";
import { systemWorld, type World } from "../settings/world.ts";
import { print } from "./output.ts";
import { type Format, FORMATS, orchestrateAndShow } from "./show.ts";
import { readStdin, readText, StdinError } from "./stdin.ts";
import { UsageError } from "./usage_error.ts";

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

/** `codex-auto context`: what a client would be given, printed. */
export async function run(args: string[]): Promise<number> {
  const world = systemWorld();
  const { format, request, help, dryRun } = await readArgs(args);
  if (help) {
    print(HELP);
    return EXIT.ok;
  }
  const planning: World = dryRun
    ? { ...world, env: (name) => name === "CI_AUTO_TOOLS_DRY_RUN" ? "1" : world.env(name) }
    : world;
  return await orchestrateAndShow(request, format, planning);
}

interface ContextArgs {
  format: Format;
  request: OrchestrationRequest;
  help: boolean;
  dryRun: boolean;
}

async function readArgs(args: string[]): Promise<ContextArgs> {
  const tools = namedTools(args);
  const parsed = parseArgs(args, {
    boolean: ["help", "dry-run"],
    string: ["_", "format", "prompt-file", "repo", "tool", "args"],
    collect: ["tool", "args"],
    alias: { h: "help" },
    unknown: (arg: string) => {
      if (/^-./.test(arg)) throw new UsageError(`unknown option ${arg.slice(0, 60)}`, HELP);
      return true;
    },
  });
  const format = FORMATS.find((each) => each === (parsed["format"] ?? "text"));
  if (!format) throw new UsageError(`--format is one of ${FORMATS.join(", ")}`, HELP);
  const help = parsed["help"] === true;
  const repo = parsed["repo"];
  return {
    format,
    help,
    dryRun: parsed["dry-run"] === true,
    request: {
      prompt: help ? "" : await promptOf(parsed._.map(String), parsed["prompt-file"]),
      client: { name: "codex-cli", event: "cli" },
      cwd: typeof repo === "string" && repo !== "" ? Deno.realPathSync(folder(repo)) : Deno.cwd(),
      cap: CLIENT_CAP.wrapper,
      asked: format === "paths",
      began: 0,
      tools,
    },
  };
}

function folder(path: string): string {
  try {
    if (Deno.statSync(path).isDirectory) return path;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  throw new UsageError(`--repo ${path}: no such folder`, HELP);
}

/** Each `--args` belongs to the `--tool` before it. */
function namedTools(args: readonly string[]): { tool: string; args: Record<string, unknown> }[] {
  const tools: { tool: string; args: Record<string, unknown> }[] = [];
  const words = args.flatMap((arg) =>
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

async function promptOf(words: string[], file: unknown): Promise<string> {
  if (typeof file === "string" && file !== "") {
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
