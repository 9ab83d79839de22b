import { HOW_TO_TRUST } from "../../setup/client_hooks.ts";
import { VERSION } from "../../contract/version.ts";
import { isOurs } from "../../setup/hook_entry.ts";
import { type ClientHooks, hookPaths } from "../../setup/hook_installation.ts";
import { type Check, failed, ok, warning } from "./check.ts";
import { converse, fieldsOf, valueAt } from "./json_path.ts";

/** ms for `codex app-server` to list its hooks; it takes 0.2 s, and several on a busy machine's first start. */
const LIST_MS = 10_000;

const LIST_ID = 2;

/** Nothing of this may leave the machine: what Codex would look up at its start is off, and a proxy that nobody answers stops the rest. */
const OFFLINE_ARGS = ["features.plugins=false", "analytics.enabled=false", 'otel.metrics_exporter="none"']
  .flatMap((each) => ["-c", each]);
const NO_PROXY_ANSWERS = "http://127.0.0.1:9";
const OFFLINE_ENV = {
  HTTPS_PROXY: NO_PROXY_ANSWERS,
  HTTP_PROXY: NO_PROXY_ANSWERS,
  ALL_PROXY: NO_PROXY_ANSWERS,
};

/** Asks Codex itself whether it may run our hook. */
export async function checkTrust(
  codex: string,
  hooks: ClientHooks,
  cwd: string,
  timeoutMs = LIST_MS,
): Promise<Check> {
  const name = "Codex trust";
  const clientInfo = { name: "codex-auto-doctor", version: VERSION };
  const { results } = await converse(codex, [
    { id: 1, method: "initialize", params: { clientInfo } },
    { method: "initialized" },
    { id: LIST_ID, method: "hooks/list", params: { cwds: [cwd] } },
  ], { args: ["app-server", ...OFFLINE_ARGS], cwd, env: OFFLINE_ENV, timeoutMs });
  const data = valueAt(results.get(LIST_ID), "data");
  if (!Array.isArray(data)) {
    return warning(
      name,
      "codex app-server did not list its hooks",
      "type /hooks in codex to see whether ours is trusted",
    );
  }
  const all = (key: string): unknown[] => data.flatMap((folder) => valueAt(folder, key) ?? []);
  const { file } = hookPaths(hooks);
  const ours = all("hooks").map(fieldsOf).find((hook) => hook["sourcePath"] === file && isOurs(hook));
  if (ours === undefined) {
    const reasons = [...all("warnings"), ...all("errors")]
      .map((each) => typeof each === "string" ? each : JSON.stringify(each));
    return failed(
      name,
      `Codex does not see the hook in ${file}: ${reasons.join("; ") || "no reason given"}`,
      "correct the file",
    );
  }
  if (ours["enabled"] === false) {
    return warning(name, "the hook is switched off in Codex", "switch it on: /hooks in codex");
  }
  const status = String(ours["trustStatus"]);
  return ["trusted", "managed"].includes(status)
    ? ok(name, "Codex runs the hook")
    : warning(name, `Codex skips the hook: ${status}`, HOW_TO_TRUST);
}
