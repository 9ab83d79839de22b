import { sanitize } from "../../guard/sanitize.ts";
import { type GatewayTool, indexItem, type ToolIndexItem } from "../catalog/gateway_tool.ts";
import { similarNames } from "../catalog/similar.ts";
import type { Gateway } from "../gateway.ts";
import { isRecord, unpacked, WrongArguments } from "./arguments.ts";
import { MAX_NAMES } from "./definitions.ts";

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
  /** For `SERVER/*` and `*`. */
  index?: (ToolIndexItem | { server: string; tools: number; trouble?: string })[];
  /** Names that a missing one may have meant. */
  similar?: Record<string, string[]>;
  /** Why a server's tools cannot be told. */
  trouble?: string[];
}

/** UTF-16 units of one schema, and of a description, that are shown. */
const MAX_SCHEMA = 16_000;
const MAX_DESCRIPTION = 4000;
const MAX_DEPTH = 40;

/** Details of tools by exact name, and lists by `SERVER/*`. A server whose tools are not known yet is started for it. */
export async function getToolDetails(
  args: Record<string, unknown>,
  gateway: Gateway,
): Promise<ToolDetailsAnswer> {
  const names = namesOf(args);
  const { upstreams } = gateway;
  const unknown = upstreams.groups().filter((group) =>
    group.tools.length === 0 &&
    names.some((name) => name === "*" || name === group.serverName || name.startsWith(`${group.serverName}/`))
  ).map(({ serverName }) => serverName);
  const failed = await upstreams.start(unknown);
  const groups = upstreams.groups();
  const answer: ToolDetailsAnswer = { tools: [], missing: [] };
  const index: NonNullable<ToolDetailsAnswer["index"]> = [];
  const similar: Record<string, string[]> = {};
  for (const name of names) {
    const group = groups.find(({ serverName }) => name === `${serverName}/*` || name === serverName);
    const tool = upstreams.find(name);
    if (name === "*") index.push(...groups.map(serverLine));
    else if (group !== undefined) index.push(...group.tools.map(indexItem));
    else if (tool !== undefined) answer.tools.push(detailsOf(tool));
    else {
      answer.missing.push(name);
      const close = similarNames(name, groups.flatMap(({ tools }) => tools.map((each) => each.name)));
      if (close.length > 0) similar[name] = close;
    }
  }
  return {
    ...answer,
    ...(index.length > 0 ? { index } : {}),
    ...(Object.keys(similar).length > 0 ? { similar } : {}),
    ...(failed.size > 0 ? { trouble: [...failed.values()].map(({ message }) => message) } : {}),
  };
}

function serverLine({ serverName, tools, trouble }: ReturnType<Gateway["upstreams"]["groups"]>[number]) {
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
  const parameters = clean(inputSchema, 0);
  const tooLong = (JSON.stringify(parameters) ?? "").length > MAX_SCHEMA;
  const examples = isRecord(inputSchema) && Array.isArray(inputSchema["examples"])
    ? inputSchema["examples"].slice(0, 3)
    : [];
  return {
    name,
    description: description.slice(0, MAX_DESCRIPTION) +
      (tooLong
        ? `\n(The schema of its parameters is longer than ${MAX_SCHEMA} characters and is left out.)`
        : ""),
    ...(tooLong ? {} : { parameters }),
    risk,
    ...(examples.length > 0 && !tooLong ? { examples: clean(examples, 0) as unknown[] } : {}),
  };
}

/** A stranger's schema without orders to a model; `$schema` says nothing to one. */
function clean(value: unknown, depth: number): unknown {
  if (typeof value === "string") return sanitize(value.slice(0, MAX_SCHEMA)).text;
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return {};
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => key !== "$schema").map(([key, item]) => [
      sanitize(key).text,
      clean(item, depth + 1),
    ]),
  );
}
