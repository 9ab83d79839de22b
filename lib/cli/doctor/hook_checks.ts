import { allHooksDisabled, CLIENT_HOOKS } from "../../setup/client_hooks.ts";
import type { World } from "../../settings/world.ts";
import { findProgram, isProgram } from "../../settings/find_program.ts";
import { hookEntries } from "../../setup/hook_file.ts";
import { type ClientHooks, hookFileText, hookPaths, hookProgram } from "../../setup/hook_installation.ts";
import { SetupError } from "../../setup/setup_error.ts";
import { type Outcome, runBounded, whyNoAnswer } from "./bounded_process.ts";
import { beginning, type Bench, type Check, failed, ok, PROBE_FILE, PROBE_PROMPT, warning } from "./check.ts";
import { fieldsOf, parseJson, textAt } from "./json_path.ts";
import { checkTrust } from "./codex_trust.ts";

const SET_UP = "run: codex-auto setup hook";

/** ms for the hook to answer when its entry names no time; the client's own default is longer. */
const HOOK_MS = 15_000;

/**
 * The client's entry is there, and what it names answers a real payload with context. Whether Codex may run it Codex says: only the user can allow it.
 */
export async function checkHook(client: "claude" | "codex", bench: Bench, world: World): Promise<Check[]> {
  const name = client === "claude" ? "Claude Code hook" : "Codex hook";
  try {
    const hooks = CLIENT_HOOKS[client](world);
    const codex = client === "codex" ? findProgram("codex", world) : undefined;
    const { file } = hookPaths(hooks);
    const text = hookFileText(hooks);
    const [entry] = hookEntries(text, file);
    if (entry === undefined) {
      return client === "codex" && codex === undefined
        ? [ok(name, "not set up; codex is not on PATH")]
        : [warning(name, `not set up in ${file}`, SET_UP)];
    }
    if (!hooks.canRead(text)) {
      const why = `${hooks.client} skips all of ${file}: it is not strict JSON`;
      return [failed(name, why, "remove its comments and trailing commas")];
    }
    if (client === "claude" && allHooksDisabled(text, file)) {
      return [warning(name, `"disableAllHooks" in ${file} switches all hooks off`, "set it to false")];
    }
    const check = await runEntry(name, entry, hooks, bench);
    return codex === undefined ? [check] : [check, await checkTrust(codex, hooks, bench.cwd)];
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return [failed(name, error.message, `correct that and ${SET_UP}`)];
  }
}

/** Starts the entry as its client does, with a payload as its client sends it, in the doctor's repository. */
async function runEntry(
  name: string,
  entry: unknown,
  hooks: ClientHooks,
  { repo, env }: Bench,
): Promise<Check> {
  const { command: given, args, timeout } = fieldsOf(entry);
  const command = String(given);
  const isExec = Array.isArray(args);
  if (isExec && !isProgram(command)) return failed(name, `${command} is missing or not executable`, SET_UP);
  const seconds = typeof timeout === "number" && timeout > 0 ? timeout : Infinity;
  const payload = JSON.stringify({
    session_id: "doctor",
    transcript_path: `${repo}/transcript.jsonl`,
    cwd: repo,
    hook_event_name: "UserPromptSubmit",
    permission_mode: "default",
    prompt: PROBE_PROMPT,
  });
  const [program, words] = isExec ? [command, args.map(String)] : ["/bin/sh", ["-c", command]];
  const timeoutMs = Math.min(seconds * 1000, HOOK_MS);
  const outcome = await runBounded(program, { args: words, cwd: repo, env, stdin: payload, timeoutMs });
  const problem = hookProblem(outcome);
  if (problem === undefined && outcome.kind === "ended") {
    return ok(name, `answers in ${outcome.ms} ms (${hookPaths(hooks).file})`);
  }
  const binary = hookProgram(hooks);
  const starts = binary === undefined || isProgram(binary)
    ? ""
    : `; the shim names ${binary}, which is missing`;
  return failed(name, `${problem ?? "no answer"}${starts}`, SET_UP);
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
