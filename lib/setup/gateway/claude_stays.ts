import { parse } from "jsonc-parser";
import { isRecord } from "../../settings/mcp_servers/configured_server.ts";
import { findFile } from "../replace_file.ts";
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
  const rules = permissionRules(`${folder}/settings.json`);
  return [
    (name, entry) =>
      "oauth" in entry || Object.hasOwn(waiting, name) || logins.some((key) => key.startsWith(`${name}|`))
        ? LOGIN
        : undefined,
    (_name, entry) =>
      "tools" in entry || "toolPermissions" in entry
        ? "its entry has permissions for its tools, which the gateway cannot read"
        : undefined,
    (name) => {
      const rule = rules.find((each) => isAbout(each, name));
      return rule === undefined || isSure(name)
        ? undefined
        : `${folder}/settings.json restricts it (${rule}); say the same under permissions in auto-tools.yaml, then name it with --only`;
    },
    (name, _entry, target) => isSure(name) ? undefined : mayNeedLogin(target, "Claude Code"),
  ];
}

/** The rules of the user's settings that deny or ask. */
function permissionRules(file: string): string[] {
  const found = findFile(file);
  const settings: unknown = found.kind === "found"
    ? parse(found.text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true })
    : {};
  const permissions = isRecord(settings) ? mapIn(settings, "permissions") : {};
  return [permissions["deny"], permissions["ask"]].flatMap((list) => Array.isArray(list) ? list : [])
    .filter((rule) => typeof rule === "string");
}

/** `mcp__SERVER` and `mcp__SERVER__TOOL` are about a server, as Claude Code spells its name. */
function isAbout(rule: string, name: string): boolean {
  const spelt = `mcp__${name.replace(/[^A-Za-z0-9_-]/g, "_")}`;
  return rule === spelt || rule.startsWith(`${spelt}__`) || rule.startsWith("mcp__*");
}

function mapIn(value: Record<string, unknown>, key: string): Record<string, unknown> {
  const inner = value[key];
  return isRecord(inner) ? inner : {};
}
