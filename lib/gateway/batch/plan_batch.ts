import { AutoToolsError } from "../../contract/error_codes.ts";
import { sanitize } from "../../guard/sanitize.ts";
import type { GatewayTool } from "../catalog/gateway_tool.ts";
import { similarNames } from "../catalog/similar.ts";
import type { Gateway } from "../gateway.ts";
import { decide } from "../permissions/decide.ts";
import { requestOf } from "../permissions/request_of.ts";
import type { PlannedCall, RequestedCall } from "./batch_call.ts";

/** ms for the arguments of one call against a schema that may be made to never end. */
const VALIDATION_MS = 1000;

/**
 * Decides all that can be decided before anything runs: starts the servers that are needed, finds each tool as its server
 * describes it now, checks the arguments, and asks the rules. In the order of the calls.
 *
 * @param startMs for the servers to start; the calls of one that takes longer are refused.
 */
export async function planBatch(
  calls: readonly RequestedCall[],
  conversation: string,
  startMs: number,
  gateway: Gateway,
): Promise<PlannedCall[]> {
  const failed = await gateway.upstreams.start(calls.map(({ name }) => serverOf(name)), startMs);
  const plan: PlannedCall[] = [];
  // One after another: what one hostile schema costs is then known before the next call with it.
  for (const call of calls) plan.push(await planCall(call, failed, conversation, gateway));
  return plan;
}

async function planCall(
  call: RequestedCall,
  failed: ReadonlyMap<string, AutoToolsError>,
  conversation: string,
  gateway: Gateway,
): Promise<PlannedCall> {
  const { name } = call;
  const broken = failed.get(serverOf(name));
  if (broken) return { kind: "refused", name, text: broken.message };
  const tool = gateway.upstreams.find(name);
  if (tool === undefined) return { kind: "refused", name, text: unknownTool(name, gateway) };
  const decision = decide(tool, gateway.permissions);
  if (decision.verdict === "deny") {
    const text = `denied by the user's configuration (permissions.deny: ${decision.pattern})`;
    return { kind: "refused", name, text };
  }
  const { problems, note } = await checkArguments(tool, call.arguments, gateway);
  if (problems.length > 0) {
    return { kind: "refused", name, text: `invalid arguments: ${sanitize(problems.join("; ")).text}` };
  }
  const noted = note === undefined ? {} : { note: sanitize(note).text };
  if (decision.verdict === "allow") return { kind: "runnable", call, tool, ...noted };
  const { byRule } = decision;
  const siblings = gateway.upstreams.siblings(tool);
  const context = { conversation, byRule, siblings, now: gateway.world.now() };
  return { kind: "runnable", call, tool, request: requestOf(tool, call.arguments, context), ...noted };
}

function serverOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf("/")));
}

/** A schema that cannot be used, or does not end, stops nobody: the server judges for itself, and it is said. */
async function checkArguments(
  { inputSchema: schema, sha256 }: GatewayTool,
  value: Record<string, unknown>,
  { validation, endlessSchemas }: Gateway,
): Promise<{ problems: string[]; note?: string }> {
  const unchecked = (why: string) => ({ problems: [], note: `arguments were not checked: ${why}` });
  if (endlessSchemas.has(sha256)) return unchecked("the tool's schema takes too long");
  try {
    const { problems, unusable } = await validation.run("validate", { schema, value }, VALIDATION_MS);
    return unusable === undefined ? { problems } : unchecked(unusable);
  } catch (error) {
    if (!(error instanceof AutoToolsError)) throw error;
    if (error.code === "E_TIMEOUT") endlessSchemas.add(sha256);
    return unchecked(`the tool's schema cannot be used (${error.message})`);
  }
}

function unknownTool(name: string, { upstreams }: Gateway): string {
  const groups = upstreams.groups();
  const server = groups.find(({ serverName }) => name.startsWith(`${serverName}/`));
  const names = (server === undefined || server.tools.length === 0 ? groups : [server])
    .flatMap(({ tools }) => tools.map((tool) => tool.name));
  const similar = similarNames(name, names);
  const hint = similar.length > 0 ? `; similar: ${similar.join(", ")}` : `; get_tool_details ["*"] lists all`;
  // It may be among those.
  const missing = server?.trouble === undefined ? "" : `; ${server.serverName}: ${server.trouble}`;
  return `no tool ${name.slice(0, 150)}${hint}${missing}`;
}
