import type { GatewayTool } from "../catalog/gateway_tool.ts";
import { matchingPattern } from "../catalog/glob.ts";

/** The user's patterns, by what they do. */
export interface PermissionRules {
  allow: readonly string[];
  ask: readonly string[];
  deny: readonly string[];
}

export type Decision =
  | { verdict: "allow" }
  /** `byRule`: for this tool each time, whatever else of its server may run. */
  | { verdict: "ask"; byRule: boolean }
  | { verdict: "deny"; pattern: string };

/**
 * What the rules say of a tool: deny wins over everything, ask over allow, and where no rule speaks, the user is asked. The user's approvals stand beside
 * this: they answer `ask`, and nothing answers `deny`. What restricts a tool holds for its name on its server as well.
 */
export function decide(
  { name, serverName, toolName }: Pick<GatewayTool, "name" | "serverName" | "toolName">,
  rules: PermissionRules,
): Decision {
  const restricting = (patterns: readonly string[]) =>
    matchingPattern(patterns, name) ?? matchingPattern(patterns, `${serverName}/${toolName}`);
  const denied = restricting(rules.deny);
  if (denied !== undefined) return { verdict: "deny", pattern: denied };
  if (restricting(rules.ask) !== undefined) return { verdict: "ask", byRule: true };
  if (matchingPattern(rules.allow, name) !== undefined) return { verdict: "allow" };
  return { verdict: "ask", byRule: false };
}
