import type { ContextRef } from "../../context_files/manifest.ts";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { sanitize } from "../../guard/sanitize.ts";
import { caught } from "../../settings/attempt.ts";
import { nearest } from "../../settings/nearest.ts";
import type { GatewayTool } from "../catalog/gateway_tool.ts";
import type { Gateway } from "../gateway.ts";
import { headOfAnswer } from "../output/answer_size.ts";
import type { AttachmentRef } from "../output/kept_output.ts";
import { type ApprovedCall, type PermissionRequest, requestOf } from "../permissions/approval.ts";
import { riskText } from "../permissions/question.ts";
import { decide } from "../permissions/rules.ts";
import type { RequestedCall } from "./requested_call.ts";

export interface CallResult {
  id?: string | undefined;
  name: string;
  status: "ok" | "error" | "permission";
  ref?: ContextRef;
  text: string;
  attachments?: AttachmentRef[];
  /** What was taken out of the output. */
  limits?: string[];
}

/** A call that does not run has its result. `word`: whose word kept it from that, if anybody's. */
export type SettledCall = { call: RequestedCall; result: CallResult; word?: "rule" | "user" };

/** A call that may run, or waits for the user's word. */
export interface RunnableCall {
  call: RequestedCall;
  result?: undefined;
  tool: GatewayTool;
  note?: string;
  /** What it needs the user's word for; absent where a rule of theirs lets it run. */
  request?: PermissionRequest;
}

export type WaitingCall = RunnableCall & { request: PermissionRequest };

export type PlannedCall = SettledCall | RunnableCall;

/** ms for the arguments of one call against a schema that may be made to never end. */
const VALIDATION_MS = 1000;

/** Decides, in order, all that can be decided before anything runs. The calls of a server that takes longer than `startMs` to start are refused. */
export async function planBatch(
  calls: readonly (SettledCall | { call: RequestedCall; result?: undefined })[],
  conversation: string,
  startMs: number,
  gateway: Gateway,
  masked?: (text: string) => string,
): Promise<PlannedCall[]> {
  const failed = await gateway.upstreams.start(calls.map(({ call }) => serverOf(call.name)), startMs);
  const plan: PlannedCall[] = [];
  // One after another: what one hostile schema costs is then known before the next call with it.
  for (const asked of calls) {
    plan.push(asked.result ? asked : await planCall(asked.call, failed, { conversation, masked }, gateway));
  }
  return plan;
}

async function planCall(
  call: RequestedCall,
  failed: ReadonlyMap<string, AutoToolsError>,
  talk: Pick<Parameters<typeof requestOf>[2], "conversation" | "masked">,
  gateway: Gateway,
): Promise<PlannedCall> {
  const { name, arguments: args } = call;
  const refused = (text: string) => refusedCall(call, headOfAnswer(sanitize(text).text, MAX_FAILURE));
  const broken = failed.get(serverOf(name));
  if (broken) return refused(broken.message);
  const tool = gateway.upstreams.find(name);
  if (tool === undefined) return refused(unknownTool(name, gateway));
  const decision = decide(tool, gateway.settings.permissions);
  if (decision.verdict === "deny") {
    return { ...refused(decision.why), word: "rule" };
  }
  const { problems, note } = await checkArguments(tool, args, gateway);
  if (problems.length > 0) return refused(`invalid arguments: ${problems.join("; ")}`);
  const runnable = { call, tool, ...note !== undefined && { note: sanitize(note).text } };
  if (decision.verdict === "allow") return runnable;
  const { byRule } = decision;
  const [siblings, now] = [gateway.upstreams.siblings(tool), gateway.world.now()];
  return { ...runnable, request: requestOf(tool, args, { ...talk, byRule, siblings, now }) };
}

export function refusedCall(call: RequestedCall, text: string, status: CallResult["status"] = "error") {
  return { call, result: { name: call.name, status, text } };
}

function serverOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf("/")));
}

