import type { ContextRef } from "../../context_files/manifest.ts";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { sanitize } from "../../guard/sanitize.ts";
import type { GatewayTool } from "../catalog/gateway_tool.ts";
import { similarNames } from "../catalog/similar.ts";
import type { Gateway } from "../gateway.ts";
import { type PermissionRequest, requestOf } from "../permissions/approval.ts";
import { decide } from "../permissions/rules.ts";

/** One call as the model asked for it. */
export interface RequestedCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** What became of one call. */
export interface CallResult {
  name: string;
  status: "ok" | "error" | "permission";
  ref?: ContextRef;
  text?: string;
  /** Parts of the output that are no text. */
  attachments?: (ContextRef & { mimeType: string })[];
  /** What was taken out of the output. */
  limits?: string[];
}

/** A call after all that is decided before anything runs. */
export type PlannedCall = { kind: "refused"; name: string; text: string } | RunnableCall;

export interface RunnableCall {
  kind: "runnable";
  call: RequestedCall;
  tool: GatewayTool;
  /** What is to be told with the result. */
  note?: string;
  /** What it needs the user's word for; absent where a rule of theirs lets it run. */
  request?: PermissionRequest;
}

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
  const runnable = {
    kind: "runnable",
    call,
    tool,
    ...(note === undefined ? {} : { note: sanitize(note).text }),
  } as const;
  if (decision.verdict === "allow") return runnable;
  const context = {
    conversation,
    byRule: decision.byRule,
    siblings: gateway.upstreams.siblings(tool),
    now: gateway.world.now(),
  };
  return { ...runnable, request: requestOf(tool, call.arguments, context) };
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
