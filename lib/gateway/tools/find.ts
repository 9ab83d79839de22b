import { z } from "zod";
import { matchesWildcard } from "../../settings/wildcard.ts";
import { type GatewayTool, indexItem } from "../catalog/gateway_tool.ts";
import type { IndexGroup } from "../catalog/index_text.ts";
import { ownTool, START_SHARE } from "./own_tool.ts";

const MAX_FOUND = 20;

export const FIND_TOOLS = ownTool(
  "find_tools",
  "Tools that fit a few words, or a name with *, best first.",
  z.object({ query: z.string().min(1).max(1000) }),
  async ({ query }, { waitsMs }, { upstreams }) => {
    const [server = ""] = query.split("/");
    await upstreams.discover(waitsMs * START_SHARE, server.trim());
    const found = findTools(query, upstreams.groups());
    const more = found.length > MAX_FOUND ? { more: found.length - MAX_FOUND } : {};
    return { tools: found.slice(0, MAX_FOUND).map(indexItem), ...more };
  },
);

/** Tools that a query means, best first: an exact name, then what a pattern matches, then those with most of its words. */
export function findTools(query: string, groups: readonly IndexGroup[]): GatewayTool[] {
  const wanted = query.trim().toLowerCase();
  const all = groups.flatMap(({ tools, instructions = "" }) => tools.map((tool) => ({ tool, instructions })));
  const isNamed = ({ name, toolName }: GatewayTool) =>
    [name, toolName].some((each) => matchesWildcard(wanted, each.toLowerCase()));
  const named = all.filter(({ tool }) => isNamed(tool)).map(({ tool }) => tool);
  if (named.length > 0) return named;
  const words = wanted.match(/[\p{L}\p{N}]+/gu) ?? [];
  return all.map(({ tool, instructions }) => ({ tool, worth: worthOf(words, tool, instructions) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth || (a.tool.name < b.tool.name ? -1 : 1))
    .map(({ tool }) => tool);
}

/** A word counts four times in a tool's name, twice in its description, once in what its server says of itself. */
function worthOf(words: readonly string[], { name, description }: GatewayTool, instructions: string): number {
  const wordsIn = (text: string) => words.filter((word) => text.toLowerCase().includes(word)).length;
  return 4 * wordsIn(name) + 2 * wordsIn(description) + wordsIn(instructions);
}

/** The repository's own search for a model that looks a second time, or for a subagent; the search itself is the caller's. */
export const FIND_PLACES = ownTool(
  "find_places",
  "Places in this repository that answer a question, best first, with their lines.",
  z.object({
    question: z.string().min(1).max(4000).describe("what is sought, in plain words or names"),
    paths: z.array(z.string().max(500)).max(20).optional().describe("files or folders that it is about"),
  }),
  async ({ question, paths = [] }, _client, { findPlaces }) =>
    await findPlaces([question, ...paths].join("\n")) ||
    "No place in this repository answers that with enough evidence.",
);
