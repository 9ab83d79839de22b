import { z } from "zod";
import { sanitizedHead } from "../../guard/sanitize.ts";
import { redact } from "../../guard/secrets/redact.ts";
import type { GatewayTool } from "../catalog/gateway_tool.ts";
import { hashOf } from "../../settings/sha256.ts";

/** UTF-16 units of arguments that are kept; more of them only the gateway holds. */
const MAX_KEPT = 4000;
/** The same of the names of a group, and of a description. */
const MAX_TEXT = 1000;

/** `server/tool`, or `server/*` for the tools of a server that only read, and the hash of all definitions that it stands for. */
const subject = { tool: z.string(), sha256: z.string() };
/** One question for the reads of a server, not one for each. Those that reach beyond what it keeps (`openWorldHint`) are a group of their own. */
const readGroup = z.object({ ...subject, names: z.string(), count: z.number(), isOpen: z.boolean() });

/** The user's word on a subject. `once`: one call with exactly these arguments; `session`: this conversation. Times are RFC 3339. */
export const approvalSchema = z.object({
  ...subject,
  scope: z.enum(["once", "session", "always"]),
  conversation: z.string().optional(),
  argumentsSha256: z.string().optional(),
  /** The client whose own rules said so, until its servers are moved back. */
  from: z.enum(["claude", "codex"]).optional(),
  approvedAt: z.string(),
});

/** A call that waits for the user's word. Where `isExact` is false, the text of its arguments lacks its secrets, or its end; the gateway alone holds them. */
export const requestSchema = z.object({
  ...subject,
  risk: z.string(),
  /** For a tool that only reads: what `session` and `always` are for. */
  group: readGroup.optional(),
  description: z.string(),
  conversation: z.string(),
  argumentsSha256: z.string(),
  argumentsText: z.string(),
  isExact: z.boolean(),
  askedAt: z.string(),
});

export type ReadGroup = z.infer<typeof readGroup>;
export type Approval = z.infer<typeof approvalSchema>;
export type ApprovalScope = Approval["scope"];
export type PermissionRequest = z.infer<typeof requestSchema>;

/** What has to be known of a call to tell whether an approval is about it. */
export type ApprovedCall = Pick<
  PermissionRequest,
  "tool" | "sha256" | "group" | "conversation" | "argumentsSha256"
>;

export function covers({ tool, sha256, scope, ...approval }: Approval, call: ApprovedCall): boolean {
  const isFor = (each: { tool: string; sha256: string } | undefined) =>
    tool === each?.tool && sha256 === each.sha256;
  if (!isFor(call) && (scope === "once" || !isFor(call.group))) return false;
  if (scope === "always") return true;
  if (approval.conversation !== call.conversation) return false;
  return scope === "session" || approval.argumentsSha256 === call.argumentsSha256;
}

export function approvalOf(request: PermissionRequest, scope: ApprovalScope, now: Date): Approval {
  const { tool, sha256 } = scope === "once" ? request : request.group ?? request;
  return {
    tool,
    sha256,
    scope,
    ...(scope === "always" ? {} : { conversation: request.conversation }),
    ...(scope === "once" ? { argumentsSha256: request.argumentsSha256 } : {}),
    approvedAt: now.toISOString(),
  };
}

/** The question that a call raises: hashes of what would run, arguments without secrets, nor with what `masked` takes out. `byRule`: a rule wants this very tool to be asked for; `siblings`: all tools of its server. */
export function requestOf(
  tool: GatewayTool,
  args: Record<string, unknown>,
  { conversation, byRule, siblings, now, masked = (text) => text }: {
    conversation: string;
    byRule: boolean;
    siblings: readonly GatewayTool[];
    now: Date;
    masked?: ((text: string) => string) | undefined;
  },
): PermissionRequest {
  const { name, sha256, risk, description } = tool;
  const text = JSON.stringify(args);
  const kept = redact(masked(text)).text.slice(0, MAX_KEPT).toWellFormed();
  return {
    tool: name,
    sha256,
    risk,
    ...(byRule || risk !== "read" ? {} : { group: readGroupOf(tool, siblings) }),
    description: sanitizedHead(description, MAX_TEXT),
    conversation,
    argumentsSha256: hashOf(args),
    argumentsText: kept,
    isExact: kept === text,
    askedAt: now.toISOString(),
  };
}

function readGroupOf({ serverName, isOpen }: GatewayTool, siblings: readonly GatewayTool[]): ReadGroup {
  const group = siblings.filter((tool) => tool.risk === "read" && tool.isOpen === isOpen);
  const names = group.map(({ name }) => name.slice(serverName.length + 1)).join(", ");
  return {
    tool: `${serverName}/*`,
    sha256: hashOf({ definitions: group.map(({ sha256 }) => sha256).sort(), isOpen }),
    names: names.slice(0, MAX_TEXT).toWellFormed(),
    count: group.length,
    isOpen,
  };
}
