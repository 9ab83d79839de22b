import { timingSafeEqual } from "node:crypto";
import { AutoToolsError } from "../../contract/error_codes.ts";
import type { McpServerConfig } from "../../settings/config_schema.ts";
import {
  configurationHash,
  MAX_ANSWER,
  type WarmAnswer,
  type WarmQuestion,
} from "../../tools/warm/message.ts";
import type { Gateway } from "../gateway.ts";
import { decide } from "../permissions/decide.ts";

/** The servers of `auto-tools.yaml` as this gateway has read them: prompts know no others. */
export type LocalServers = Readonly<Record<string, McpServerConfig>>;

/** ms that a call for a prompt may take. */
const MAX_CALL_MS = 10_000;

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

/** Makes a call for a prompt: only a tool that reads, of a server configured exactly so, that the user's rules let run unasked. */
export async function answerQuestion(
  { server, configuration, tool: toolName, args, timeoutMs }: WarmQuestion,
  servers: LocalServers,
  gateway: Gateway,
  signal: AbortSignal,
): Promise<WarmAnswer> {
  const config = Object.hasOwn(servers, server) ? servers[server] : undefined;
  if (config === undefined || configurationHash(config) !== configuration) {
    return { answer: "unknown", message: `it does not know MCP server ${server} as it is configured now` };
  }
  const { upstreams, permissions } = gateway;
  const failed = (await upstreams.start([server])).get(server);
  if (failed) return { answer: "refused", code: failed.code, message: failed.message };
  const tool = upstreams.find(`${server}/${toolName}`);
  if (tool === undefined) return refused(`MCP server ${server} has no tool ${toolName}`);
  if (tool.risk !== "read") {
    return refused(
      `MCP server ${server} does not declare ${toolName} read-only (readOnlyHint), so it never runs automatically`,
    );
  }
  if (decide(tool, permissions).verdict !== "allow") {
    return refused(`your permissions do not let ${tool.name} run unasked`);
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

function refused(message: string): WarmAnswer {
  return { answer: "refused", code: "E_TOOL_UNAVAILABLE", message };
}

function sameText(a: string, b: string): boolean {
  const [one, other] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
