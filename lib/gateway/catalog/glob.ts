import { matchesWildcard } from "../../settings/wildcard.ts";

/** Whether a `server/tool` name matches a pattern of the user's: `*` stands for any characters, and a server's name alone for all its tools. */
export function matchesTool(pattern: string, name: string): boolean {
  return matchesWildcard(pattern.includes("/") || pattern.includes("*") ? pattern : `${pattern}/*`, name);
}

/** The first of the patterns that matches. */
export function matchingPattern(patterns: readonly string[], name: string): string | undefined {
  return patterns.find((pattern) => matchesTool(pattern, name));
}
