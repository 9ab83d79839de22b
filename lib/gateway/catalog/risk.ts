import type { ToolAnnotations } from "@modelcontextprotocol/client";
import { matchingPattern } from "./glob.ts";

/** What a tool may do. `unknown` is treated as `execute`. */
export type Risk = "read" | "write" | "execute" | "unknown";

/** The user's own word on what tools do, by pattern. */
export interface RiskRules {
  read: readonly string[];
  write: readonly string[];
  execute: readonly string[];
}

/** The user's word first, the gravest of it; then what the server declares. A server that declares nothing leaves it unknown. */
export function riskOf(name: string, annotations: ToolAnnotations | undefined, rules: RiskRules): Risk {
  for (const risk of ["execute", "write", "read"] as const) {
    if (matchingPattern(rules[risk], name) !== undefined) return risk;
  }
  const { readOnlyHint, destructiveHint } = annotations ?? {};
  if (readOnlyHint === true && destructiveHint !== true) return "read";
  if (readOnlyHint === false || destructiveHint !== undefined) return "write";
  return "unknown";
}
