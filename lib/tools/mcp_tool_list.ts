import type { Client, ToolAnnotations } from "@modelcontextprotocol/client";
import { isRecord } from "../settings/mcp_servers/configured_server.ts";
import { ANYTHING, NoResult } from "./mcp_raw_result.ts";

/** Pages of a server's tool list that are read; a list that never ends is cut. */
export const MAX_LIST_PAGES = 20;

/** Levels of a schema; those that people write have a dozen. */
const MAX_NESTED = 500;

/** A tool as its server lists it, as much of it as anybody here reads. */
export interface ListedTool {
  name: string;
  title?: string;
  description?: string;
  /** JSON Schema of an object. */
  inputSchema: Record<string, unknown>;
  annotations?: ToolAnnotations;
}

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
}

/**
 * All that a server lists. One tool that is not as it has to be spoils no other.
 *
 * @param timeout ms for a page.
 */
export async function listTools(from: Client, timeout: number): Promise<ToolList> {
  const list: ToolList = { tools: [], unreadable: [], isCut: false };
  if (!from.getServerCapabilities()?.tools) return list;
  const asked = new Set<string>();
  let cursor = "";
  for (let page = 0; page < MAX_LIST_PAGES; page++) {
    const params = cursor === "" ? {} : { cursor };
    const result = await from.request({ method: "tools/list", params }, ANYTHING, { timeout });
    if (!isRecord(result) || !Array.isArray(result["tools"])) throw new NoResult("no list of tools");
    for (const given of result["tools"]) {
      const place = `tool ${list.tools.length + list.unreadable.length + 1}`;
      const tool = readTool(given, place);
      if ("why" in tool) list.unreadable.push(tool);
      else list.tools.push(tool);
    }
    const next = result["nextCursor"];
    // Some servers say by an empty one that nothing follows, and some lead back to where they were.
    if (typeof next !== "string" || next === "" || asked.has(next)) return list;
    asked.add(next);
    cursor = next;
  }
  return { ...list, isCut: true };
}

/** What a call needs has to be there; all else counts where it has the right type, and says nothing where it has not. */
function readTool(given: unknown, place: string): ListedTool | UnreadableTool {
  if (!isRecord(given)) return { name: place, why: "is no object" };
  const { name, title, description, inputSchema, annotations } = given;
  if (typeof name !== "string") return { name: place, why: "has no name" };
  if (!isRecord(inputSchema)) return { name, why: "has no inputSchema" };
  const { type } = inputSchema;
  if (typeof type === "string" && type !== "object") return { name, why: "takes no object" };
  if (isDeep(inputSchema)) return { name, why: "has an inputSchema that is nested too deeply" };
  return {
    name,
    ...(typeof title === "string" ? { title } : {}),
    ...(typeof description === "string" ? { description } : {}),
    inputSchema,
    ...(isRecord(annotations) ? { annotations: readAnnotations(annotations) } : {}),
  };
}

/** Whether a value is nested so deeply that whoever walks it, as JSON itself does when it is written, would run out of stack. */
function isDeep(value: object): boolean {
  const open: { value: object; depth: number }[] = [{ value, depth: 1 }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const depth = at.depth + 1;
    for (const item of Object.values(at.value)) {
      if (typeof item !== "object" || item === null) continue;
      if (depth > MAX_NESTED) return true;
      open.push({ value: item, depth });
    }
  }
  return false;
}

function readAnnotations(given: Record<string, unknown>): ToolAnnotations {
  const { title } = given;
  const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"].flatMap((hint) =>
    typeof given[hint] === "boolean" ? [[hint, given[hint]] as const] : []
  );
  return { ...(typeof title === "string" ? { title } : {}), ...Object.fromEntries(hints) };
}
