import { EXIT } from "../contract/error_codes.ts";
import { hashOf } from "../settings/sha256.ts";
import { openUpstreams } from "../gateway/upstream/upstreams.ts";
import type { ApprovalScope, PermissionRequest, ReadGroup } from "../gateway/permissions/approval.ts";
import { approvalOf, requestOf } from "../gateway/permissions/approval.ts";
import { type ApprovalStore, approvalStore } from "../gateway/permissions/approval_store.ts";
import { exactArguments, exactString, groupLines } from "../gateway/permissions/question.ts";
import { requestId, riskText } from "../gateway/permissions/question.ts";
import { decide, matchingPattern } from "../gateway/permissions/rules.ts";
import { type Locations, locations } from "../settings/locations.ts";
import { isRecord } from "../settings/json.ts";
import type { World } from "../settings/world.ts";
import { command, UsageError } from "./command.ts";
import { Failure, needed } from "./failure.ts";
import { gatewayConfiguration } from "./mcp_gateway.ts";
import { print, printError, visible } from "./output.ts";
import { needPerson, saysYes } from "./person.ts";

const SCOPES = ["once", "session", "always"] as const;
const HOW_LONG = { once: "once", session: "in this conversation", always: "always" } as const;
/** UTF-16 units of a value that are shown beside the question. */
const MAX_VALUE = 2000;
const MAX_LISTED = 200;

interface Desk {
  store: ApprovalStore;
  world: World;
  places: Locations;
}

/** `codex-auto allow`. Exit 0, or 2 where nothing was allowed. */
export const run = command({
  name: "allow",
  flags: ["list", ...SCOPES],
  values: ["revoke", "show"],
  words: 1,
}, async (options, world) => {
  const places = locations(world);
  const desk: Desk = { store: approvalStore(needed("state", places), world), world, places };
  if (options.has("list")) return list(desk);
  const shown = options.value("show");
  if (shown !== undefined) return await show(shown, desk);
  const revoked = options.value("revoke");
  if (revoked !== undefined) return await revoke(revoked, desk);
  const scopes = SCOPES.filter((scope) => options.has(scope));
  const [tool] = options.words;
  const isServer = tool?.includes("/") === false;
  const [scope = isServer ? "always" : "once", other] = scopes;
  if (tool === undefined || other !== undefined) {
    throw new UsageError("say one SERVER/TOOL, or SERVER, and at most one of --once, --session, --always");
  }
  if (!/^[^/\s*]+(\/[^*\s]+)?$/.test(tool)) {
    throw new UsageError("say a whole SERVER/TOOL; patterns stand under permissions in auto-tools.yaml");
  }
  if (isServer && scope !== "always") {
    throw new UsageError(`${tool} is a server: its tools that only read are allowed always, or one by one`);
  }
  return await allow(tool, scope, desk);
});

async function allow(tool: string, scope: ApprovalScope, desk: Desk): Promise<void> {
  const { store, world } = desk;
  needPerson("allow a tool", `Run there: codex-auto allow ${tool}`, world);
  const waiting = store.requests().find((each) => each.tool === tool);
  const request = waiting ?? (scope === "always" ? await knownTool(tool, world) : undefined);
  if (request === undefined) {
    const ahead = scope === "always"
      ? ", or is known to allow ahead: codex-auto mcp --list asks servers"
      : "";
    throw refused(`Nothing waits for ${tool}${ahead}; codex-auto allow --list shows what waits`);
  }
  const args = waiting === undefined ? undefined : await argumentsOf(waiting, desk);
  if (args === undefined && scope === "once") {
    throw refused(
      "The arguments of this call hold a secret, or are too long to be kept, and no gateway runs any more that holds them. Nothing was changed.",
    );
  }
  const question = [
    `${request.tool}, which ${riskText(request)}`,
    ...groupLines(request),
    ...(waiting === undefined ? [] : callLines(waiting, args)),
    `Its server says: ${exactString(request.description.slice(0, 500))}`,
    asked(scope, request.group),
  ];
  if (!saysYes(question.join("\n"))) throw refused("Not allowed. Nothing was changed.");
  const approval = approvalOf(request, scope, world.now());
  store.approve(approval);
  print(`Allowed ${HOW_LONG[scope]}: ${approval.tool}\n`);
}

