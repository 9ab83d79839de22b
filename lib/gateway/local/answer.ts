import { z } from "zod";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { configurationHash, type GatewayAnswer, MAX_ANSWER, notReadOnly } from "../../tools/ask_gateway.ts";
import { planBatch } from "../batch/plan_batch.ts";
import type { Gateway } from "../gateway.ts";

/** ms that a call for a prompt may take. */
const MAX_CALL_MS = 10_000;

const version = z.literal(2);
const call = z.object({
  version,
  server: z.string(),
  configuration: z.string(),
  tool: z.string(),
  args: z.record(z.string(), z.unknown()),
  timeoutMs: z.number().positive().transform((ms) => Math.min(ms, MAX_CALL_MS)),
});
const question = z.union([z.object({ version, show: z.string() }), call]);

/** Answers a question that says all it must, of what is known here; undefined for any other. */
export async function answerTo(
  given: Record<string, unknown>,
  gateway: Gateway,
): Promise<GatewayAnswer | undefined> {
  const { data } = question.safeParse(given);
  if (data === undefined) return undefined;
  if (!("show" in data)) return await callFor(data, gateway);
  const result = gateway.held.get(data.show);
  return result && { answer: "result", result };
}

/** Makes a call for a prompt, which knows the servers of `auto-tools.yaml` alone: only a tool that reads, of a server configured exactly so, for which nobody has to be asked. */
async function callFor(
  { server, configuration, tool: toolName, args, timeoutMs }: z.infer<typeof call>,
  gateway: Gateway,
): Promise<GatewayAnswer | undefined> {
  await gateway.refresh();
  const { servers, tools } = gateway.settings;
  const config = Object.hasOwn(servers, server) ? servers[server] : undefined;
  if (config === undefined || configurationHash(config) !== configuration) return undefined;
  const refused = (message: string) => ({ answer: "refused" as const, message });
  const asked = { name: `${server}/${toolName}`, arguments: args };
  const [planned] = await planBatch([asked], "", timeoutMs, gateway);
  if (planned === undefined || "status" in planned) return refused(planned?.text ?? "");
  const { tool, request } = planned;
  if (tool.risk !== "read") return refused(notReadOnly(server, toolName));
  // The user has named it as an automatic one, and no rule wants it to be asked for.
  const isNamed = request?.group !== undefined &&
    tools.some((each) => each.server === server && (each.tool ?? each.name) === toolName);
  if (request !== undefined && !isNamed && gateway.approvals?.ledger()(request) !== true) {
    return refused(`your permissions do not let ${tool.name} run unasked; codex-auto allow ${server} does`);
  }
  try {
    const result = { ...await gateway.upstreams.call(tool, args, { timeoutMs }) };
    if (JSON.stringify(result).length <= MAX_ANSWER - 100) return { answer: "result", result };
    return refused(`MCP server ${server} sent more than a prompt can use`);
  } catch (error) {
    if (!(error instanceof AutoToolsError)) throw error;
    return refused(error.message);
  }
}
