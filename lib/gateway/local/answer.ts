import { timingSafeEqual } from "node:crypto";
import { AutoToolsError } from "../../contract/error_codes.ts";
import type { McpServerConfig, McpToolConfig } from "../../settings/config_schema.ts";
import {
  configurationHash,
  MAX_ANSWER,
  type WarmAnswer,
  type WarmQuestion,
} from "../../tools/warm/message.ts";
import type { GatewayTool } from "../catalog/gateway_tool.ts";
import type { Gateway } from "../gateway.ts";
import { decide } from "../permissions/decide.ts";
import { requestOf } from "../permissions/request_of.ts";

/** The servers of `auto-tools.yaml` and its automatic tools as this gateway has read them: prompts know no others. */
export interface LocalSettings {
  servers: Readonly<Record<string, McpServerConfig>>;
  tools: readonly McpToolConfig[];
}

/** ms that a call for a prompt may take. */
const MAX_CALL_MS = 10_000;

/** The arguments of a call that waits for the user, whole, for the terminal at which they are asked; undefined where this is no such question. */
export function heldArguments(
  line: Record<string, unknown>,
  key: string,
  { held }: Gateway,
): WarmAnswer | undefined {
  const { version, show } = line;
  if (version !== 1 || typeof show !== "string" || !sameText(String(line["key"] ?? ""), key)) {
    return undefined;
  }
  const args = held.get(show);
  return args === undefined ? { answer: "unknown", message: "" } : { answer: "result", result: args };
}

/** A question that says all it must and knows the key; undefined for any other. */
export function readQuestion(line: Record<string, unknown>, key: string): WarmQuestion | undefined {
  const { version, server, configuration, tool, args, timeoutMs } = line;
  if (version !== 1 || !sameText(String(line["key"] ?? ""), key)) return undefined;
  if (typeof server !== "string" || typeof configuration !== "string" || typeof tool !== "string") {
    return undefined;
  }
  if (typeof args !== "object" || args === null || Array.isArray(args)) return undefined;
  if (typeof timeoutMs !== "number" || !(timeoutMs > 0)) return undefined;
  const values = Object.fromEntries(Object.entries(args));
  return {
    version,
    key,
    server,
    configuration,
    tool,
    args: values,
    timeoutMs: Math.min(timeoutMs, MAX_CALL_MS),
  };
}

/** Makes a call for a prompt: only a tool that reads, of a server configured exactly so, for which nobody has to be asked. */
export async function answerQuestion(
  { server, configuration, tool: toolName, args, timeoutMs }: WarmQuestion,
  { servers, tools }: LocalSettings,
  gateway: Gateway,
  signal: AbortSignal,
): Promise<WarmAnswer> {
  const config = Object.hasOwn(servers, server) ? servers[server] : undefined;
  if (config === undefined || configurationHash(config) !== configuration) {
    return { answer: "unknown", message: `it does not know MCP server ${server} as it is configured now` };
  }
  const { upstreams } = gateway;
  const failed = (await upstreams.start([server])).get(server);
  if (failed) return { answer: "refused", code: failed.code, message: failed.message };
  const tool = upstreams.find(`${server}/${toolName}`);
  if (tool === undefined) return refused(`MCP server ${server} has no tool ${toolName}`);
  if (tool.risk !== "read") {
    return refused(
      `MCP server ${server} does not declare ${toolName} read-only (readOnlyHint), so it never runs automatically`,
    );
  }
  const isNamed = tools.some((each) => each.server === server && (each.tool ?? each.name) === toolName);
  if (!runsUnasked(tool, args, isNamed, gateway)) {
    return refused(`your permissions do not let ${tool.name} run unasked; codex-auto allow ${server} does`);
  }
  try {
    const result = await upstreams.call(tool, args, { signal, timeoutMs });
    const answer: WarmAnswer = { answer: "result", result: { ...result } };
    return JSON.stringify(answer).length > MAX_ANSWER / 4
      ? refused(`MCP server ${server} sent more than a prompt can use`)
      : answer;
  } catch (error) {
    if (!(error instanceof AutoToolsError)) throw error;
    return { answer: "refused", code: error.code, message: error.message };
  }
}

/** Whether a rule or an approval lets a tool run, or the user has named it as an automatic one. */
function runsUnasked(
  tool: GatewayTool,
  args: Record<string, unknown>,
  isNamed: boolean,
  { permissions, approvals, upstreams, world }: Gateway,
): boolean {
  const decision = decide(tool, permissions);
  if (decision.verdict !== "ask") return decision.verdict === "allow";
  const { byRule } = decision;
  const context = { conversation: "", byRule, siblings: upstreams.siblings(tool), now: world.now() };
  return (isNamed && !byRule) || approvals?.ledger()(requestOf(tool, args, context)) === true;
}

function refused(message: string): WarmAnswer {
  return { answer: "refused", code: "E_TOOL_UNAVAILABLE", message };
}

function sameText(a: string, b: string): boolean {
  const [one, other] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
