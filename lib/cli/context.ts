import type { OrchestrationRequest } from "../kernel/request.ts";
import { attempt } from "../settings/attempt.ts";
import { CLIENT_CAP, DEFAULTS } from "../settings/defaults.ts";
import { isRecord } from "../settings/json.ts";
import { command, folderOf, UsageError } from "./command.ts";
import { FORMATS, orchestrateAndShow } from "./show.ts";
import { readInput } from "./stdin.ts";
import { dryWorld } from "./wrapper.ts";

/** `codex-auto context`: what a client would be given, printed. */
export const run = command({
  name: "context",
  flags: ["dry-run"],
  values: ["format", "prompt-file", "repo", "tool", "args"],
  words: Infinity,
}, async (options, world) => {
  const format = options.choice("format", FORMATS);
  const request: OrchestrationRequest = {
    prompt: await promptOf(options.words, options.value("prompt-file")),
    client: { name: "codex-cli", event: "cli" },
    cwd: folderOf(options.value("repo")),
    cap: CLIENT_CAP[format === "hook" ? "claude-hook" : "wrapper"],
    asked: format === "paths",
    began: 0,
    tools: namedTools(options.given),
  };
  return await orchestrateAndShow(request, format, options.has("dry-run") ? dryWorld(world) : world);
});

/** Each `--args` belongs to the `--tool` before it. */
function namedTools(given: readonly (readonly [name: string, value: string])[]) {
  const tools: { tool: string; args: Record<string, unknown> }[] = [];
  for (const [name, value] of given) {
    const last = tools.at(-1);
    if (name === "tool") tools.push({ tool: value, args: {} });
    if (name !== "args") continue;
    const args: unknown = attempt(() => JSON.parse(value));
    if (last === undefined) throw new UsageError("--args needs a --tool before it");
    if (!isRecord(args)) throw new UsageError("--args is not a JSON object");
    last.args = args;
  }
  return tools;
}

async function promptOf(words: readonly string[], file: string | undefined): Promise<string> {
  const bounds = { maxBytes: DEFAULTS.maxInputBytes };
  if (file !== undefined && words.length > 0) {
    throw new UsageError("the prompt stands either in --prompt-file or on the command line");
  }
  if (words.length > 0) return words.join(" ");
  if (file === undefined) {
    const piped = Deno.stdin.isTerminal() ? "" : new TextDecoder().decode(await readInput(bounds));
    if (piped === "") throw new UsageError("a prompt is needed, as an argument or on stdin");
    return piped;
  }
  try {
    using source = await Deno.open(file);
    return new TextDecoder().decode(await readInput(bounds, source));
  } catch (error) {
    if (error instanceof Error) throw new UsageError(`--prompt-file ${file}: ${error.message}`);
    throw error;
  }
}
