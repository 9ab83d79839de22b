import { isRecord, listAt, recordAt, valueAt } from "../json.ts";
import { matchesWildcard } from "../wildcard.ts";
import type { ConfiguredServer } from "./configured_server.ts";

type Target = ConfiguredServer["target"];

/** What a client lets the tools of MCP servers do, by its own rules; each a pattern as in the gateway's, `SERVER/TOOL`. */
export interface ClientRules {
  deny: string[];
  ask: string[];
  allow: string[];
  /** What lets something run and cannot be said in the gateway's rules, in the client's own words. */
  left: string[];
}

/** Of these, what holds also behind the gateway without the user's word. `unread`: why rules for some tools, a pattern each, cannot be told. */
export type Restrictions = Pick<ClientRules, "deny" | "ask"> & { unread: { tools: string; why: string }[] };

/** A name of a server or a tool as Claude Code spells it in its rules. */
export function claudeSpelling(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_");
}

/**
 * The tools of a server that a rule of Claude Code's is about, as Claude Code 2.1.330 reads it: `mcp__SERVER`, `mcp__SERVER__TOOL`, and `*` for any
 * characters of it; in a rule that allows, of the tool's name alone. A pattern each, none where it is about something else. What stands behind in
 * parentheses is not looked at.
 */
function toolsOf(rule: string, spelt: string, allows: boolean): string[] {
  const given = rule.replace(/\(.*$/s, "");
  const prefix = `mcp__${spelt}__`;
  if (allows && given !== rule) return [];
  if (given === `mcp__${spelt}`) return ["*"];
  // Each way in which the beginning of the rule stands for all of the prefix leaves a pattern for the tool.
  const ends = allows ? [prefix.length] : Array.from(given, (_, at) => at + 1);
  return ends.filter((at) => allows ? given.startsWith(prefix) : matchesWildcard(given.slice(0, at), prefix))
    .map((at) => ((given[at - 1] === "*" ? "*" : "") + given.slice(at)).replace(/\*+/g, "*"))
    .filter((tail) => tail !== "");
}

/** The rules of Claude Code's settings with a verdict; what is no text is none there either. */
function rulesIn(settings: readonly unknown[], verdict: string): string[] {
  return settings.flatMap((each) => listAt(each, "permissions", verdict))
    .filter((rule) => typeof rule === "string");
}

/** What the settings of Claude Code say of the tools of a server. `given`: its name there. */
export function claudeToolRules(settings: readonly unknown[], name: string, given: string): ClientRules {
  const toolsIn = (rule: string, allows: boolean) =>
    toolsOf(rule, claudeSpelling(given), allows).map((tool) => `${name}/${tool}`);
  const of = (verdict: "deny" | "ask" | "allow") => [
    ...new Set(rulesIn(settings, verdict).flatMap((rule) => toolsIn(rule, verdict === "allow"))),
  ];
  const left = rulesIn(settings, "allow")
    .filter((rule) => toolsIn(rule, false).length > 0 && toolsIn(rule, true).length === 0);
  return { deny: of("deny"), ask: of("ask"), allow: of("allow"), left };
}

/** A rule of these settings that denies or asks for a tool of a server by its arguments, which no rule of the gateway does. */
function ruleOnArguments(settings: unknown, given: string): string | undefined {
  return ["deny", "ask"].flatMap((verdict) => rulesIn([settings], verdict))
    .find((rule) => rule.includes("(") && toolsOf(rule, claudeSpelling(given), false).length > 0);
}

/** What Codex's entry of a server says of its tools: `prompt` asks, `approve` lets run. */
export function codexToolRules(entry: unknown, name: string): ClientRules {
  const tools = Object.keys(recordAt(entry, "tools"));
  const all = [
    ["*", valueAt(entry, ["default_tools_approval_mode"])],
    ...tools.map((tool) => [tool, valueAt(entry, ["tools", tool, "approval_mode"])]),
  ];
  const of = (mode: string) => all.filter(([, each]) => each === mode).map(([tool]) => `${name}/${tool}`);
  return { deny: [], ask: of("prompt"), allow: of("approve"), left: of("writes") };
}

/** All of several lists of rules that restrict. */
export function joined(all: readonly Restrictions[]): Restrictions {
  return {
    deny: all.flatMap(({ deny }) => deny),
    ask: all.flatMap(({ ask }) => ask),
    unread: all.flatMap(({ unread }) => unread),
  };
}

type Settings = Readonly<Record<string, unknown>>;

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

/** The first word of Claude Code's settings that holds a server or some of its tools back from the gateway. */
export function restriction(settings: Settings, name: string, target: Target): string | undefined {
  // The gateway's own name would have to be among them.
  if (Array.isArray(settings["allowedMcpServers"])) return "allowedMcpServers";
  return policyAgainst([settings], name, target) ?? ruleOnArguments(settings, name);
}
