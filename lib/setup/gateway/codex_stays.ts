import { isRecord } from "../../settings/mcp_servers/configured_server.ts";
import { clientJson, mayNeedLogin, type StayRule } from "./stay_rules.ts";

/** Keys by which Codex logs in to a server itself. */
const LOGIN_KEYS = ["auth", "oauth", "scopes", "oauth_resource"];
/** Keys that only Codex can follow. */
const OWN_KEYS = ["http_headers_helper", "environment_id"];

/**
 * Why servers of Codex stay there: what is switched off, what only the client can log in to, and what it asks the user about.
 *
 * @param folder the client's own folder.
 * @param isSure whether the user has named the server.
 */
export function codexRules(folder: string, isSure: (name: string) => boolean): StayRule[] {
  const logins = Object.entries(clientJson(`${folder}/.credentials.json`)).map(([key, value]) =>
    isRecord(value) && typeof value["server_name"] === "string" ? value["server_name"] : key.split("|")[0]
  );
  return [
    (_name, entry) => entry["enabled"] === false ? "it is switched off" : undefined,
    (name, entry) =>
      LOGIN_KEYS.some((key) => key in entry) || logins.includes(name)
        ? "Codex logs in to it (OAuth)"
        : undefined,
    (_name, entry) => {
      const key = OWN_KEYS.find((each) => each in entry);
      return key === undefined ? undefined : `only Codex can follow its ${key}`;
    },
    (_name, entry) =>
      Array.isArray(entry["env_vars"]) && entry["env_vars"].some((each) => typeof each !== "string")
        ? "only Codex can follow its env_vars"
        : undefined,
    (name, entry) =>
      asksFirst(entry) && !isSure(name)
        ? "Codex asks before its tools run (approval mode prompt); say ask under permissions in auto-tools.yaml, then name it with --only"
        : undefined,
    (name, _entry, target) => isSure(name) ? undefined : mayNeedLogin(target, "Codex"),
  ];
}

function asksFirst(entry: Record<string, unknown>): boolean {
  const tools = isRecord(entry["tools"]) ? Object.values(entry["tools"]) : [];
  return [
    entry["default_tools_approval_mode"],
    ...tools.map((tool) => isRecord(tool) ? tool["approval_mode"] : undefined),
  ]
    .includes("prompt");
}
