import type { Finding, ToolOutput } from "../contract/finding.ts";
import type { ToolContext } from "./codebase.ts";
import { countArgument, textsArgument } from "./tool_args.ts";

/** What every tool of the second tier is asked with. */
export interface ToolRequest {
  query: string;
  symbol?: string;
  symbols: string[];
  paths: string[];
  limit: number;
}

/** Most findings a tool gives, whatever is asked. */
const MAX_LIMIT = 20;

/** Reads the common arguments; a missing one is empty. Throws `E_INVALID_ARGS` for one of a wrong type. */
export function toolRequest(args: Record<string, unknown>, limit: number): ToolRequest {
  const { query, symbol } = args;
  return {
    query: typeof query === "string" ? query : "",
    ...(typeof symbol === "string" && symbol !== "" && { symbol }),
    symbols: textsArgument(args, "symbols"),
    paths: textsArgument(args, "paths"),
    limit: Math.min(MAX_LIMIT, countArgument(args, "limit", limit)),
  };
}

/** ms until a tool has to have answered. */
export function timeLeft({ deadline }: ToolContext): number {
  return Math.max(0, deadline - performance.now());
}

/** The best `limit` of `findings` (best first) as a tool's answer. */
export function toolOutput(
  { summary, findings, limit, data = {}, limits = [] }: {
    summary: string;
    findings: readonly Finding[];
    limit: number;
    data?: Record<string, unknown>;
    limits?: string[];
  },
): ToolOutput {
  return { summary, findings: findings.slice(0, limit), data, limits, truncated: findings.length > limit };
}

/** `1 file`, `3 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
