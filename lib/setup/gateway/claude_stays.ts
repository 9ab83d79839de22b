import { isRecord } from "../../settings/mcp_servers/configured_server.ts";
import { policyRules } from "./claude_policy.ts";
import { clientJson, mayNeedLogin, type StayRule } from "./stay_rules.ts";

const LOGIN = "Claude Code logs in to it (OAuth)";

/**
 * Why servers of Claude Code stay there: what only the client can log in to, and what its own permissions watch over.
 *
 * @param folder the client's folder of settings.
 * @param isSure whether the user has named the server.
 */
export function claudeRules(folder: string, isSure: (name: string) => boolean): StayRule[] {
  const logins = Object.keys(mapIn(clientJson(`${folder}/.credentials.json`), "mcpOAuth"));
  const waiting = clientJson(`${folder}/mcp-needs-auth-cache.json`);
  return [
    (name, entry) =>
      "oauth" in entry || Object.hasOwn(waiting, name) || logins.some((key) => key.startsWith(`${name}|`))
        ? LOGIN
        : undefined,
    (_name, entry) =>
      "tools" in entry || "toolPermissions" in entry
        ? "its entry has permissions for its tools, which the gateway cannot read"
        : undefined,
    ...policyRules(`${folder}/settings.json`, isSure),
    (name, _entry, target) => isSure(name) ? undefined : mayNeedLogin(target, "Claude Code"),
  ];
}

function mapIn(value: Record<string, unknown>, key: string): Record<string, unknown> {
  const inner = value[key];
  return isRecord(inner) ? inner : {};
}
