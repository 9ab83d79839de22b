import { z } from "zod";
import type { ContextRef } from "../../context_files/context_ref.ts";
import { isRecord } from "../../settings/mcp_servers/configured_server.ts";
import { cleanSchema, cleanValue } from "../catalog/clean_schema.ts";
import { type GatewayTool, indexItem, type ToolIndexItem } from "../catalog/gateway_tool.ts";
import { similarNames } from "../catalog/similar.ts";
import type { Gateway } from "../gateway.ts";
import { jsonBytes, MAX_ANSWER_BYTES } from "../output/answer_size.ts";
import { outputStore } from "../output/output_store.ts";
import { type GatewayClient, readingTool, unpacked } from "./own_tool.ts";
import { START_SHARE } from "./run_tool_batch.ts";

export interface ToolDetails {
  name: string;
  description: string;
  /** JSON Schema; absent where it is longer than can be shown. */
  parameters?: unknown;
  risk: string;
  examples?: unknown[];
}

export interface ToolDetailsAnswer {
  tools: ToolDetails[];
  missing: string[];
  /** For `SERVER/*` and `*`; of a long list the names alone. */
  index?: (ToolIndexItem | ServerLine | string)[];
  /** For a list that is longer than an answer may be: one name a line. */
  index_ref?: ContextRef;
  /** Names that a missing one may have meant. */
  similar?: Record<string, string[]>;
  /** Why a server's tools cannot be told, or not all of them. */
  trouble?: string[];
}

interface ServerLine {
  server: string;
  tools: number;
  trouble?: string;
}

const MAX_NAMES = 20;
/** Bytes of all details in one answer; the rest is for what stands beside them. */
const MAX_DETAILS = MAX_ANSWER_BYTES - 2000;
/** Bytes of one schema that are shown, and UTF-16 units of a description: both together fit an answer. */
const MAX_SCHEMA = 20_000;
const MAX_DESCRIPTION = 4000;
/** Bytes of a schema that is cleaned: that makes a text shorter at times, but a far longer one would hold up everybody. */
const MAX_CLEANED = 10 * MAX_SCHEMA;
/** Names that are shown of a list that is kept as a file. */
const MAX_SHOWN = 100;

const names = z.preprocess((value) => {
  const given = unpacked(value);
  return typeof given === "string" ? [given] : given;
}, z.array(z.string()).min(1).max(MAX_NAMES));

export const GET_TOOL_DETAILS = readingTool(
  "get_tool_details",
  'Description and parameters of tools by "SERVER/TOOL"; "SERVER/*" lists a server\'s tools, "*" all servers.',
  z.object({ names }),
  (args, client, gateway) => getToolDetails([...new Set(args.names)], client, gateway),
);

/** Details of tools by exact name, and lists by `SERVER/*`. A server whose tools are not known yet is started for it. */
export async function getToolDetails(
  names: readonly string[],
  { conversation, waitsMs }: Pick<GatewayClient, "conversation" | "waitsMs">,
  gateway: Gateway,
): Promise<ToolDetailsAnswer> {
  const { upstreams } = gateway;
  const isAbout = (name: string, server: string) => name === server || name.startsWith(`${server}/`);
  const unknown = upstreams.groups().filter(({ serverName, tools }) =>
    tools.length === 0 && names.some((name) => name === "*" || isAbout(name, serverName))
  );
  const failed = await upstreams.start(unknown.map(({ serverName }) => serverName), waitsMs * START_SHARE);
  const groups = upstreams.groups();
  const answer: ToolDetailsAnswer = { tools: [], missing: [] };
  const index: (ToolIndexItem | ServerLine)[] = [];
  const trouble = Array.from(failed.values(), ({ message }) => message);
  const similar: Record<string, string[]> = {};
  let room = MAX_DETAILS;
  for (const name of names) {
    const group = groups.find(({ serverName }) => name === `${serverName}/*` || name === serverName);
    const tool = upstreams.find(name);
    if (name === "*") {
      index.push(...groups.map(({ serverName, tools, trouble }) => ({
        server: serverName,
        tools: tools.length,
        ...(trouble === undefined ? {} : { trouble }),
      })));
    } else if (group !== undefined) {
      index.push(...group.tools.map(indexItem));
      if (group.trouble !== undefined && !failed.has(group.serverName)) {
        trouble.push(`${group.serverName}: ${group.trouble}`);
      }
    } else if (tool !== undefined) {
      const details = detailsOf(tool);
      room -= jsonBytes(details);
      answer.tools.push(room >= 0 ? details : withoutRoom(details));
    } else {
      answer.missing.push(name);
      const close = similarNames(name, groups.flatMap(({ tools }) => tools.map((each) => each.name)));
      if (close.length > 0) similar[name] = close;
    }
  }
  return {
    ...answer,
    ...(index.length === 0 ? {} : shortened(index, conversation, gateway, trouble)),
    ...(Object.keys(similar).length > 0 ? { similar } : {}),
    ...(trouble.length > 0 ? { trouble } : {}),
  };
}

function withoutRoom({ name, risk }: ToolDetails): ToolDetails {
  return { name, risk, description: "(Left out: this answer is full. Ask for this tool in another one.)" };
}

/** A list that fits an answer: whole, as names, or as a file. What is lost is added to `trouble`. */
function shortened(
  index: readonly (ToolIndexItem | ServerLine)[],
  conversation: string,
  gateway: Gateway,
  trouble: string[],
): Pick<ToolDetailsAnswer, "index" | "index_ref"> {
  if (jsonBytes(index) <= MAX_ANSWER_BYTES / 2) return { index: [...index] };
  const names = index.map((item) => "name" in item ? item.name : item.server);
  if (jsonBytes(names) <= MAX_ANSWER_BYTES / 2) return { index: names };
  const shown = names.slice(0, MAX_SHOWN);
  const call = { id: `tools-${gateway.world.nonce(3)}`, tool: "get_tool_details" };
  try {
    const { path: _, ...ref } = outputStore(gateway, conversation).keepText(call, names.join("\n"), false);
    return { index: shown, index_ref: ref };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const why = error.message.slice(0, 200);
    trouble.push(`only ${MAX_SHOWN} of ${names.length} names: the list could not be kept (${why})`);
    return { index: shown };
  }
}

function detailsOf({ name, description, inputSchema, risk }: GatewayTool): ToolDetails {
  const parameters = jsonBytes(inputSchema) > MAX_CLEANED ? undefined : cleanSchema(inputSchema);
  const words = description.slice(0, MAX_DESCRIPTION);
  if (parameters === undefined || jsonBytes(parameters) > MAX_SCHEMA) {
    const why = `(The schema of its parameters is longer than ${MAX_SCHEMA} bytes and is left out.)`;
    return { name, description: `${words}\n${why}`, risk };
  }
  const given = isRecord(inputSchema) ? inputSchema["examples"] : undefined;
  const examples = Array.isArray(given) ? given.slice(0, 3).map((example) => cleanValue(example)) : [];
  return { name, description: words, parameters, risk, ...(examples.length > 0 ? { examples } : {}) };
}
