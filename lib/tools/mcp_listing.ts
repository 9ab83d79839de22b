import type { Client } from "@modelcontextprotocol/client";
import { z } from "zod";
import { caught } from "../settings/attempt.ts";
import { inTime } from "../settings/in_time.ts";
import { isDeep, textAt, valueAt } from "../settings/json.ts";
import { ANYTHING, NoResult, withoutNulls } from "./mcp_result.ts";

/** Pages of a list that are read; one that never ends is cut. */
const MAX_PAGES = 20;
/** UTF-16 units of each list besides tools that are taken: all of it is cleaned, in our own thread. */
const MAX_OFFERED = 1_000_000;
/** ms for each of these lists, which hold up nobody. */
const OFFERED_MS = 5000;
const PAGE_MS = 600_000;
/** What is left out of a list and told by name. */
const MAX_TOLD = 10;

/** What counts where it has the right type, and says nothing where it has not. */
const text = z.string().optional().catch(undefined);
const hint = z.boolean().optional().catch(undefined);

/** A tool as its server lists it, as much of it as anybody here reads. */
export const LISTED_TOOL = z.object({
  name: z.string("has no name"),
  title: text,
  description: text,
  inputSchema: z.record(z.string(), z.unknown(), "has no inputSchema")
    .refine(({ type = "object" }) => typeof type !== "string" || type === "object", "takes no object")
    .refine((schema) => !isDeep(schema), "has an inputSchema that is nested too deeply"),
  annotations: z.object({
    title: text,
    readOnlyHint: hint,
    destructiveHint: hint,
    idempotentHint: hint,
    openWorldHint: hint,
  }).optional().catch(undefined),
  execution: z.object({ taskSupport: text }).optional().catch(undefined),
}, "is no object");

export type ListedTool = z.infer<typeof LISTED_TOOL>;

export type Listing = Awaited<ReturnType<typeof listAll>>;

/** All that a server lists. One item that is not as it has to be spoils no other, and no list but that of tools is waited for long. */
export async function listAll(from: Client) {
  const { isSpecType } = await import("@modelcontextprotocol/client");
  const capabilities = from.getServerCapabilities() ?? {};
  const problems: string[] = [];

  /** `read` gives an item, or why it is none. */
  async function listed<T extends object>(method: string, key: string, read: (given: unknown) => T | string) {
    if (!Object.hasOwn(capabilities, method.split("/")[0] ?? "")) return [];
    const { items, isCut } = await listPages(from, method, key);
    const all = items.map((given, at) => ({
      item: read(given),
      name: textAt(given, "name") || `${key.slice(0, -1)} ${at + 1}`,
    }));
    const left = all.flatMap(({ item, name }) =>
      typeof item === "string" ? [`${name} left out: ${item}`] : []
    );
    if (isCut) problems.push(`only the first ${MAX_PAGES} pages of its ${key} were read`);
    problems.push(...left.slice(0, MAX_TOLD));
    if (left.length > MAX_TOLD) problems.push(`${left.length - MAX_TOLD} more left out`);
    return all.flatMap(({ item }) => typeof item === "string" ? [] : [item]);
  }

  /** What has no part in calls, by the protocol's own schemas. */
  async function offered<T extends object>(method: string, key: string, isOne: (item: unknown) => item is T) {
    let room = MAX_OFFERED;
    const all = listed(method, key, (given) => {
      const item = withoutNulls(given);
      if (!isOne(item)) return "is not as the protocol has it";
      return (room -= JSON.stringify(item).length) < 0 ? "the list is too long" : item;
    });
    const missing = (why: string): T[] => {
      // Many servers with resources have no templates.
      if (key !== "resourceTemplates") problems.push(`no ${key}: ${why}`);
      return [];
    };
    const found = all.catch(caught(Error, ({ message }) => missing(message)));
    return await inTime(found, OFFERED_MS) ?? missing("they were not listed in time");
  }

  const [tools, prompts, resources, resourceTemplates] = await Promise.all([
    listed("tools/list", "tools", (given) => {
      const { data, error } = LISTED_TOOL.safeParse(given);
      return data === undefined ? error.issues[0]?.message ?? "" : JSON.parse(JSON.stringify(data));
    }),
    offered("prompts/list", "prompts", isSpecType.Prompt),
    offered("resources/list", "resources", isSpecType.Resource),
    offered("resources/templates/list", "resourceTemplates", isSpecType.ResourceTemplate),
  ]);
  const more = capabilities.resources?.subscribe === true ? ["subscribe"] : [];
  return {
    tools,
    prompts,
    resources,
    resourceTemplates,
    /** What it declares, subscriptions to resources among it. */
    capabilities: [...Object.keys(capabilities).sort(), ...more],
    instructions: from.getInstructions() ?? "",
    /** What of the lists is not taken, and why. */
    problems,
  };
}

/** The items of a list, page by page. Throws `NoResult` for what is no such list. */
async function listPages(from: Client, method: string, key: string) {
  const items: unknown[] = [];
  const asked = new Set<string>();
  let cursor = "";
  // Some servers say by an empty one that nothing follows, and some lead back to where they were.
  do {
    asked.add(cursor);
    const params = cursor === "" ? {} : { cursor };
    const result = await from.request({ method, params }, ANYTHING, { timeout: PAGE_MS });
    const found = valueAt(result, [key]);
    if (!Array.isArray(found)) throw new NoResult(`no list of ${key}`);
    items.push(...found);
    cursor = textAt(result, "nextCursor");
  } while (!asked.has(cursor) && asked.size < MAX_PAGES);
  return { items, isCut: !asked.has(cursor) };
}
