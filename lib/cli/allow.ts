import { EXIT } from "../contract/error_codes.ts";
import { gatewayServers, gatewayUpstreams } from "../gateway/open_gateway.ts";
import type { Approval, ApprovalScope, PermissionRequest } from "../gateway/permissions/approval.ts";
import { type ApprovalStore, approvalStore } from "../gateway/permissions/approval_store.ts";
import { locations } from "../settings/locations.ts";
import { systemWorld, type World } from "../settings/world.ts";
import { gatewayPlace } from "./gateway_place.ts";
import { print, printError } from "./output.ts";
import { readOptions } from "./options.ts";
import { saysYes } from "./says_yes.ts";
import { UsageError } from "./usage_error.ts";

export const HELP = `Usage: codex-auto allow SERVER/TOOL [--once|--session|--always]
       codex-auto allow --list [--format text|json]
       codex-auto allow --revoke SERVER/TOOL | --revoke-all

Your word on a tool behind the gateway that does more than read. Shows what is waiting, with its arguments, and asks you; only a
person at a terminal can answer. An approval is for the tool as its server describes it now: when that changes, you are asked anew.

  --once       the waiting call, with exactly its arguments (without a word)
  --session    this tool, in the conversation that asked
  --always     this tool, until you revoke it
  --list       what is approved, and what waits
  --revoke     take back all approvals of a tool

Rules for many tools stand in ~/.config/auto-tools/auto-tools.yaml:
  permissions: {allow: ["docs/*"], ask: ["tracker/*"], deny: ["tracker/delete_*"]}

Examples:
  codex-auto allow tracker/create_issue
  codex-auto allow tracker/create_issue --session
  codex-auto allow --list
`;

const SCOPES = ["once", "session", "always"] as const;
/** Where one of these stands in the environment, a model is at the keyboard. */
const AGENTS = ["CLAUDECODE", "AI_AGENT", "CODEX_SANDBOX", "CODEX_THREAD_ID", "GEMINI_CLI", "CURSOR_AGENT"];

/** `codex-auto allow`. Exit 0, or 2 where nothing was allowed. */
export async function run(args: string[]): Promise<number> {
  const options = readOptions(args, {
    help: HELP,
    flags: ["list", "revoke-all", ...SCOPES],
    values: ["revoke", "format"],
    words: true,
  });
  if (options.has("help")) {
    print(HELP);
    return EXIT.ok;
  }
  const world = systemWorld();
  const { state } = locations(world);
  if (state === undefined) {
    printError("There is no folder for approvals: neither XDG_STATE_HOME nor HOME is set\n");
    return EXIT.config;
  }
  const store = approvalStore(state, world);
  if (options.has("list")) return list(store, options.choice("format", ["text", "json"]) === "json");
  const revoked = options.value("revoke");
  if (options.has("revoke-all") || revoked !== undefined) {
    const gone = store.revoke(options.has("revoke-all") ? undefined : revoked);
    print(`Revoked ${gone} approval${gone === 1 ? "" : "s"}.\n`);
    return EXIT.ok;
  }
  const scopes = SCOPES.filter((scope) => options.has(scope));
  const [tool, ...more] = options.words;
  if (tool === undefined || more.length > 0 || scopes.length > 1) {
    throw new UsageError("say one SERVER/TOOL and at most one of --once, --session, --always", HELP);
  }
  if (!/^[^/\s*]+\/[^*\s]+$/.test(tool)) {
    throw new UsageError(
      "say a whole SERVER/TOOL; patterns stand under permissions in auto-tools.yaml",
      HELP,
    );
  }
  return await allow(tool, scopes[0] ?? "once", store, world);
}

async function allow(
  tool: string,
  scope: ApprovalScope,
  store: ApprovalStore,
  world: World,
): Promise<number> {
  const agent = AGENTS.find((name) => world.env(name) !== undefined);
  if (!Deno.stdin.isTerminal() || agent !== undefined) {
    const why = agent === undefined ? "" : ` (${agent} is set: this is a model's shell)`;
    printError(
      `Only a person can allow a tool, at a terminal of their own${why}. Run: codex-auto allow ${
        printable(tool)
      }\n`,
    );
    return EXIT.usage;
  }
  const request = store.requests().find((each) => each.tool === tool) ??
    (scope === "always" ? await knownTool(tool, world) : undefined);
  if (request === undefined) {
    printError(`Nothing waits for ${printable(tool)}; codex-auto allow --list shows what does\n`);
    return EXIT.usage;
  }
  const { description, argumentsText, risk, conversation, argumentsSha256, sha256 } = request;
  printError([
    `${tool} (${risk})`,
    // In one line: it could go on in lines that look like ours.
    `Its server says: ${printable(description.replace(/\s+/g, " ").slice(0, 500))}`,
    ...(argumentsText === "" ? [] : [`Arguments: ${printable(argumentsText)}`]),
    ...(conversation === "" ? [] : [`Conversation: ${conversation}`]),
    `${QUESTION[scope]} [y/N] `,
  ].join("\n"));
  if (!saysYes()) {
    printError("Not allowed. Nothing was changed.\n");
    return EXIT.usage;
  }
  store.approve({
    tool,
    sha256,
    scope,
    ...(scope === "always" ? {} : { conversation }),
    ...(scope === "once" ? { argumentsSha256 } : {}),
    approvedAt: world.now().toISOString(),
  });
  print(
    `Allowed ${
      scope === "once" ? "once" : scope === "session" ? "in this conversation" : "always"
    }: ${tool}\n`,
  );
  return EXIT.ok;
}

const QUESTION: Readonly<Record<ApprovalScope, string>> = {
  once: "Allow this call, once?",
  session: "Allow this tool in this conversation, whatever its arguments?",
  always: "Allow this tool always, whatever its arguments?",
};

/** A tool that nobody has asked for yet, as its server last described it. */
async function knownTool(name: string, world: World): Promise<PermissionRequest | undefined> {
  const { place } = await gatewayPlace(undefined, world);
  const { servers } = await gatewayServers(place, world);
  const tool = gatewayUpstreams(servers, place, world).find(name);
  if (tool === undefined) return undefined;
  const { sha256, risk, description } = tool;
  const nothing = { conversation: "", argumentsSha256: "", argumentsText: "" };
  return { tool: name, sha256, risk, description, ...nothing, askedAt: world.now().toISOString() };
}

function list(store: ApprovalStore, json: boolean): number {
  const approvals = store.approvals();
  const waiting = store.requests();
  if (json) {
    print(`${JSON.stringify({ approvals, waiting }, null, 2)}\n`);
    return EXIT.ok;
  }
  print(approvals.map(approvalLine).join(""));
  print(
    waiting.map(({ tool, askedAt, argumentsText }) =>
      `waits    ${tool}  ${askedAt}  ${printable(argumentsText)}\n`
    ).join(""),
  );
  if (approvals.length + waiting.length === 0) printError("Nothing is approved, and nothing waits.\n");
  return EXIT.ok;
}

function approvalLine({ tool, scope, approvedAt }: Approval): string {
  return `${scope.padEnd(7)}  ${tool}  ${approvedAt}\n`;
}

/** A stranger's text without what a terminal obeys, at a length that a person reads. */
function printable(text: string): string {
  return text.slice(0, 2000).replace(/[^\P{C}\n]/gu, "?");
}
