import { createHash } from "node:crypto";
import { sanitizedHead } from "../../guard/sanitize.ts";
import { redact } from "../../guard/secrets/redact.ts";
import { canonicalJson } from "../catalog/canonical_json.ts";
import type { GatewayTool } from "../catalog/gateway_tool.ts";
import type { PermissionRequest, ReadGroup } from "./approval.ts";

/** UTF-16 units of arguments that are kept; more of them only the gateway holds. */
const MAX_KEPT = 4000;
/** The same of the names of a group. */
const MAX_NAMES = 1000;
/** The same of a description. */
const MAX_DESCRIPTION = 1000;

export interface RequestContext {
  conversation: string;
  /** Whether a rule wants this very tool to be asked for. */
  byRule: boolean;
  /** All tools of its server. */
  siblings: readonly GatewayTool[];
  now: Date;
}

/** The question that a call raises. The hashes are of what would run; what is kept of the arguments holds no secret. */
export function requestOf(
  tool: GatewayTool,
  args: Record<string, unknown>,
  { conversation, byRule, siblings, now }: RequestContext,
): PermissionRequest {
  const { name, sha256, risk, description } = tool;
  const text = JSON.stringify(args);
  const kept = redact(text).text.slice(0, MAX_KEPT).toWellFormed();
  return {
    tool: name,
    sha256,
    risk,
    ...(byRule || risk !== "read" ? {} : { group: readGroup(tool, siblings) }),
    description: sanitizedHead(description, MAX_DESCRIPTION),
    conversation,
    argumentsSha256: argumentsHash(args),
    argumentsText: kept,
    isExact: kept === text,
    askedAt: now.toISOString(),
  };
}

/** Of what would run, whatever order its keys came in. */
export function argumentsHash(args: Record<string, unknown>): string {
  return createHash("sha256").update(canonicalJson(args)).digest("hex");
}

/** The tools of a server that read as this one does. */
export function readGroup({ serverName, isOpen }: GatewayTool, siblings: readonly GatewayTool[]): ReadGroup {
  const group = siblings.filter((tool) => tool.risk === "read" && tool.isOpen === isOpen);
  const definitions = group.map(({ sha256 }) => sha256).sort();
  return {
    tool: `${serverName}/*`,
    sha256: createHash("sha256").update(canonicalJson({ definitions, isOpen })).digest("hex"),
    names: group.map(({ name }) => name.slice(serverName.length + 1)).join(", ").slice(0, MAX_NAMES)
      .toWellFormed(),
    count: group.length,
    isOpen,
  };
}
