import { readFileSync } from "node:fs";
import { allHooksDisabled, claudeHooks, codexHooks } from "../../setup/client_hooks.ts";
import type { World } from "../../settings/world.ts";
import { findProgram, isProgram } from "../../settings/find_program.ts";
import { hookEntries } from "../../setup/hook_file.ts";
import { type ClientHooks, hookFileText, hookPaths } from "../../setup/hook_installation.ts";
import { SetupError } from "../../setup/setup_error.ts";
import { shimBinary } from "../../setup/shim.ts";
import { type Outcome, runBounded, whyNoAnswer } from "./bounded_process.ts";
import { beginning, type Bench, type Check, failed, ok, PROBE_FILE, PROBE_PROMPT, warning } from "./check.ts";
import { fieldsOf, parseJson, textAt } from "./json_path.ts";
import { checkTrust } from "./codex_trust.ts";

const SET_UP = "run: codex-auto setup hook";

/** ms for the hook to answer when its entry names no time; the client's own default is longer. */
const HOOK_MS = 15_000;

/** Claude Code's entry is there, and what it names answers a real payload with context. */
export async function checkClaudeHook(bench: Bench, world: World): Promise<Check> {
  const name = "Claude Code hook";
  return await judged(name, async () => {
    const hooks = claudeHooks(world);
    const text = hookFileText(hooks);
    const [entry] = hookEntries(text, hookPaths(hooks).file);
    if (entry === undefined) return warning(name, `not set up in ${hookPaths(hooks).file}`, SET_UP);
    if (!hooks.canRead(text)) return unreadable(name, hooks);
    if (allHooksDisabled(text, hookPaths(hooks).file)) {
      return warning(
        name,
        `"disableAllHooks" in ${hookPaths(hooks).file} switches all hooks off`,
        "set it to false",
      );
    }
    return await runEntry(name, entry, hooks, bench);
  });
}

/** Codex's entry is there, answers, and whether Codex may run it: only the user can say so. */
export async function checkCodexHook(bench: Bench, world: World): Promise<Check[]> {
  const name = "Codex hook";
  const codex = findProgram("codex", world);
  let entry: unknown;
  const check = await judged(name, async () => {
    const hooks = codexHooks(world);
    const { file } = hookPaths(hooks);
    const text = hookFileText(hooks);
    [entry] = hookEntries(text, file);
    if (entry === undefined) {
      return codex === undefined
        ? ok(name, "not set up; codex is not on PATH")
        : warning(name, `not set up in ${file}`, SET_UP);
    }
    if (!hooks.canRead(text)) return unreadable(name, hooks);
    return await runEntry(name, entry, hooks, bench);
  });
  if (entry === undefined || codex === undefined) return [check];
  return [check, await judged("Codex trust", () => checkTrust(codex, codexHooks(world), bench.cwd))];
}

function unreadable(name: string, hooks: ClientHooks): Check {
  return failed(
    name,
    `${hooks.client} skips all of ${hookPaths(hooks).file}: it is not strict JSON`,
    "remove its comments and trailing commas",
  );
}

async function judged(name: string, check: () => Promise<Check>): Promise<Check> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return failed(name, error.message, `correct that and ${SET_UP}`);
  }
}

/** Starts the entry as its client does, with a payload as its client sends it, in the doctor's repository. */
async function runEntry(
  name: string,
  entry: unknown,
  hooks: ClientHooks,
  { repo, env }: Bench,
): Promise<Check> {
  const { command, args, timeout } = readEntry(entry);
  if (args !== undefined && !isProgram(command)) {
    return failed(name, `${command} is missing or not executable`, SET_UP);
  }
  const payload = JSON.stringify({
    session_id: "doctor",
    transcript_path: `${repo}/transcript.jsonl`,
    cwd: repo,
    hook_event_name: "UserPromptSubmit",
    permission_mode: "default",
    prompt: PROBE_PROMPT,
  });
  const [program, rest] = args === undefined ? ["/bin/sh", ["-c", command]] : [command, args];
  const outcome = await runBounded(program, {
    args: rest,
    cwd: repo,
    env,
    stdin: payload,
    timeoutMs: timeout * 1000,
  });
  const problem = hookProblem(outcome);
  if (problem === undefined && outcome.kind === "ended") {
    return ok(name, `answers in ${outcome.ms} ms (${hookPaths(hooks).file})`);
  }
  const binary = shimBinaryOf(hookPaths(hooks).shim);
  const starts = binary === undefined || isProgram(binary)
    ? ""
    : `; the shim names ${binary}, which is missing`;
  return failed(name, `${problem ?? "no answer"}${starts}`, SET_UP);
}

function readEntry(entry: unknown): { command: string; args: string[] | undefined; timeout: number } {
  const fields = fieldsOf(entry);
  const seconds = fields["timeout"];
  return {
    command: String(fields["command"]),
    args: Array.isArray(fields["args"]) ? fields["args"].map(String) : undefined,
    timeout: typeof seconds === "number" && seconds > 0 && seconds * 1000 < HOOK_MS
      ? seconds
      : HOOK_MS / 1000,
  };
}

/** What is wrong with a hook's answer; undefined where context arrived. */
function hookProblem(outcome: Outcome): string | undefined {
  if (outcome.kind !== "ended") return whyNoAnswer(outcome);
  if (outcome.code !== 0) return `ended with ${outcome.code}: ${beginning(outcome.stderr, 200)}`;
  const answer = parseJson(outcome.stdout);
  if (answer === undefined) return `did not answer with one JSON object: ${beginning(outcome.stdout, 200)}`;
  if (textAt(answer, "hookSpecificOutput", "additionalContext").includes(PROBE_FILE)) return undefined;
  return `answered without context: ${beginning(textAt(answer, "systemMessage"), 300) || "no reason given"}`;
}

function shimBinaryOf(shim: string): string | undefined {
  try {
    return shimBinary(readFileSync(shim, "utf8"));
  } catch {
    // No readable shim, so it names nothing; the entry that starts it has been judged by running it.
    return undefined;
  }
}
