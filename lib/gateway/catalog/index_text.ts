import type { GatewayTool } from "./gateway_tool.ts";

/** The tools of a server, and what is wrong with it. */
export interface IndexGroup {
  serverName: string;
  tools: readonly GatewayTool[];
  /** Why its tools are not known, or not all of them, in a few words. */
  trouble?: string;
}

/** UTF-16 units of a server's instructions that Claude Code keeps. */
export const MAX_INSTRUCTIONS = 4096;
/** UTF-16 units that Codex keeps where it defers tools; what comes first has to say the most. */
export const MAX_LEAD = 250;

/** UTF-16 units of what is told of one server in trouble; get_tool_details tells the rest. */
const MAX_TROUBLE = 200;

const HOW =
  `run_tool_batch calls them by "SERVER/TOOL"; get_tool_details ["SERVER/TOOL"] gives parameters, ["SERVER/*"] a list`;
const RISK_MARK = { read: "r", write: "w", execute: "x", unknown: "x" } as const;

/**
 * The index of all tools in at most `max` UTF-16 units, by steps: names with a few words each, names alone, names below their server, and
 * for the servers whose names do not fit, counts. The first 250 units say what the gateway is and how to use it.
 */
export function indexText(groups: readonly IndexGroup[], max = MAX_INSTRUCTIONS): string {
  const lead = leadText(groups);
  const known = groups.filter(({ tools }) => tools.length > 0);
  if (known.length === 0) return `${lead}\n${troubles(groups, max - lead.length - 1)}`.trimEnd();
  const trouble = troubles(groups, Math.floor(max / 8));
  const room = max - lead.length - trouble.length - 2;
  const list = [withShorts, namesAlone, namesBelowServers].map((step) => step(known))
    .find((text) => text.length <= room) ?? countsWhereNeeded(known, room);
  return [lead, list, ...(trouble === "" ? [] : [trouble])].join("\n");
}

/** What the gateway is and how it is used, in at most 250 units. */
function leadText(groups: readonly IndexGroup[]): string {
  const tools = groups.reduce((sum, group) => sum + group.tools.length, 0);
  const head = `${count(tools, "tool")} of ${count(groups.length, "MCP server")}`;
  const room = MAX_LEAD - head.length - HOW.length - 5;
  let names = "";
  for (const [at, { serverName }] of groups.entries()) {
    const more = `${at === 0 ? "" : ", "}${serverName}`;
    if (names.length + more.length > room - 3) {
      names += ", …";
      break;
    }
    names += more;
  }
  return `${head} (${names.replace(/^, /, "")}): ${HOW}.`.slice(0, MAX_LEAD);
}

function withShorts(groups: readonly IndexGroup[]): string {
  const line = ({ name, risk, short }: GatewayTool) =>
    `${name} ${RISK_MARK[risk]}${short === undefined ? "" : ` ${short}`}`;
  return `${LEGEND}\n${groups.flatMap(({ tools }) => tools.map(line)).join("\n")}`;
}

const LEGEND = "r reads, w writes, x does anything:";

function namesAlone(groups: readonly IndexGroup[]): string {
  const line = ({ name, risk }: GatewayTool) => `${name} ${RISK_MARK[risk]}`;
  return `${LEGEND}\n${groups.flatMap(({ tools }) => tools.map(line)).join("\n")}`;
}

function namesBelowServers(groups: readonly IndexGroup[]): string {
  return ["A tool below is SERVER/TOOL:", ...groups.map(belowServer)].join("\n");
}

function belowServer({ serverName, tools }: IndexGroup): string {
  return `${serverName}/ ${tools.map(({ name }) => name.slice(serverName.length + 1)).join(" ")}`;
}

/** As many small servers as fit have their names; of the others it is said how many tools they have. */
function countsWhereNeeded(groups: readonly IndexGroup[], room: number): string {
  const countLine = ({ serverName, tools }: IndexGroup) => `${serverName}/* ${count(tools.length, "tool")}`;
  const lines = new Map(groups.map((group) => [group, countLine(group)]));
  const head = `A tool below is SERVER/TOOL; SERVER/* is listed by get_tool_details:`;
  let left = room - head.length - [...lines.values()].reduce((sum, line) => sum + line.length + 1, 0);
  for (const group of [...groups].sort((a, b) => a.tools.length - b.tools.length)) {
    const line = belowServer(group);
    const more = line.length - countLine(group).length;
    if (more > left) continue;
    left -= more;
    lines.set(group, line);
  }
  const all = [head, ...lines.values()].join("\n");
  if (all.length <= room) return all;
  const cut = all.slice(0, Math.max(0, room - 40));
  return `${cut.slice(0, cut.lastIndexOf("\n"))}\n… and more; get_tool_details ["*"]`;
}

/** What is wrong with servers, a line each and as many as fit; of the others it is said how many they are. */
function troubles(groups: readonly IndexGroup[], room: number): string {
  const lines = groups.flatMap(({ serverName, trouble }) => {
    if (trouble === undefined) return [];
    const line = `${serverName}: ${trouble}`;
    return [line.length <= MAX_TROUBLE ? line : `${line.slice(0, MAX_TROUBLE - 1).toWellFormed()}…`];
  });
  const all = lines.join("\n");
  if (all.length <= room) return all;
  const more = (fitting: number) => `… and ${lines.length - fitting} more in trouble: get_tool_details ["*"]`;
  let text = "";
  for (const [at, line] of lines.entries()) {
    if (text.length + line.length + 1 + more(at).length > room) return `${text}${more(at)}`.slice(0, room);
    text += `${line}\n`;
  }
  return text;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
