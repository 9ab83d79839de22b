import { z } from "zod";
import { type GatewayTool, indexItem, type ToolIndexItem } from "../catalog/gateway_tool.ts";
import type { Gateway } from "../gateway.ts";
import { AnswerRoom, jsonBytes, MAX_ANSWER_BYTES } from "../output/answer_size.ts";
import { cleanValue } from "../../tools/clean_value.ts";
import { unpacked } from "../../tools/mcp_result.ts";
import { listAt } from "../../settings/json.ts";
import { matchingPattern, type Risk } from "../permissions/rules.ts";
import { ownTool, START_SHARE } from "./own_tool.ts";

type ServerLine = { server: string; tools: number; trouble: string | undefined };

const MAX_NAMES = 20;
/** Bytes of all details in one answer; the rest is for what stands beside them. */
const MAX_DETAILS = MAX_ANSWER_BYTES - 2000;
/** Bytes of one schema that are shown, and UTF-16 units of a description: both together fit an answer. */
const MAX_SCHEMA = 20_000;
const MAX_DESCRIPTION = 4000;
const MAX_EXAMPLES = 3;
const MAX_LIST = MAX_ANSWER_BYTES / 2;
const NO_ROOM = "(Left out: this answer is full. Ask for this tool in another one.)";

const names = z.preprocess((value) => {
  const given = unpacked(value);
  return typeof given === "string" ? [given] : given;
}, z.array(z.string()).min(1).max(MAX_NAMES));

export const GET_TOOL_DETAILS = ownTool(
  "get_tool_details",
  'Description and parameters of tools by "SERVER/TOOL"; "SERVER/*" lists a server\'s tools, "*" all servers.',
  z.object({ names }),
  (args, { waitsMs }, gateway) => getToolDetails([...new Set(args.names)], waitsMs, gateway),
);

/** Details of tools by exact name, lists by patterns (of a long one the names alone), what servers say of how they are used, and why tools cannot be told. Servers whose tools are unknown are started. */
export async function getToolDetails(
  names: readonly string[],
  waitsMs: number,
  { upstreams }: Pick<Gateway, "upstreams">,
) {
  const isAbout = (name: string, server: string) => name === server || name.startsWith(`${server}/`);
  const unknown = upstreams.groups().filter(({ serverName, tools }) =>
    tools.length === 0 && names.some((name) => name === "*" || isAbout(name, serverName))
  );
  await upstreams.start(unknown.map(({ serverName }) => serverName), waitsMs * START_SHARE);
  const groups = upstreams.groups();
  const about = groups.filter(({ serverName }) => names.some((name) => isAbout(name, serverName)));
  const trouble = about.flatMap(({ serverName, trouble }) => trouble ? [`${serverName}: ${trouble}`] : []);
  const listing = (name: string): (ToolIndexItem | ServerLine)[] => {
    if (upstreams.find(name) !== undefined) return [];
    if (name !== "*") {
      return groups.flatMap(({ tools }) => tools)
        .filter((tool) => matchingPattern([name], tool.name) !== undefined).map(indexItem);
    }
    return groups.map(({ serverName: server, tools, trouble }) => ({ server, tools: tools.length, trouble }));
  };
  const index = shortened(names.flatMap(listing), trouble);
  const room = new AnswerRoom(MAX_DETAILS - jsonBytes(index));
  const tools = names.flatMap((name) => upstreams.find(name) ?? []).map((tool) => {
    const details = detailsOf(tool);
    return room.take(details) ? details : { name: tool.name, risk: tool.risk, description: NO_ROOM };
  });
  const instructions = Object.fromEntries(about.flatMap(({ serverName, instructions: said }) => {
    if (said === undefined) return [];
    if (room.take({ [serverName]: said })) return [[serverName, said]];
    trouble.push(`${serverName}: what it says of itself is left out: this answer is full`);
    return [];
  }));
  return {
    tools,
    missing: names.filter((name) => upstreams.find(name) === undefined && listing(name).length === 0),
    ...index.length > 0 && { index },
    ...Object.keys(instructions).length > 0 && { instructions },
    ...trouble.length > 0 && { trouble },
  };
}

/** A list that fits an answer: whole, or as many of its names as fit, which is added to `trouble`. */
function shortened(index: readonly (ToolIndexItem | ServerLine)[], trouble: string[]) {
  if (jsonBytes(index) <= MAX_LIST) return index;
  const names = index.map((item) => "name" in item ? item.name : item.server);
  let left = MAX_LIST;
  const shown = names.filter((name) => (left -= jsonBytes(name) + 1) >= 0);
  if (shown.length < names.length) {
    trouble.push(`only ${shown.length} of ${names.length} names; ask for fewer, as by "SERVER/LETTERS*"`);
  }
  return shown;
}

/** `parameters`: a JSON Schema without what says nothing to a model; absent where it is longer than can be shown. */
function detailsOf(
  { name, description, inputSchema, risk }: GatewayTool,
): { name: string; description: string; risk: Risk; parameters?: unknown; examples?: unknown[] } {
  const left = description.length - MAX_DESCRIPTION;
  const more = left > 0 ? ` … (${left} more characters)` : "";
  const words = `${description.slice(0, MAX_DESCRIPTION).toWellFormed()}${more}`;
  if (jsonBytes(inputSchema) > MAX_SCHEMA) {
    const why = `(The schema of its parameters is longer than ${MAX_SCHEMA} bytes and is left out.)`;
    return { name, description: `${words}\n${why}`, risk };
  }
  const { examples: given, ...schema } = inputSchema;
  const examples = listAt(given).slice(0, MAX_EXAMPLES).map((each) => cleanValue(each));
  const { $defs: _, ...rest } = schema;
  // Some servers give each tool the definitions of all.
  const parameters = cleanValue(JSON.stringify(rest).includes("#/$defs/") ? schema : rest, ["$schema"]);
  return { name, description: words, parameters, risk, ...examples.length > 0 && { examples } };
}
