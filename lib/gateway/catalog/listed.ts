import type { Prompt, Resource, ResourceTemplateType } from "@modelcontextprotocol/client";
import { z } from "zod";
import { sanitize, sanitizedHead } from "../../guard/sanitize.ts";
import { isRecord, listAt, recordAt } from "../../settings/json.ts";
import { type NameRules, sanitizedNames } from "../../settings/sanitized_names.ts";
import { LISTED_TOOL, type ListedTool, type Listing } from "../../tools/mcp_listing.ts";
import { cleanValue } from "../../tools/clean_value.ts";
import { hashOf } from "../../settings/sha256.ts";

/** Something of a list: what its server calls it, and what of it may be shown. */
const offered = <T>() => z.array(z.object({ own: z.string(), shown: z.custom<T>(isRecord) }));

export const LISTED = z.object({
  tools: z.array(LISTED_TOOL),
  /** Of each tool that can be called what it is called by, unique among a server's, what it needs, and a few harmless words, by its name on its server. */
  shown: z.record(z.string(), z.object({ name: z.string(), parameters: z.string(), short: z.string() })),
  prompts: offered<Prompt>(),
  resources: offered<Resource>(),
  resourceTemplates: offered<ResourceTemplateType>(),
  capabilities: z.array(z.string()),
  instructions: z.string(),
  problems: z.array(z.string()),
  /** Of all as it came. */
  sha256: z.string(),
});

export type Listed = z.infer<typeof LISTED>;

/** UTF-16 units of a server's instructions that clients keep. */
export const MAX_INSTRUCTIONS = 4096;
/** What fits into a line: a space or a comma in a name would make the index ambiguous. */
const TOOL_NAMES: NameRules = { others: "_./:-", first: "_", max: 128, fallback: "tool" };
const MAX_SHORT = 80;
const MAX_LINE = 5 * MAX_SHORT;
const MAX_PROBLEM = 200;

/** Makes what a server lists fit to be shown. Takes a while, since the guard judges every word: the result is worth keeping. */
export function listedOf(listing: Listing): Listed {
  const tools = [...new Map(listing.tools.toReversed().map((tool) => [tool.name, tool])).values()].reverse();
  const names = sanitizedNames(tools.map(({ name }) => name), TOOL_NAMES);
  // One text for the guard, since many short ones take it many times as long. Of a description so much that what its end halves is not shown.
  const lineOf = (tool: ListedTool) =>
    wordsOf(tool).slice(0, MAX_LINE).toWellFormed().replace(/\s+/g, " ").trim();
  const lines = tools.flatMap((tool) => [names.get(tool.name), parametersOf(tool), lineOf(tool)]);
  const clean = sanitize(lines.join("\n")).text.split("\n");
  const shown = tools.flatMap((tool, at) => {
    const [name, parameters = "", words = ""] = clean.slice(3 * at, 3 * at + 3);
    if (name === undefined || name !== names.get(tool.name)) return [];
    return [[tool.name, { name, parameters, short: shortOf(words) }] as const];
  });
  const unsafe = tools.length - shown.length;
  return {
    tools,
    shown: Object.fromEntries(shown),
    prompts: offeredOf(listing.prompts, ({ name }) => name),
    resources: offeredOf(listing.resources, ({ uri }) => uri),
    resourceTemplates: offeredOf(listing.resourceTemplates, ({ uriTemplate }) => uriTemplate),
    capabilities: listing.capabilities,
    instructions: sanitizedHead(listing.instructions, MAX_INSTRUCTIONS),
    problems: [
      ...(unsafe === 0 ? [] : [`${unsafe} tool${unsafe === 1 ? "" : "s"} left out: not safe to name`]),
      ...listing.problems.map((each) => sanitizedHead(each, MAX_PROBLEM).replace(/\s+/g, " ")),
    ],
    sha256: hashOf(listing),
  };
}

function offeredOf<T>(items: readonly T[], nameOf: (item: T) => string): { own: string; shown: T }[] {
  return items.map((item) => ({ own: nameOf(item), shown: cleanValue(item) as T }))
    .filter(({ shown }) => nameOf(shown) !== "");
}

export function wordsOf({ description, title }: ListedTool): string {
  return description ?? title ?? "";
}

/** Names of what a tool needs, or else of the first that it takes, and whether there are more: `owner,repo,…`; of a list of objects, theirs as well. */
function parametersOf({ inputSchema }: ListedTool): string {
  const isPlain = (name: string) => /^[\w.-]{1,40}$/.test(name);
  const namesAt = (...path: string[]) =>
    Object.keys(recordAt(inputSchema, "properties", ...path)).filter(isPlain);
  const names = namesAt();
  const needed = names.filter((name) => listAt(inputSchema, "required").includes(name)).map((name) => {
    const inner = namesAt(name, "items", "properties");
    return inner.length > 0 ? `${name}[{${inner.join(",")}}]` : name;
  });
  const shown = needed.length > 0 ? needed : names.slice(0, 1).map((name) => `${name}?`);
  return [...shown, ...names.length > shown.length ? ["…"] : []].join(",");
}

/** The first sentence of a line that is clean, in at most 80 characters. */
function shortOf(line: string): string {
  const sentence = /^.{10,}?[.!?。！？](?=\s|$|[\u3400-\u9fff])/u.exec(line)?.[0] ?? line;
  if (sentence.length <= MAX_SHORT) return sentence.replace(/[.。]$/, "");
  return `${sentence.slice(0, MAX_SHORT - 1).replace(/[\uD800-\uDBFF]$/, "").trimEnd()}…`;
}
