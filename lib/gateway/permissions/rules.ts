import type { ToolAnnotations } from "@modelcontextprotocol/client";
import { claudeSpelling, type Restrictions } from "../../settings/mcp_servers/client_rules.ts";
import { matchesWildcard } from "../../settings/wildcard.ts";

/** What a tool may do. `unknown` is treated as `execute`. */
export type Risk = "read" | "write" | "execute" | "unknown";

export type RiskRules = Readonly<Record<"read" | "write" | "execute", readonly string[]>>;

export type PermissionRules =
  & Readonly<Record<"allow" | "ask" | "deny", readonly string[]>>
  & Pick<Restrictions, "unread">;

/** The first pattern that matches a `server/tool` name: `*` stands for any characters, and a server's name alone for all its tools. */
export function matchingPattern(patterns: readonly string[], name: string): string | undefined {
  return patterns.find((pattern) => matchesWildcard(/[/*]/.test(pattern) ? pattern : `${pattern}/*`, name));
}

/** The user's word first, the gravest of it; then what the server declares. A server that declares nothing leaves it unknown. */
export function riskOf(name: string, annotations: ToolAnnotations | undefined, rules: RiskRules): Risk {
  for (const risk of ["execute", "write", "read"] as const) {
    if (matchingPattern(rules[risk], name) !== undefined) return risk;
  }
  const { readOnlyHint, destructiveHint } = annotations ?? {};
  if (readOnlyHint === true && destructiveHint !== true) return "read";
  return readOnlyHint === false || destructiveHint !== undefined ? "write" : "unknown";
}

/**
 * Deny wins over ask, ask over allow; where no rule speaks, the user is asked. What restricts a tool holds for its name on its server as well, and as
 * Claude Code spells that. What cannot be read may deny anything. `byRule`: for this tool each time, whatever else of its server may run.
 */
export function decide(
  { name, serverName, toolName }: { name: string; serverName: string; toolName: string },
  rules: PermissionRules,
): { verdict: "allow" } | { verdict: "ask"; byRule: boolean } | { verdict: "deny"; why: string } {
  const names = [name, `${serverName}/${toolName}`, `${serverName}/${claudeSpelling(toolName)}`];
  const restricting = (patterns: readonly string[]) =>
    patterns.find((pattern) => names.some((each) => matchingPattern([pattern], each) !== undefined));
  const denied = restricting(rules.deny);
  const why = denied === undefined
    ? rules.unread.find(({ tools }) => restricting([tools]) !== undefined)?.why
    : `denied by the user's configuration (permissions.deny: ${denied})`;
  if (why !== undefined) return { verdict: "deny", why };
  if (restricting(rules.ask) !== undefined) return { verdict: "ask", byRule: true };
  if (matchingPattern(rules.allow, name) !== undefined) return { verdict: "allow" };
  return { verdict: "ask", byRule: false };
}
