import { parse } from "jsonc-parser";
import { CLAUDE_MANAGED, isDenied } from "../../settings/mcp_servers/claude_policy.ts";
import { type ConfiguredServer, isRecord } from "../../settings/mcp_servers/configured_server.ts";
import { findFile } from "../replace_file.ts";
import type { StayRule } from "./stay_rules.ts";

/**
 * What the user's settings and the organisation's say of MCP servers, which would not hold behind the gateway: the organisation's word stands, the user's own
 * gives way where the user has named the server.
 *
 * @param settings the user's settings file.
 */
export function policyRules(settings: string, isSure: (name: string) => boolean): StayRule[] {
  const managed = `${CLAUDE_MANAGED}/managed-settings.json`;
  const exclusive = `${CLAUDE_MANAGED}/managed-mcp.json`;
  const rulesOf = (file: string, yields: boolean): StayRule => {
    const found = settingsIn(file);
    return (name, _entry, target) => {
      const word = restriction(found, name, target);
      if (word === undefined || (yields && isSure(name))) return undefined;
      const remedy = yields
        ? "; say the same under permissions in auto-tools.yaml, then name it with --only"
        : "";
      return `${file} restricts it (${word})${remedy}`;
    };
  };
  return [
    () =>
      findFile(exclusive).kind === "found" ? `${exclusive} says which servers Claude Code has` : undefined,
    rulesOf(managed, false),
    rulesOf(settings, true),
  ];
}

function settingsIn(file: string): Record<string, unknown> {
  const found = findFile(file);
  const value: unknown = found.kind === "found"
    ? parse(found.text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true })
    : {};
  return isRecord(value) ? value : {};
}

/** The first word of the settings that holds a server or some of its tools back. */
function restriction(
  settings: Record<string, unknown>,
  name: string,
  target: ConfiguredServer["target"],
): string | undefined {
  if (Array.isArray(settings["allowedMcpServers"])) return "allowedMcpServers";
  if (isDenied(settings, name, target)) return "deniedMcpServers";
  const permissions = settings["permissions"];
  if (!isRecord(permissions)) return undefined;
  return [...listIn(permissions, "deny"), ...listIn(permissions, "ask")]
    .find((rule): rule is string => typeof rule === "string" && isAbout(rule, name));
}

/** `mcp__SERVER` and `mcp__SERVER__TOOL` are about a server, as Claude Code spells its name. */
function isAbout(rule: string, name: string): boolean {
  const spelt = `mcp__${name.replace(/[^A-Za-z0-9_-]/g, "_")}`;
  return rule === spelt || rule.startsWith(`${spelt}__`) || rule.startsWith("mcp__*");
}

function listIn(settings: Record<string, unknown>, key: string): unknown[] {
  const list = settings[key];
  return Array.isArray(list) ? list : [];
}
