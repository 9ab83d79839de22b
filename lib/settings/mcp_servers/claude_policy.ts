import { matchesWildcard } from "../wildcard.ts";
import { type ConfiguredServer, isRecord } from "./configured_server.ts";

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
  if (all.some((settings) => isDenied(settings, name, target))) return "deniedMcpServers";
  const managedOnly = all.find((settings) => settings["allowManagedMcpServersOnly"] === true);
  const lists = (managedOnly === undefined ? all : [managedOnly]).map((settings) =>
    settings["allowedMcpServers"]
  )
    .filter((list) => Array.isArray(list));
  if (lists.length === 0) return undefined;
  const entries: unknown[] = lists.flat();
  const exact = "command" in target ? "serverCommand" : "serverUrl";
  const byName = !entries.some((entry) => isRecord(entry) && exact in entry);
  const allowed = entries.some((entry) =>
    isRecord(entry) && (byName ? entry["serverName"] === name : isReached(entry, target))
  );
  return allowed ? undefined : "allowedMcpServers";
}

/** Whether settings deny a server: by its name, its whole command, or its address. */
export function isDenied(settings: Settings, name: string, target: Target): boolean {
  const denied = settings["deniedMcpServers"];
  return Array.isArray(denied) &&
    denied.some((entry) => isRecord(entry) && (entry["serverName"] === name || isReached(entry, target)));
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
