import type { ContextRef } from "../../context_files/context_ref.ts";
import { cleanSchema, cleanValue } from "../catalog/clean_schema.ts";
import { type GatewayTool, indexItem, type ToolIndexItem } from "../catalog/gateway_tool.ts";
import type { IndexGroup } from "../catalog/index_text.ts";
import { similarNames } from "../catalog/similar.ts";
import type { Gateway } from "../gateway.ts";
import { jsonBytes, MAX_ANSWER_BYTES } from "../output/answer_size.ts";
import { outputStore } from "../output/output_store.ts";
import { isRecord, unpacked, WrongArguments } from "./arguments.ts";
import { MAX_NAMES } from "./definitions.ts";
import { type BatchClient, START_SHARE } from "./run_tool_batch.ts";

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

/** Bytes of all details in one answer; the rest is for what stands beside them. */
const MAX_DETAILS = MAX_ANSWER_BYTES - 2000;
/** Bytes of one schema that are shown, and UTF-16 units of a description: both together fit an answer. */
const MAX_SCHEMA = 20_000;
const MAX_DESCRIPTION = 4000;
/** Bytes of a schema that is looked at. */
const MAX_CLEANED = 10 * MAX_SCHEMA;

/** Details of tools by exact name, and lists by `SERVER/*`. A server whose tools are not known yet is started for it. */
export async function getToolDetails(
  args: Record<string, unknown>,
  { conversation, waitsMs }: Pick<BatchClient, "conversation" | "waitsMs">,
  gateway: Gateway,
): Promise<ToolDetailsAnswer> {
  const names = namesOf(args);
  const { upstreams } = gateway;
  const unknown = upstreams.groups().filter((group) =>
    group.tools.length === 0 &&
    names.some((name) => name === "*" || name === group.serverName || name.startsWith(`${group.serverName}/`))
  ).map(({ serverName }) => serverName);
  const failed = await upstreams.start(unknown, waitsMs * START_SHARE);
  const groups = upstreams.groups();
  const answer: ToolDetailsAnswer = { tools: [], missing: [] };
  const index: (ToolIndexItem | ServerLine)[] = [];
  let room = MAX_DETAILS;
  const similar: Record<string, string[]> = {};
  for (const name of names) {
    const group = groups.find(({ serverName }) => name === `${serverName}/*` || name === serverName);
    const tool = upstreams.find(name);
    if (name === "*") index.push(...groups.map(serverLine));
    else if (group !== undefined) index.push(...group.tools.map(indexItem));
    else if (tool !== undefined) {
      const details = detailsOf(tool);
      room -= jsonBytes(details);
      answer.tools.push(room >= 0 ? details : withoutRoom(details));
    } else {
      answer.missing.push(name);
      const close = similarNames(name, groups.flatMap(({ tools }) => tools.map((each) => each.name)));
      if (close.length > 0) similar[name] = close;
    }
  }
  const { trouble: lost = [], ...list } = shortened(index, conversation, gateway);
  const incomplete = groups.flatMap(({ serverName, trouble }) => {
    const isAsked = names.includes(serverName) || names.includes(`${serverName}/*`);
    return isAsked && trouble !== undefined && !failed.has(serverName) ? [`${serverName}: ${trouble}`] : [];
  });
  const trouble = [...lost, ...incomplete, ...Array.from(failed.values(), ({ message }) => message)];
  return {
    ...answer,
    ...list,
    ...(Object.keys(similar).length > 0 ? { similar } : {}),
    ...(trouble.length > 0 ? { trouble } : {}),
  };
}

function withoutRoom({ name, risk }: ToolDetails): ToolDetails {
  return { name, risk, description: "(Left out: this answer is full. Ask for this tool in another one.)" };
}

/** A list that fits an answer: whole, as names, or as a file. */
function shortened(
  index: readonly (ToolIndexItem | ServerLine)[],
  conversation: string,
  { dataDir, retention, world }: Gateway,
): Pick<ToolDetailsAnswer, "index" | "index_ref" | "trouble"> {
  if (index.length === 0) return {};
  if (jsonBytes(index) <= MAX_ANSWER_BYTES / 2) return { index: [...index] };
  const names = index.map((item) => "name" in item ? item.name : item.server);
  if (jsonBytes(names) <= MAX_ANSWER_BYTES / 2) return { index: names };
  const store = outputStore(dataDir, conversation, retention, world);
  const call = { id: `tools-${world.nonce(3)}`, tool: "get_tool_details" };
  const head = names.slice(0, 100);
  try {
    const { path: _, ...ref } = store.keepText(call, names.join("\n"), false);
    return { index: head, index_ref: ref };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const lost = `only 100 of ${names.length} names: the list could not be kept (${
      error.message.slice(0, 200)
    })`;
    return { index: head, trouble: [lost] };
  }
}

function serverLine({ serverName, tools, trouble }: IndexGroup): ServerLine {
  return { server: serverName, tools: tools.length, ...(trouble === undefined ? {} : { trouble }) };
}

function namesOf(args: Record<string, unknown>): string[] {
  const value = unpacked(args["names"]);
  const names = typeof value === "string" ? [value] : value;
  if (!Array.isArray(names) || names.length === 0 || !names.every((name) => typeof name === "string")) {
    throw new WrongArguments('names must be a list such as ["SERVER/TOOL"]');
  }
  if (names.length > MAX_NAMES) throw new WrongArguments(`at most ${MAX_NAMES} names at once`);
  return [...new Set(names)];
}

function detailsOf({ name, description, inputSchema, risk }: GatewayTool): ToolDetails {
  // Cleaning makes a text shorter at times, but what has many times the size is not even cleaned: it would hold up everybody.
  const parameters = jsonBytes(inputSchema) > MAX_CLEANED ? undefined : cleanSchema(inputSchema);
  const tooLong = parameters === undefined || jsonBytes(parameters) > MAX_SCHEMA;
  const examples = isRecord(inputSchema) && Array.isArray(inputSchema["examples"])
    ? inputSchema["examples"].slice(0, 3)
    : [];
  return {
    name,
    description: description.slice(0, MAX_DESCRIPTION) +
      (tooLong ? `\n(The schema of its parameters is longer than ${MAX_SCHEMA} bytes and is left out.)` : ""),
    ...(tooLong ? {} : { parameters }),
    risk,
    ...(examples.length > 0 && !tooLong ? { examples: examples.map((example) => cleanValue(example)) } : {}),
  };
}
