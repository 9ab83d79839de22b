import { sanitize } from "../../guard/sanitize.ts";
import type { ConfiguredServer } from "../../settings/mcp_servers/configured_server.ts";
import type { ListedTool } from "../../tools/mcp_listing.ts";
import { riskOf, type RiskRules } from "../permissions/rules.ts";
import { hashOf } from "../../settings/sha256.ts";
import { type Listed, wordsOf } from "./listed.ts";

/** A line of the index. */
export type ToolIndexItem = ReturnType<typeof indexItem>;
export type GatewayTool = ReturnType<typeof gatewayTool>;

/** UTF-16 units of a description that are read. */
const MAX_DESCRIPTION = 20_000;

/** The tools of a server that can be called; what its configuration switches off is left out. */
export function gatewayTools(server: ConfiguredServer, listed: Listed, rules: RiskRules): GatewayTool[] {
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
  shown: Listed["shown"][string],
  rules: RiskRules,
) {
  const { name: toolName, annotations, inputSchema, execution } = tool;
  const name = `${serverName}/${shown.name}`;
  const reached = "url" in target
    ? { url: target.url }
    : { command: target.command, args: target.args, cwd: target.cwd ?? "" };
  let description: string | undefined;
  return {
    /** `server/tool`, unique, callable as shown. */
    name,
    serverName,
    toolName,
    parameters: shown.parameters,
    kind: "mcp" as const,
    risk: riskOf(name, annotations, rules),
    /** Whether its server says that it reaches beyond what the server keeps. */
    isOpen: annotations?.openWorldHint === true,
    isTask: execution?.taskSupport === "required",
    ...shown.short !== "" && { short: shown.short },
    // Of hundreds of tools few are ever asked for, and cleaning them all would take a second.
    get description(): string {
      return description ??= sanitize(wordsOf(tool).slice(0, MAX_DESCRIPTION)).text.trim();
    },
    /** As it came: it validates, and is not shown. */
    inputSchema,
    /** Of all that an approval is about: how the server is reached, and what it says of the tool. */
    sha256: hashOf({ reached, name: toolName, description: tool.description, inputSchema, annotations }),
  };
}

/** The index line of a tool, without what only the gateway needs. */
export function indexItem({ name, serverName, kind, risk, short }: GatewayTool) {
  return { name, serverName, kind, risk, ...short !== undefined && { short } };
}
