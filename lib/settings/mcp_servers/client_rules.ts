import { listAt, recordAt, valueAt } from "../json.ts";
import { matchesWildcard } from "../wildcard.ts";

/** What a client lets the tools of MCP servers do, by its own rules; each a pattern as in the gateway's, `SERVER/TOOL`. */
export interface ClientRules {
  deny: string[];
  ask: string[];
  allow: string[];
  /** What lets something run and cannot be said in the gateway's rules, in the client's own words. */
  left: string[];
}

/** Of these, what holds also behind the gateway without the user's word. */
export type Restrictions = Pick<ClientRules, "deny" | "ask">;

/** A name of a server or a tool as Claude Code spells it in its rules. */
export function claudeSpelling(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_");
}

/**
 * The tools of a server that a rule of Claude Code's is about, as Claude Code 2.1.330 reads it: `mcp__SERVER`, `mcp__SERVER__TOOL`, and `*` for any
 * characters of it; in a rule that allows, of the tool's name alone. A pattern each, none where it is about something else. What stands behind in
 * parentheses is not looked at.
 */
function toolsOf(rule: unknown, spelt: string, allows: boolean): string[] {
  if (typeof rule !== "string") return [];
  const given = rule.replace(/\(.*$/s, "");
  const prefix = `mcp__${spelt}__`;
  if (allows && given !== rule) return [];
  if (given === `mcp__${spelt}`) return ["*"];
  if (allows) return given.startsWith(prefix) ? [given.slice(prefix.length)] : [];
  // Each way in which the beginning of the rule stands for all of the prefix leaves a pattern for the tool.
  const ends = Array.from(given, (_, at) => at + 1).filter((at) =>
    matchesWildcard(given.slice(0, at), prefix)
  );
  const tails = ends.map((at) => (given[at - 1] === "*" ? "*" : "") + given.slice(at));
  return [...new Set(tails.map((tail) => tail.replace(/\*+/g, "*")))];
}

/** What the settings of Claude Code say of the tools of a server. `given`: its name there; without one, a name that ours may come from. */
export function claudeToolRules(settings: readonly unknown[], name: string, given?: string): ClientRules {
  const spellings = [
    claudeSpelling(given ?? name),
    ...given === undefined ? [name.replaceAll("-", "_")] : [],
  ];
  const of = (verdict: keyof ClientRules) => {
    const rules = settings.flatMap((each) => listAt(each, "permissions", verdict));
    const tools = rules.flatMap((rule) =>
      spellings.flatMap((spelt) => toolsOf(rule, spelt, verdict === "allow"))
    );
    return [...new Set(tools.filter((tool) => tool !== "").map((tool) => `${name}/${tool}`))];
  };
  const left = settings.flatMap((each) => listAt(each, "permissions", "allow")).filter(
    (rule): rule is string => {
      const isAbout = (allows: boolean) => spellings.some((spelt) => toolsOf(rule, spelt, allows).length > 0);
      return isAbout(false) && !isAbout(true);
    },
  );
  return { deny: of("deny"), ask: of("ask"), allow: of("allow"), left };
}

/** A rule of these settings that denies or asks for a tool of a server by its arguments, which no rule of the gateway does. */
export function ruleOnArguments(settings: unknown, given: string): string | undefined {
  return [...listAt(settings, "permissions", "deny"), ...listAt(settings, "permissions", "ask")].find((
    rule,
  ) =>
    typeof rule === "string" && rule.includes("(") && toolsOf(rule, claudeSpelling(given), false).length > 0
  ) as string | undefined;
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
  return { deny: all.flatMap(({ deny }) => deny), ask: all.flatMap(({ ask }) => ask) };
}
