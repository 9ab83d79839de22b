import { isRecord } from "../../settings/mcp_servers/configured_server.ts";
import { clientJson, listIn, mapIn, mayNeedLogin, type MoveRule } from "./move_rules.ts";

/** Keys by which Codex logs in to a server itself. */
const LOGIN_KEYS = ["auth", "oauth", "scopes", "oauth_resource"];
/** Keys that only Codex can follow. */
const OWN_KEYS = ["http_headers_helper", "environment_id"];

/**
 * Why servers of Codex stay there: what is switched off, what only the client can log in to or follow, and what it asks the user about.
 *
 * @param folder the client's own folder.
 */
export function codexRules(folder: string): MoveRule[] {
  const logins = Object.entries(clientJson(`${folder}/.credentials.json`)).map(([key, value]) =>
    isRecord(value) && typeof value["server_name"] === "string" ? value["server_name"] : key.split("|")[0]
  );
  return [
    ({ entry }) => entry["enabled"] === false ? "it is switched off" : undefined,
    ({ name, entry }) =>
      LOGIN_KEYS.some((key) => key in entry) || logins.includes(name)
        ? "Codex logs in to it (OAuth)"
        : undefined,
    ({ entry }) => {
      const remote = listIn(entry, "env_vars").some((each) => typeof each !== "string")
        ? "env_vars"
        : undefined;
      const key = OWN_KEYS.find((each) => each in entry) ?? remote;
      return key === undefined ? undefined : `only Codex can follow its ${key}`;
    },
    ({ entry, isNamed }) =>
      !isNamed && asksFirst(entry)
        ? "Codex asks before its tools run (approval mode prompt); say ask under permissions in auto-tools.yaml, then name it with --only"
        : undefined,
    mayNeedLogin("Codex"),
  ];
}

function asksFirst(entry: Record<string, unknown>): boolean {
  return entry["default_tools_approval_mode"] === "prompt" ||
    Object.values(mapIn(entry, "tools")).some((tool) => isRecord(tool) && tool["approval_mode"] === "prompt");
}
