import { CLAUDE_MANAGED, isDenied } from "../../settings/mcp_servers/claude_policy.ts";
import { isThere } from "../replace_file.ts";
import { type Candidate, clientJson, listIn, mapIn, mayNeedLogin, type MoveRule } from "./move_rules.ts";

const MANAGED_SETTINGS = `${CLAUDE_MANAGED}/managed-settings.json`;
const MANAGED_SERVERS = `${CLAUDE_MANAGED}/managed-mcp.json`;

/**
 * Why servers of Claude Code stay there: what only the client can log in to, and what settings say of MCP servers, which would not hold behind the gateway.
 * The organisation's word stands; the user's own gives way where the user has named the server.
 *
 * @param folder the client's folder of settings.
 */
export function claudeRules(folder: string): MoveRule[] {
  const logins = Object.keys(mapIn(clientJson(`${folder}/.credentials.json`), "mcpOAuth"));
  const waiting = clientJson(`${folder}/mcp-needs-auth-cache.json`);
  const managed = clientJson(MANAGED_SETTINGS);
  const file = `${folder}/settings.json`;
  const settings = clientJson(file);
  return [
    ({ name, entry }) =>
      "oauth" in entry || Object.hasOwn(waiting, name) || logins.some((key) => key.startsWith(`${name}|`))
        ? "Claude Code logs in to it (OAuth)"
        : undefined,
    ({ entry }) =>
      "tools" in entry || "toolPermissions" in entry
        ? "its entry has permissions for its tools, which the gateway cannot read"
        : undefined,
    () => isThere(MANAGED_SERVERS) ? `${MANAGED_SERVERS} says which servers Claude Code has` : undefined,
    (server) => {
      const word = restriction(managed, server);
      return word === undefined ? undefined : `${MANAGED_SETTINGS} restricts it (${word})`;
    },
    (server) => {
      const word = server.isNamed ? undefined : restriction(settings, server);
      return word === undefined
        ? undefined
        : `${file} restricts it (${word}); say the same under permissions in auto-tools.yaml, then name it with --only`;
    },
    mayNeedLogin("Claude Code"),
  ];
}

/** The first word of the settings that holds a server or some of its tools back. */
function restriction(settings: Record<string, unknown>, { name, target }: Candidate): string | undefined {
  if (Array.isArray(settings["allowedMcpServers"])) return "allowedMcpServers";
  if (isDenied(settings, name, target)) return "deniedMcpServers";
  const permissions = mapIn(settings, "permissions");
  // `mcp__SERVER` and `mcp__SERVER__TOOL` are about a server, as Claude Code spells its name.
  const spelt = `mcp__${name.replace(/[^A-Za-z0-9_-]/g, "_")}`;
  return [...listIn(permissions, "deny"), ...listIn(permissions, "ask")].find((rule): rule is string =>
    typeof rule === "string" &&
    (rule === spelt || rule.startsWith(`${spelt}__`) || rule.startsWith("mcp__*"))
  );
}