/** Takes back what is approved of a tool or a server. Throws `Failure` where nothing was, or something lets it run still. */
async function revoke(name: string, { store, world }: Desk): Promise<void> {
  const gone = store.revoke(name);
  print(`Revoked ${gone} approval${gone === 1 ? "" : "s"}.\n`);
  const { place } = await gatewayConfiguration(Deno.cwd(), world);
  const left = [...store.approvals().map(({ tool }) => tool), ...place.settings.permissions.allow];
  const still = matchingPattern(left, name.includes("/") ? name : `${name}/*`);
  if (still) throw refused(`Allowed still by ${still}: revoke that, or take it out of permissions.allow`);
  if (gone === 0) throw refused("Nothing of that name was approved; codex-auto allow --list shows what is");
}

function refused(why: string): Failure {
  return new Failure(why, EXIT.usage);
}

function asked(scope: ApprovalScope, group: ReadGroup | undefined): string {
  if (scope === "once") return "Allow this call, once?";
  const what = group === undefined ? "this tool" : `these ${group.count} tools of ${group.tool}`;
  return `Allow ${what} ${HOW_LONG[scope]}, whatever the arguments?`;
}

/** A waiting call's arguments as they would run; undefined where nobody has them. What does not have their hash is not them. */
async function argumentsOf(
  { isExact, argumentsText, argumentsSha256 }: PermissionRequest,
  { world, places }: Desk,
): Promise<Record<string, unknown> | undefined> {
  const args: unknown = isExact
    ? JSON.parse(argumentsText)
    : await (await import("../gateway/local/serve_local.ts")).heldArguments(argumentsSha256, world, places);
  return isRecord(args) && hashOf(args) === argumentsSha256 ? args : undefined;
}

function callLines(request: PermissionRequest, args: Record<string, unknown> | undefined): string[] {
  const conversation = `Conversation: ${visible(request.conversation)}`;
  if (args === undefined) return [`Arguments, not whole: ${visible(request.argumentsText)}`, conversation];
  const { text, shortened } = exactArguments(args, MAX_VALUE);
  const whole = shortened > 0 ? [`Whole: codex-auto allow --show ${requestId(request)}`] : [];
  return [`Arguments: ${text}`, ...whole, conversation];
}

async function show(id: string, desk: Desk): Promise<void> {
  const request = desk.store.requests().find((each) => requestId(each) === id);
  if (request === undefined) throw refused(`No call ${id} waits; codex-auto allow --list shows what does`);
  const args = await argumentsOf(request, desk);
  if (args === undefined) throw refused("No gateway runs any more that holds these arguments");
  print(`${exactArguments(args, Infinity).text}\n`);
}

/** A tool that nobody has asked for yet, as its server last described it; of a server, the first that only reads and has no rule of its own. Throws `Failure` where a rule denies it. */
async function knownTool(name: string, world: World): Promise<PermissionRequest | undefined> {
  const { place, servers } = await gatewayConfiguration(Deno.cwd(), world);
  const upstreams = openUpstreams(servers, place, world);
  const named = upstreams.find(name);
  const ofServer = upstreams.groups().find(({ serverName }) => serverName === name)?.tools ?? [];
  const tools = named ? [named] : ofServer.filter(({ risk, isOpen }) => risk === "read" && !isOpen);
  const judged = tools.map((tool) => ({ tool, ...decide(tool, place.settings.permissions) }));
  const isOwnCase = (each: object) => "why" in each || ("byRule" in each && each.byRule === true);
  const free = judged.find((each) => named !== undefined || !isOwnCase(each));
  const found = free ?? judged.find(({ verdict }) => verdict === "deny");
  if (found === undefined) return undefined;
  if (found.verdict === "deny") throw refused(`${name}: ${found.why}`);
  const [byRule, siblings] = [isOwnCase(found), upstreams.siblings(found.tool)];
  return requestOf(found.tool, {}, { conversation: "", byRule, siblings, now: world.now() });
}

function list({ store }: Desk): void {
  const approvals = store.approvals();
  const waiting = store.requests();
  if (approvals.length + waiting.length === 0) printError("Nothing is approved, and nothing waits.\n");
  for (const { tool, scope, approvedAt } of approvals) print(`${scope.padEnd(7)}  ${tool}  ${approvedAt}\n`);
  for (const request of waiting) {
    const args = visible(request.argumentsText.slice(0, MAX_LISTED));
    print(`waits    ${requestId(request)}  ${request.tool}  ${request.askedAt}  ${args}\n`);
  }
}
