import { sanitize, sanitizedHead } from "../../guard/sanitize.ts";
import type { ConfiguredServer } from "../../settings/mcp_servers/configured_server.ts";
import { type NameRules, sanitizedNames } from "../../settings/sanitized_names.ts";
import { type ListedTool, MAX_LIST_PAGES, type Offers, type ToolList } from "../../tools/mcp_answer.ts";
import { type Risk, riskOf, type RiskRules } from "../permissions/rules.ts";
import { hashOf } from "./hash.ts";
import { type ListedOffers, listedOffers } from "./offers.ts";

/** One line of the tool index. */
export interface ToolIndexItem {
  /** `server/tool`, unique, callable as shown. */
  name: string;
  serverName: string;
  kind: "mcp";
  risk: Risk;
  /** At most 80 characters. */
  short?: string;
}

/** A tool behind the gateway, as its server describes it now. */
export interface GatewayTool extends ToolIndexItem {
  /** Whether its server says that it reaches beyond what the server keeps (`openWorldHint`). */
  isOpen: boolean;
  /** Its name on its server. */
  toolName: string;
  /** The server's own words, made harmless. */
  readonly description: string;
  /** The server's own JSON Schema, as it came: it validates, and is not shown. */
  inputSchema: Record<string, unknown>;
  /** Of all that an approval is about: how the server is reached, and what it says of the tool. */
  sha256: string;
}

/** UTF-16 units of a server's instructions that clients keep. */
export const MAX_INSTRUCTIONS = 4096;
/** UTF-16 units of a description that are read. */
const MAX_DESCRIPTION = 20_000;

/** The tools of a server that can be called; what its configuration switches off is left out. */
export function gatewayTools(server: ConfiguredServer, listed: ListedTools, rules: RiskRules): GatewayTool[] {
  const { enabledTools, disabledTools = [] } = server;
  return listed.tools.flatMap((tool) => {
    const shown = Object.hasOwn(listed.shown, tool.name) ? listed.shown[tool.name] : undefined;
    const isWanted = !disabledTools.includes(tool.name) && enabledTools?.includes(tool.name) !== false;
    return shown !== undefined && isWanted ? [gatewayTool(server, tool, shown, rules)] : [];
  });
}

function gatewayTool(
  { name: serverName, target }: ConfiguredServer,
  tool: ListedTool,
  shown: ShownTool,
  rules: RiskRules,
): GatewayTool {
  const { name: toolName, annotations, inputSchema } = tool;
  const name = `${serverName}/${shown.name}`;
  const reached = "url" in target
    ? { url: target.url }
    : { command: target.command, args: target.args, cwd: target.cwd ?? "" };
  let description: string | undefined;
  return {
    name,
    serverName,
    toolName,
    kind: "mcp",
    risk: riskOf(name, annotations, rules),
    isOpen: annotations?.openWorldHint === true,
    ...(shown.short === "" ? {} : { short: shown.short }),
    // Of hundreds of tools few are ever asked for, and cleaning them all would take a second.
    get description() {
      return description ??= sanitize(wordsOf(tool).slice(0, MAX_DESCRIPTION)).text.trim();
    },
    inputSchema,
    sha256: hashOf({ reached, name: toolName, description: tool.description, inputSchema, annotations }),
  };
}

/** The index line of a tool, without what only the gateway needs. */
export function indexItem({ name, serverName, kind, risk, short }: GatewayTool): ToolIndexItem {
  return { name, serverName, kind, risk, ...(short === undefined ? {} : { short }) };
}

/** What a server listed, and what of it is fit to be shown. */
export interface ListedTools {
  /** As they came, each name once. */
  tools: ListedTool[];
  /** Of each tool that can be called what it is called by and a few harmless words, by its name on its server. */
  shown: Record<string, ShownTool>;
  /** What of the list could not be taken, in harmless words. */
  problems: string[];
  /** How the server says that its tools are used, made harmless. */
  instructions?: string | undefined;
  offers: ListedOffers;
}

export interface ShownTool {
  /** Unique among a server's. */
  name: string;
  short: string;
}

/** What fits into a line: a space or a comma in a name would make the index ambiguous. */
const TOOL_NAMES: NameRules = { others: "_./:-", first: "_", max: 128, fallback: "tool" };
const MAX_SHORT = 80;
const MAX_LINE = 5 * MAX_SHORT;
/** Tools that cannot be called and are told by name. */
const MAX_TOLD = 10;

/** Makes a server's list fit to be shown. Takes a while, since the guard judges every word: the result is worth keeping. */
export function listedTools(list: ToolList, offers: Offers): ListedTools {
  const tools = [...new Map(list.tools.toReversed().map((tool) => [tool.name, tool])).values()].reverse();
  const names = sanitizedNames(tools.map(({ name }) => name), TOOL_NAMES);
  // One text for the guard, since many short ones take it many times as long.
  const lines = tools.flatMap((tool) => [names.get(tool.name), lineOf(wordsOf(tool))]);
  const clean = sanitize(lines.join("\n")).text.split("\n");
  const shown = tools.flatMap((tool, at) => {
    const name = clean[2 * at];
    if (name === undefined || name !== names.get(tool.name)) return [];
    return [[tool.name, { name, short: shortOf(clean[2 * at + 1] ?? "") }] as const];
  });
  return {
    tools,
    shown: Object.fromEntries(shown),
    problems: problemsOf(list),
    instructions: instructionsOf(list),
    offers: listedOffers(offers),
  };
}

/** Whether a server lists what it listed before. */
export function isSameList(
  { tools, problems, instructions, offers }: ListedTools,
  now: ToolList,
  offersNow: Offers,
): boolean {
  const said = { tools: now.tools, problems: problemsOf(now), instructions: instructionsOf(now) };
  return hashOf({ tools, problems, instructions }) === hashOf(said) && offers.sha256 === hashOf(offersNow);
}

function instructionsOf({ instructions = "" }: ToolList): string | undefined {
  return sanitizedHead(instructions, MAX_INSTRUCTIONS) || undefined;
}

/** What of a list could not be taken, for a person or a model to read. */
function problemsOf({ unreadable, isCut }: ToolList): string[] {
  const told = unreadable.slice(0, MAX_TOLD).map(({ name, why }) =>
    `${sanitizedHead(name, MAX_SHORT).replace(/\s+/g, " ")} left out: ${why}`
  );
  const more = unreadable.length - told.length;
  return [
    ...(isCut ? [`only the first ${MAX_LIST_PAGES} pages of its tool list were read`] : []),
    ...told,
    ...(more > 0 ? [`${more} more left out`] : []),
  ];
}

/** A server's own words on a tool. */
export function wordsOf({ description, title }: ListedTool): string {
  return description ?? title ?? "";
}

/** The beginning of a description in one line: long enough that what its end halves is not shown. */
function lineOf(description: string): string {
  return description.slice(0, MAX_LINE).toWellFormed().replace(/\s+/g, " ").trim();
}

/** The first sentence of a line that is clean, in at most 80 characters. */
function shortOf(line: string): string {
  const sentence = /^.{10,}?[.!?。！？](?=\s|$|[\u3400-\u9fff])/u.exec(line)?.[0] ?? line;
  if (sentence.length <= MAX_SHORT) return sentence.replace(/[.。]$/, "");
  return `${sentence.slice(0, MAX_SHORT - 1).replace(/[\uD800-\uDBFF]$/, "").trimEnd()}…`;
}
