import { AutoToolsError } from "../../contract/error_codes.ts";
import { similarNames } from "../catalog/similar.ts";
import type { Gateway } from "../gateway.ts";
import { decide } from "../permissions/decide.ts";
import { requestOf } from "../permissions/request_of.ts";
import type { PlannedCall, RequestedCall } from "./batch_call.ts";

/** ms for the arguments of one call against a schema that may be made to never end. */
const VALIDATION_MS = 1000;

/**
 * Decides all that can be decided before anything runs: starts the servers that are needed, all at once, finds each tool as its server
 * describes it now, checks the arguments, and asks the rules. In the order of the calls.
 */
export async function planBatch(
  calls: readonly RequestedCall[],
  conversation: string,
  gateway: Gateway,
): Promise<PlannedCall[]> {
  const { upstreams } = gateway;
  const failed = await upstreams.start(
    calls.map(({ name }) => name.slice(0, Math.max(0, name.indexOf("/")))),
  );
  return await Promise.all(calls.map(async (call): Promise<PlannedCall> => {
    const { name } = call;
    const broken = failed.get(name.slice(0, Math.max(0, name.indexOf("/"))));
    if (broken) return { kind: "refused", name, text: broken.message };
    const tool = upstreams.find(name);
    if (tool === undefined) return { kind: "refused", name, text: unknownTool(name, gateway) };
    const decision = decide(tool, gateway.permissions);
    if (decision.verdict === "deny") {
      return {
        kind: "refused",
        name,
        text: `denied by the user's configuration (permissions.deny: ${decision.pattern})`,
      };
    }
    const { problems, note } = await checkArguments(tool.inputSchema, call.arguments, gateway);
    if (problems.length > 0) {
      return { kind: "refused", name, text: `invalid arguments: ${problems.join("; ")}` };
    }
    const noted = note === undefined ? {} : { note };
    if (decision.verdict === "allow") return { kind: "runnable", call, tool, ...noted };
    const request = requestOf(tool, call.arguments, conversation, gateway.world.now());
    const kind = gateway.approvals?.holds(request) === true ? "runnable" : "asking";
    return { kind, call, tool, request, ...noted };
  }));
}

/** A schema that cannot be used, or does not end, stops nobody: the server judges for itself, and it is said. */
async function checkArguments(
  schema: unknown,
  value: Record<string, unknown>,
  gateway: Gateway,
): Promise<{ problems: string[]; note?: string }> {
  try {
    const { problems, unusable } = await gateway.validation.run("validate", { schema, value }, VALIDATION_MS);
    return unusable === undefined
      ? { problems }
      : { problems, note: `arguments were not checked: ${unusable}` };
  } catch (error) {
    if (!(error instanceof AutoToolsError)) throw error;
    return {
      problems: [],
      note: `arguments were not checked: the tool's schema cannot be used (${error.message})`,
    };
  }
}

function unknownTool(name: string, { upstreams }: Gateway): string {
  const groups = upstreams.groups();
  const server = groups.find(({ serverName }) => name.startsWith(`${serverName}/`));
  const names = (server === undefined || server.tools.length === 0 ? groups : [server])
    .flatMap(({ tools }) => tools.map((tool) => tool.name));
  const similar = similarNames(name, names);
  const hint = similar.length > 0 ? `; similar: ${similar.join(", ")}` : `; get_tool_details ["*"] lists all`;
  return `no tool ${name.slice(0, 150)}${hint}`;
}
