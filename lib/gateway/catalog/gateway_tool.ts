import { createHash } from "node:crypto";
import type { Tool } from "@modelcontextprotocol/client";
import { sanitize } from "../../guard/sanitize.ts";
import type { ConfiguredServer } from "../../settings/mcp_servers/configured_server.ts";
import { canonicalJson } from "./canonical_json.ts";
import { type Risk, riskOf, type RiskRules } from "./risk.ts";

/** One line of the tool index. */
export interface ToolIndexItem {
  /** `server/tool`, unique, callable as shown. */
  name: string;
  serverName?: string;
  kind: "mcp" | "agent";
  risk: Risk;
  /** At most 80 characters. */
  short?: string;
}

/** A tool behind the gateway, as its server describes it now. */
export interface GatewayTool extends ToolIndexItem {
  serverName: string;
  /** Its name on its server. */
  toolName: string;
  /** The server's own words, made harmless. */
  description: string;
  /** The server's own JSON Schema, as it came: it validates, and is not shown. */
  inputSchema: unknown;
  /** Of all that an approval is about: how the server is reached, and what it says of the tool. */
  sha256: string;
}

/** What a client can call, and what fits into a line. A space or a comma in a name would make the index ambiguous. */
const CALLABLE = /^[A-Za-z0-9_][A-Za-z0-9_./:-]{0,127}$/;
const MAX_SHORT = 80;
const MAX_DESCRIPTION = 20_000;

/** The tools of a server that can be called by name, each name once; what its configuration switches off is left out. */
export function gatewayTools(
  server: ConfiguredServer,
  tools: readonly Tool[],
  rules: RiskRules,
): GatewayTool[] {
  const { name: serverName, enabledTools, disabledTools = [], target } = server;
  const found = new Map<string, GatewayTool>();
  const reached = canonicalJson(
    "url" in target ? { url: target.url } : { command: target.command, args: target.args },
  );
  for (const tool of tools) {
    const name = `${serverName}/${tool.name}`;
    if (!CALLABLE.test(tool.name) || found.has(name) || sanitize(tool.name).text !== tool.name) continue;
    if (disabledTools.includes(tool.name) || enabledTools?.includes(tool.name) === false) continue;
    const { annotations, inputSchema } = tool;
    const description = sanitize((tool.description ?? tool.title ?? "").slice(0, MAX_DESCRIPTION)).text
      .trim();
    const short = shortOf(description);
    found.set(name, {
      name,
      serverName,
      toolName: tool.name,
      kind: "mcp",
      risk: riskOf(name, annotations, rules),
      ...(short === "" ? {} : { short }),
      description,
      inputSchema,
      sha256: createHash("sha256").update(
        canonicalJson({ reached, name: tool.name, description: tool.description, inputSchema, annotations }),
      ).digest("hex"),
    });
  }
  return [...found.values()];
}

/** The index line of a tool, without what only the gateway needs. */
export function indexItem({ name, serverName, kind, risk, short }: GatewayTool): ToolIndexItem {
  return { name, serverName, kind, risk, ...(short === undefined ? {} : { short }) };
}

/** The first sentence of a description, in one line of at most 80 characters. */
function shortOf(description: string): string {
  const line = description.slice(0, 400).replace(/\s+/g, " ").trim();
  const sentence = /^.{10,}?[.!?。！？](?=\s|$|[\u3400-\u9fff])/u.exec(line)?.[0] ?? line;
  if (sentence.length <= MAX_SHORT) return sentence.replace(/[.。]$/, "");
  return `${sentence.slice(0, MAX_SHORT - 1).replace(/[\uD800-\uDBFF]$/, "").trimEnd()}…`;
}
