import { openUpstreams } from "../gateway/upstream/upstreams.ts";
import { approvalStore } from "../gateway/permissions/approval_store.ts";
import { decide } from "../gateway/permissions/rules.ts";
import { locations } from "../settings/locations.ts";
import type { Client } from "../settings/mcp_servers/client_places.ts";
import type { ClientRules } from "../settings/mcp_servers/client_rules.ts";
import type { World } from "../settings/world.ts";
import { gatewayConfiguration } from "./mcp_gateway.ts";
import { noPerson } from "./person.ts";
import { say } from "./setup_report.ts";

/** What is said below a table with rules in it. */
export const RULES =
  "deny and ask hold as they stand there, whenever they change; allow is for each tool as its server describes it now; a project's allow stays with the client";

/** Servers that move, by their names behind the gateway, and their client's own rules for their tools. */
export type Going = readonly { behind: string; rules: ClientRules }[];

const STILL_ASKED = "  asked for though allowed";

/** The client's own rules for a server's tools, for the table: verdict and tools. */
export function ruleRows({ deny, ask, allow, left }: ClientRules): [verdict: string, tools: string][] {
  const asked = left.map((rule) => `${rule} is no rule that the gateway has`);
  return Object.entries({ deny, ask, allow, asked }).filter(([, tools]) => tools.length > 0)
    .map(([verdict, tools]) => [verdict, tools.join(", ")]);
}

/** Approves what the client's own rules let run, each tool as its server describes it now, in the place of what they let run before. Only a person at a terminal gives that word. What is asked for by a rule stays so. */
export async function carryAllowed(client: Client, going: Going, world: World): Promise<void> {
  const allowing = going.filter(({ rules }) => rules.allow.length > 0);
  if (allowing.length === 0) return forgetAllowed(client, world);
  const why = noPerson(world);
  const { state } = locations(world);
  if (why !== undefined || state === undefined) {
    return say(`${STILL_ASKED}: ${why ?? "there is no folder for approvals"}; run this again at a terminal`);
  }
  const { place, servers } = await gatewayConfiguration(Deno.cwd(), world);
  const upstreams = openUpstreams(servers, place, world);
  try {
    const failed = await upstreams.start(allowing.map(({ behind }) => behind));
    for (const { message } of failed.values()) say(`${STILL_ASKED}: ${message}`);
    const patterns = allowing.flatMap(({ rules }) => rules.allow);
    const { permissions } = place.settings;
    const tools = upstreams.groups().flatMap((group) => group.tools)
      .filter((tool) =>
        !failed.has(tool.serverName) && decide(tool, { ...permissions, allow: patterns }).verdict === "allow"
      );
    const approvedAt = world.now().toISOString();
    approvalStore(state, world).carry(
      client,
      tools.map(({ name, sha256 }) => ({ tool: name, sha256, scope: "always", from: client, approvedAt })),
    );
    say(`  allowed as they are now: ${tools.map(({ name }) => name).join(", ") || "none"}`);
  } finally {
    await upstreams.close();
  }
}

/** Takes back what a client's own rules have approved. */
export function forgetAllowed(client: Client, world: World): void {
  const { state } = locations(world);
  if (state !== undefined) approvalStore(state, world).carry(client, []);
}
