import { VERSION } from "../../contract/version.ts";
import { findProgram, isProgram } from "../../settings/find_program.ts";
import { allHooksDisabled, CLIENT_HOOKS, HOW_TO_TRUST } from "../../setup/client_hooks.ts";
import { isOurs } from "../../setup/hook_entry.ts";
import { hookEntries } from "../../setup/hook_file.ts";
import { type ClientHooks, hookFileText, hookPaths, hookProgram } from "../../setup/hook_installation.ts";
import { valueAt } from "../../settings/value_at.ts";
import { SetupError } from "../../setup/setup_error.ts";
import { beginning, type Bench, type Check, failed, ok, PROBE_FILE, PROBE_PROMPT, warning } from "./check.ts";
import { converse, fieldsOf, type Outcome, parseJson, runBounded, textAt } from "./process.ts";

const SET_UP = "run: codex-auto setup hook";

/** ms for the hook to answer when its entry names no time; the client's own default is longer. */
const HOOK_MS = 15_000;
/** ms for `codex app-server` to list its hooks; it takes 0.2 s, and several on a busy machine's first start. */
const LIST_MS = 10_000;

/** The client's entry is there, and what it names answers a real payload with context. Whether Codex may run it Codex says. */
export async function checkHook(client: "claude" | "codex", bench: Bench): Promise<Check[]> {
  const name = client === "claude" ? "Claude Code hook" : "Codex hook";
  try {
    const hooks = CLIENT_HOOKS[client](bench.world);
    const codex = client === "codex" ? findProgram("codex", bench.world) : undefined;
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
  const payload = {
    session_id: "doctor",
    cwd: repo,
    hook_event_name: "UserPromptSubmit",
    prompt: PROBE_PROMPT,
  };
  const outcome = await runBounded(isExec ? command : "/bin/sh", {
    args: isExec ? args.map(String) : ["-c", command],
    cwd: repo,
    env,
    stdin: JSON.stringify(payload),
    timeoutMs: Math.min(seconds * 1000, HOOK_MS),
  });
  const problem = hookProblem(outcome);
  if (outcome.kind === "ended" && problem === undefined) {
    return ok(name, `answers in ${outcome.ms} ms (${hookPaths(hooks).file})`);
  }
  const binary = hookProgram(hooks);
  const isGone = binary !== undefined && !isProgram(binary);
  const starts = isGone ? `; the shim names ${binary}, which is missing` : "";
  return failed(name, `${problem}${starts}`, SET_UP);
}

/** What is wrong with a hook's answer; undefined where context arrived. */
function hookProblem(outcome: Outcome): string | undefined {
  if (outcome.kind !== "ended") return outcome.why;
  if (outcome.code !== 0) return `ended with ${outcome.code}: ${beginning(outcome.stderr, 200)}`;
  const answer = parseJson(outcome.stdout);
  if (answer === undefined) return `did not answer with one JSON object: ${beginning(outcome.stdout, 200)}`;
  if (textAt(answer, "hookSpecificOutput", "additionalContext").includes(PROBE_FILE)) return undefined;
  return `answered without context: ${beginning(textAt(answer, "systemMessage"), 300) || "no reason given"}`;
}

/** Nothing of this may leave the machine: what Codex would look up at its start is off, and a proxy that nobody answers stops the rest. */
const OFFLINE_ARGS = ["features.plugins=false", "analytics.enabled=false", 'otel.metrics_exporter="none"']
  .flatMap((each) => ["-c", each]);
const PROXY = "http://127.0.0.1:9";
const OFFLINE_ENV = { HTTPS_PROXY: PROXY, HTTP_PROXY: PROXY, ALL_PROXY: PROXY };

/** What Codex itself says of the hooks that it sees in a folder: its lists of `hooks`, `warnings` and `errors`; undefined where it does not answer. `args`: more of its configuration. */
export async function codexHooks(codex: string, cwd: string, args: readonly string[], timeoutMs = LIST_MS) {
  const clientInfo = { name: "codex-auto", version: VERSION };
  const answer = await converse(codex, [
    { id: 1, method: "initialize", params: { clientInfo } },
    { method: "initialized" },
    { id: 2, method: "hooks/list", params: { cwds: [cwd] } },
  ], { args: ["app-server", ...OFFLINE_ARGS, ...args], cwd, env: OFFLINE_ENV, timeoutMs });
  const data = answer.kind === "answered" ? valueAt(answer.results.get(2), ["data"]) : undefined;
  if (!Array.isArray(data)) return undefined;
  return (key: string): unknown[] => data.flatMap((folder) => valueAt(folder, [key]) ?? []);
}

/** Asks Codex itself whether it may run our hook: only the user can allow it. */
export async function checkTrust(
  codex: string,
  hooks: ClientHooks,
  cwd: string,
  timeoutMs = LIST_MS,
): Promise<Check> {
  const name = "Codex trust";
  const all = await codexHooks(codex, cwd, [], timeoutMs);
  if (all === undefined) {
    const remedy = "type /hooks in codex to see whether ours is trusted";
    return warning(name, "codex app-server did not list its hooks", remedy);
  }
  const { file } = hookPaths(hooks);
  const ours = all("hooks").map(fieldsOf).find((hook) => hook["sourcePath"] === file && isOurs(hook));
  if (ours === undefined) {
    const reasons = JSON.stringify([...all("warnings"), ...all("errors")]);
    return failed(name, `Codex does not see the hook in ${file}: ${reasons}`, "correct the file");
  }
  if (ours["enabled"] === false) {
    return warning(name, "the hook is switched off in Codex", "switch it on: /hooks in codex");
  }
  const status = String(ours["trustStatus"]);
  return ["trusted", "managed"].includes(status)
    ? ok(name, "Codex runs the hook")
    : warning(name, `Codex skips the hook: ${status}`, HOW_TO_TRUST);
}
