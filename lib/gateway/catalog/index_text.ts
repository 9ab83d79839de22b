import type { GatewayTool } from "./gateway_tool.ts";
import { MAX_INSTRUCTIONS } from "./listed.ts";

export interface IndexGroup {
  serverName: string;
  tools: readonly GatewayTool[];
  /** Why its tools are not known, or not all of them, in a few words. */
  trouble?: string;
  instructions?: string;
}

/** UTF-16 units that Codex keeps where it defers tools; what comes first has to say the most. */
export const MAX_LEAD = 250;

/** UTF-16 units of what is told of one server in trouble; get_tool_details tells the rest. */
const MAX_TROUBLE = 200;

const HOW =
  `run_tool_batch calls them by "SERVER/TOOL"; get_tool_details ["SERVER/TOOL"] gives parameters, ["SERVER/*"] a list`;
const RISK_MARK = { read: "r", write: "w", execute: "x", unknown: "x" } as const;

/** The index of all tools in at most `max` UTF-16 units, by steps: names with a few words each, names below their server, counts. */
export function indexText(groups: readonly IndexGroup[], max = MAX_INSTRUCTIONS): string {
  const known = groups.filter(({ tools }) => tools.length > 0);
  const tools = known.flatMap((group) => group.tools);
  const head = `${count(tools.length, "tool")} of ${count(groups.length, "MCP server")}`;
  const servers = groups.map(({ serverName }) => serverName);
  // What the gateway is and how it is used comes first.
  const named = fitting(servers, ", ", MAX_LEAD - head.length - HOW.length - 5);
  const lead = `${head}${named && ` (${named})`}: ${HOW}.`;
  if (known.length === 0) return `${lead}\n${troubles(groups, max - lead.length - 1)}`.trimEnd();
  const trouble = troubles(groups, Math.floor(max / 8));
  const room = max - lead.length - trouble.length - 2;
  const shorts = FORMS.toReversed().map((form) => {
    const lines = tools.map((tool) => `${form(tool)} ${RISK_MARK[tool.risk]} ${tool.short ?? ""}`.trimEnd());
    return ["r reads, w writes, x does anything:", ...lines].join("\n");
  }).find((text) => text.length <= room);
  return [lead, shorts ?? belowServers(known, room), trouble].join("\n").trimEnd();
}

/** How a tool is written, the shortest first. */
const FORMS = [
  ({ name }: GatewayTool) => name,
  ({ name, parameters }: GatewayTool) => parameters === "" ? name : `${name}(${parameters})`,
];

/** As many small servers as fit have the names of their tools, and then what these need; of the others it is said how many they have. */
function belowServers(groups: readonly IndexGroup[], room: number): string {
  const head = `A tool below is SERVER/TOOL; SERVER/* is listed by get_tool_details:`;
  const lines = new Map(
    groups.map((group) => [group, `${group.serverName}/* ${count(group.tools.length, "tool")}`]),
  );
  let left = room - head.length - [...lines.values()].reduce((sum, line) => sum + line.length + 1, 0);
  const smallFirst = groups.toSorted((a, b) => a.tools.length - b.tools.length);
  for (const [form, group] of FORMS.flatMap((form) => smallFirst.map((group) => [form, group] as const))) {
    const { serverName, tools } = group;
    const line = `${serverName}/ ${tools.map((tool) => form(tool).slice(serverName.length + 1)).join(" ")}`;
    const more = line.length - (lines.get(group)?.length ?? 0);
    if (more > left) continue;
    left -= more;
    lines.set(group, line);
  }
  return `${head}\n${
    fitting([...lines.values()], "\n", room - head.length - 1, () => '… and more; get_tool_details ["*"]')
  }`;
}

function troubles(groups: readonly IndexGroup[], room: number): string {
  const lines = groups.flatMap(({ serverName, trouble }) => {
    if (trouble === undefined) return [];
    const line = `${serverName}: ${trouble}`;
    return line.length <= MAX_TROUBLE ? line : `${line.slice(0, MAX_TROUBLE - 1).toWellFormed()}…`;
  });
  return fitting(lines, "\n", room, (left) => `… and ${left} more in trouble: get_tool_details ["*"]`);
}

/** As many of the parts as fit, and what stands for those that do not. */
export function fitting(
  parts: readonly string[],
  separator: string,
  room: number,
  rest: (left: number) => string = () => "…",
): string {
  const all = parts.join(separator);
  if (all.length <= room) return all;
  let text = "";
  for (const [at, part] of parts.entries()) {
    const more = rest(parts.length - at);
    if (text.length + part.length + separator.length + rest(parts.length - at - 1).length > room) {
      return `${text}${more}`.slice(0, room);
    }
    text += `${part}${separator}`;
  }
  return text;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
