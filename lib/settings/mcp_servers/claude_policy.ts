import { matchesWildcard } from "../wildcard.ts";
import { isRecord } from "../json.ts";
import type { ConfiguredServer } from "./configured_server.ts";

type Target = ConfiguredServer["target"];
type Settings = Readonly<Record<string, unknown>>;

/** Where an organisation says what Claude Code may do on a machine. */
export const CLAUDE_MANAGED = Deno.build.os === "darwin"
  ? "/Library/Application Support/ClaudeCode"
  : "/etc/claude-code";

/**
 * The list of Claude Code's settings that keeps a server from it, as Claude Code 2.1.330 reads them; undefined where none does. What is denied is denied by any
 * entry. Where there are allowed ones, an entry must name the server; but where entries name commands, a program is told by its command alone, and where they
 * name addresses, a server on the network by its address alone.
 *
 * @param all the organisation's settings first, then the user's.
 * @param name the server's name as Claude Code has it.
 */
export function policyAgainst(
  all: readonly Settings[],
  name: string,
  target: Target,
): "deniedMcpServers" | "allowedMcpServers" | undefined {
  const lists = (settings: readonly Settings[], key: string) =>
    settings.map((each) => each[key]).filter((list) => Array.isArray(list));
  const denied = lists(all, "deniedMcpServers").flat().filter(isRecord);
  if (denied.some((entry) => entry["serverName"] === name || isReached(entry, target))) {
    return "deniedMcpServers";
  }
  const managedOnly = all.filter((settings) => settings["allowManagedMcpServersOnly"] === true).slice(0, 1);
  const allowed = lists(managedOnly.length > 0 ? managedOnly : all, "allowedMcpServers");
  if (allowed.length === 0) return undefined;
  const entries = allowed.flat().filter(isRecord);
  const exact = "command" in target ? "serverCommand" : "serverUrl";
  const byName = !entries.some((entry) => exact in entry);
  const isAllowed = entries.some((entry) => byName ? entry["serverName"] === name : isReached(entry, target));
  return isAllowed ? undefined : "allowedMcpServers";
}

/** Whether an entry names how a server is reached; in an address `*` stands for anything. */
function isReached({ serverCommand, serverUrl }: Record<string, unknown>, target: Target): boolean {
  if ("command" in target) {
    const command = [target.command, ...target.args];
    return Array.isArray(serverCommand) && serverCommand.length === command.length &&
      command.every((word, at) => word === serverCommand[at]);
  }
  return typeof serverUrl === "string" && matchesWildcard(serverUrl, target.url);
}
