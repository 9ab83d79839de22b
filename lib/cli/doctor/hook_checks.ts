import { VERSION } from "../../contract/version.ts";
import { ignoreError } from "../../settings/attempt.ts";
import { findProgram, isProgram } from "../../settings/world.ts";
import { clientHooks, HOW_TO_TRUST, pluginIsEnabled, switchedOff } from "../../setup/client_hooks.ts";
import { isOurs } from "../../setup/hook_file.ts";
import { installedHook } from "../../setup/hook_installation.ts";
import { recordAt, textAt, valueAt } from "../../settings/json.ts";
import { CLIENTS, type HookClient } from "../../settings/mcp_servers/client_places.ts";
import { type Bench, type Found, PROBE_FILE, PROBE_PROMPT, type Prove, Unproven, warning } from "./check.ts";
import { beginning, converse, parseJson, run } from "./process.ts";

export const SET_UP = "run: codex-auto setup hook";

/** ms for the hook to answer when its entry names no time; the client's own default is longer. */
const HOOK_MS = 15_000;
/** ms for `codex app-server` to list its hooks; it takes 0.2 s, and several on a busy machine's first start. */
const LIST_MS = 10_000;

/** The client's entry is there, and what it names answers a real payload with context. */
export const checkHook = (client: HookClient): Prove => async (bench) => {
  const hooks = clientHooks(client, bench.world);
  const { file, text, entries: [entry], program } = installedHook(hooks);
  if (entry === undefined) {
    if (client === "claude" && pluginIsEnabled(text, file)) return `the plugin's (${file})`;
    if (client === "claude" || findProgram(client, bench.world) !== undefined) {
      return warning(`not set up in ${file}`, SET_UP);
    }
    return client === "codex" ? "not set up; codex is not on PATH" : undefined;
  }
  if (!hooks.canRead(text)) {
    const why = `${CLIENTS[client].label} skips all of ${file}: it is not strict JSON`;
    throw new Unproven(why, "remove its comments and trailing commas");
  }
  const off = hooks.events.length > 0 ? switchedOff(text, file) : undefined;
  if (off !== undefined) return warning(`"${off}" in ${file} switches the hook off`, "take it out");
  try {
    return `answers in ${await runEntry(entry, bench)} ms (${file})`;
  } catch (error) {
    if (!(error instanceof Unproven) || program === undefined || isProgram(program)) throw error;
    throw new Unproven(`${error.message}; the shim names ${program}, which is missing`);
  }
};

/** Starts the entry as its client does, with a payload as its client sends it, in the doctor's repository. Returns how many ms that took. */
async function runEntry(entry: unknown, { repo, env }: Bench): Promise<number> {
  const { command: given, args, timeout } = recordAt(entry);
  const command = String(given);
  const isExec = Array.isArray(args);
  if (isExec && !isProgram(command)) throw new Unproven(`${command} is missing or not executable`);
  const seconds = typeof timeout === "number" && timeout > 0 ? timeout : Infinity;
  const hook_event_name = "UserPromptSubmit";
  const payload = { session_id: "doctor", cwd: repo, hook_event_name, prompt: PROBE_PROMPT };
  const { stdout, ms } = await run(isExec ? command : "/bin/sh", {
    args: isExec ? args.map(String) : ["-c", command],
    cwd: repo,
    env,
    stdin: JSON.stringify(payload),
    timeoutMs: Math.min(seconds * 1000, HOOK_MS),
  });
  const answer = parseJson(stdout);
  if (answer === undefined) throw new Unproven(`did not answer with one JSON object: ${beginning(stdout)}`);
  if (textAt(answer, "hookSpecificOutput", "additionalContext").includes(PROBE_FILE)) return ms;
  const reason = beginning(textAt(answer, "systemMessage")) || "no reason given";
  throw new Unproven(`answered without context: ${reason}`);
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
  ], { args: ["app-server", ...OFFLINE_ARGS, ...args], cwd, env: OFFLINE_ENV, timeoutMs }).catch(ignoreError);
  const data = answer && valueAt(answer.results.get(2), ["data"]);
  if (!Array.isArray(data)) return undefined;
  return (key: string): unknown[] => data.flatMap((folder) => valueAt(folder, [key]) ?? []);
}

/** Asks Codex itself whether it may run our hook: only the user can allow it. Nothing where there is no codex, or no hook in its file. */
export async function checkTrust(
  { cwd, world }: Pick<Bench, "cwd" | "world">,
  timeoutMs = LIST_MS,
): Promise<Found> {
  const { file, entries } = installedHook(clientHooks("codex", world));
  const codex = findProgram("codex", world);
  if (codex === undefined || entries.length === 0) return undefined;
  const all = await codexHooks(codex, cwd, [], timeoutMs);
  if (all === undefined) {
    const remedy = "type /hooks in codex to see whether ours is trusted";
    return warning("codex app-server did not list its hooks", remedy);
  }
  const ours = all("hooks").map((hook) => recordAt(hook)).find((hook) =>
    hook["sourcePath"] === file && isOurs(hook)
  );
  if (ours === undefined) {
    const reasons = JSON.stringify([...all("warnings"), ...all("errors")]);
    throw new Unproven(`Codex does not see the hook in ${file}: ${reasons}`, "correct the file");
  }
  if (ours["enabled"] === false) {
    return warning("the hook is switched off in Codex", "switch it on: /hooks in codex");
  }
  const status = String(ours["trustStatus"]);
  return ["trusted", "managed"].includes(status)
    ? "Codex runs the hook"
    : warning(`Codex skips the hook: ${status}`, HOW_TO_TRUST);
}
