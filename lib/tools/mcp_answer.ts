import type {
  Client,
  Prompt,
  Resource,
  ResourceTemplateType,
  StandardSchemaV1,
  Transport,
} from "@modelcontextprotocol/client";
import { z } from "zod";
import { AutoToolsError } from "../contract/error_codes.ts";
import { isRecord } from "../settings/json.ts";

/** Takes what a server answers as it is: the SDK's own schemas refuse a whole answer for one part of it that is wrong, as a `null`. */
export const ANYTHING: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "auto-tools", validate: (value) => ({ value }) },
};

/** An answer is none to what was asked. */
export class NoResult extends AutoToolsError {
  constructor(message: string) {
    super("E_PARSE", message);
  }
}

/** What a tool gave. Each part is as it came: whoever reads it takes what it understands. */
export interface RawResult {
  content: readonly unknown[];
  structuredContent?: unknown;
  isError?: boolean;
}

/** Throws `NoResult` for what is no result of a tool at all. */
export function rawResult(answer: unknown): RawResult {
  const { content, structuredContent, isError } = isRecord(answer) ? answer : {};
  const parts = content ?? [];
  if (!isRecord(answer) || !Array.isArray(parts)) throw new NoResult("no result of a tool");
  return {
    content: parts,
    ...(structuredContent === undefined || structuredContent === null ? {} : { structuredContent }),
    ...(isError === true ? { isError } : {}),
  };
}

/** Pages of a server's tool list that are read; a list that never ends is cut. */
export const MAX_LIST_PAGES = 20;

/** Levels of a schema; those that people write have a dozen. */
const MAX_NESTED = 500;

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
}, "is no object");

export type ListedTool = z.infer<typeof LISTED_TOOL>;

/** Something in a list that cannot be called. */
export interface UnreadableTool {
  /** Its name in the server's own words, else its place. */
  name: string;
  why: string;
}

export interface ToolList {
  tools: ListedTool[];
  unreadable: UnreadableTool[];
  /** Whether it goes on beyond the pages that are read. */
  isCut: boolean;
  /** How the server says that its tools are used. */
  instructions?: string;
}

/** All that a server lists. One tool that is not as it has to be spoils no other. `timeout`: ms for a page. */
export async function listTools(from: Client, timeout: number): Promise<ToolList> {
  const instructions = from.getInstructions();
  const { items, isCut } = from.getServerCapabilities()?.tools
    ? await listPages(from, "tools/list", "tools", timeout)
    : { items: [], isCut: false };
  const list: ToolList = { tools: [], unreadable: [], isCut, ...instructions && { instructions } };
  for (const [at, given] of items.entries()) {
    const { data, error } = LISTED_TOOL.safeParse(given);
    const name = isRecord(given) && typeof given["name"] === "string" ? given["name"] : `tool ${at + 1}`;
    if (data !== undefined) list.tools.push(JSON.parse(JSON.stringify(data)));
    else list.unreadable.push({ name, why: error?.issues[0]?.message ?? "" });
  }
  return list;
}

/** What a server offers besides tools, by the protocol's own schemas; what does not fit them is left out. */
export interface Offers {
  prompts: Prompt[];
  resources: Resource[];
  resourceTemplates: ResourceTemplateType[];
  /** Capabilities that it declares, that for subscriptions to resources among them. */
  capabilities: string[];
  /** What of it is not taken. */
  problems: string[];
}

/** UTF-16 units of each list that are taken: all of it is cleaned, in our own thread. */
const MAX_OFFERED = 1_000_000;

export const NO_OFFERS: Offers = {
  prompts: [],
  resources: [],
  resourceTemplates: [],
  capabilities: [],
  problems: [],
};

/** Never more than what is there: a list that cannot be had is empty. `timeout`: ms for a page. */
export async function listOffers(from: Client, timeout: number): Promise<Offers> {
  const { isSpecType } = await import("@modelcontextprotocol/client");
  const capabilities = from.getServerCapabilities() ?? {};
  const problems: string[] = [];
  async function offered<T>(
    capability: "prompts" | "resources",
    method: string,
    key: string,
    isOne: (item: unknown) => item is T,
  ): Promise<T[]> {
    if (capabilities[capability] === undefined) return [];
    // Many servers with resources have no templates. What has ended a connection is met by the list of tools as well.
    let room = MAX_OFFERED;
    const listed = listPages(from, method, key, timeout).then(({ items, isCut }) => {
      const all = items.map(withoutNulls).filter(isOne);
      const taken = all.filter((item) => (room -= JSON.stringify(item).length) >= 0);
      if (isCut || taken.length < all.length) {
        problems.push(`only the first ${taken.length} ${key} are listed`);
      }
      return taken;
    });
    return await listed.catch(() => []);
  }
  const [prompts, resources, resourceTemplates] = await Promise.all([
    offered("prompts", "prompts/list", "prompts", isSpecType.Prompt),
    offered("resources", "resources/list", "resources", isSpecType.Resource),
    offered("resources", "resources/templates/list", "resourceTemplates", isSpecType.ResourceTemplate),
  ]);
  const more = capabilities.resources?.subscribe === true ? ["subscribe"] : [];
  return {
    prompts,
    resources,
    resourceTemplates,
    capabilities: [...Object.keys(capabilities).sort(), ...more],
    problems,
  };
}

/** The items of a list, page by page. Throws `NoResult` for what is no such list. */
async function listPages(
  from: Client,
  method: string,
  key: string,
  timeout: number,
): Promise<{ items: unknown[]; isCut: boolean }> {
  const items: unknown[] = [];
  const asked = new Set<string>();
  let cursor = "";
  for (let page = 0; page < MAX_LIST_PAGES; page++) {
    const params = cursor === "" ? {} : { cursor };
    const result = await from.request({ method, params }, ANYTHING, { timeout });
    const found = isRecord(result) ? result[key] : undefined;
    if (!isRecord(result) || !Array.isArray(found)) throw new NoResult(`no list of ${key}`);
    items.push(...found);
    const next = result["nextCursor"];
    // Some servers say by an empty one that nothing follows, and some lead back to where they were.
    if (typeof next !== "string" || next === "" || asked.has(next)) return { items, isCut: false };
    asked.add(next);
    cursor = next;
  }
  return { items, isCut: true };
}

/** Whether whoever walks a value, as JSON itself does when it is written, would run out of stack. */
function isDeep(value: unknown, depth = 1): boolean {
  return typeof value === "object" && value !== null &&
    (depth > MAX_NESTED || Object.values(value).some((item) => isDeep(item, depth + 1)));
}

/** Takes out of a server's first answer what it does not say by `null`: the SDK would refuse to know the server. */
export function tolerateNulls(transport: Transport): Transport {
  const before = transport.onmessage;
  // The SDK's client hands every message on to who was there before it, and reads it then.
  transport.onmessage = (message, extra) => {
    before?.(message, extra);
    if (!("result" in message) || !("protocolVersion" in message.result)) return;
    message.result = withoutNulls(message.result);
  };
  return transport;
}

/** A JSON value without what it does not say by `null`. */
function withoutNulls<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (_, item) => item === null ? undefined : item) ?? "null");
}