/** A schema that cannot be used, or does not end, stops nobody: the server judges for itself, and it is said. */
async function checkArguments(
  { inputSchema: schema, sha256 }: GatewayTool,
  value: Record<string, unknown>,
  { isolate, endlessSchemas }: Gateway,
): Promise<{ problems: string[]; note?: string }> {
  const unchecked = (why: string) => ({ problems: [], note: `arguments were not checked: ${why}` });
  if (endlessSchemas.has(sha256)) return unchecked("the tool's schema takes too long");
  const { problems, unusable } = await isolate.run("validate", { schema, value }, VALIDATION_MS)
    .catch(caught(AutoToolsError, ({ code, message }) => {
      if (code === "E_TIMEOUT") endlessSchemas.add(sha256);
      return { problems: [], unusable: `the tool's schema cannot be used (${message})` };
    }));
  return unusable === undefined ? { problems } : unchecked(unusable);
}

const MAX_SIMILAR = 3;

function unknownTool(name: string, { upstreams, problems }: Gateway): string {
  const groups = upstreams.groups();
  const server = groups.find(({ serverName }) => serverName === serverOf(name));
  const names = (server?.tools.length ? [server] : groups)
    .flatMap(({ tools }) => tools.map((tool) => tool.name));
  const toolOf = (each: string) => each.slice(each.lastIndexOf("/") + 1).toLowerCase();
  const similar = nearest(toolOf(name), names, toolOf).slice(0, MAX_SIMILAR);
  const hint = similar.length > 0 ? `similar: ${similar.join(", ")}` : `get_tool_details ["*"] lists all`;
  // It may be among those, or a server of what cannot be used.
  const trouble = server?.trouble === undefined ? [] : `${server.serverName}: ${server.trouble}`;
  return [`no tool ${name.slice(0, 150)}`, hint, trouble, server === undefined ? problems : []].flat().join(
    "; ",
  );
}

/** Bytes in an answer of why a call did not work: of as many calls as a batch may have, all fit one. */
export const MAX_FAILURE = 500;

/** What the user has said of a call; undefined where nothing yet. */
export type Word = "given" | "refused" | undefined;
export type WordOn = (request: PermissionRequest) => Word;

/**
 * Nothing runs from the first call on that waits for the user's word or has it against itself; what changes something runs only if no call was refused.
 * `waiting`: what the user is to be asked; `used`: what lets the calls run that have no result then. `before`: how many calls of the batch have been made.
 */
export function settleBatch(plan: readonly PlannedCall[], wordOn: WordOn, before: number) {
  const refusedAt = plan.findIndex(({ result }) => result?.status === "error");
  const waiting: WaitingCall[] = [];
  const used: ApprovedCall[] = [];
  let stop: { at: number; word: Word } | undefined;
  const settled = plan.map((planned, at): PlannedCall => {
    if (planned.result) return planned;
    const { call, tool, request } = planned;
    if (refusedAt >= 0 && tool.risk !== "read") {
      const why = `not run: call ${before + refusedAt + 1} of this batch was refused`;
      return refusedCall(call, before === 0 ? `${why}, so nothing was changed` : why);
    }
    const word = request === undefined ? "given" : wordOn(request);
    if (word !== "given") stop ??= { at, word };
    if (word === "refused") return { ...refusedCall(call, REFUSED), word: "user" as const };
    if (word === undefined && request !== undefined) {
      waiting.push({ ...planned, request });
      return refusedCall(call, permissionText(request), "permission");
    }
    if (stop?.word === "refused") {
      return refusedCall(call, `not run: the user has refused call ${before + stop.at + 1}`);
    }
    if (stop) return refusedCall(call, `not run: waits for call ${before + stop.at + 1}`, "permission");
    if (request !== undefined) used.push(request);
    return planned;
  });
  return { settled, waiting, used };
}

const REFUSED =
  "refused by the user, for good: do not make this call again, nor reach the same another way. Go on without it, or ask the user what they want instead.";

function permissionText(request: PermissionRequest): string {
  const risk = riskText(request);
  return `needs the user's approval (${risk}). Nobody but the user can give it, in a terminal of their own:
codex-auto allow ${request.tool} --once | --session | --always
Tell the user, and make this call and those after it once they have approved.`;
}
