/** How long an approval holds. `once`: one call with exactly these arguments; `session`: this conversation. */
export type ApprovalScope = "once" | "session" | "always";

/** The user's word on one tool as it was described then. */
export interface Approval {
  /** `server/tool`. */
  tool: string;
  /** Of the tool's definition: another description or schema is another tool. */
  sha256: string;
  scope: ApprovalScope;
  /** The conversation, for `once` and `session`. */
  conversation?: string;
  /** Of the arguments, for `once`. */
  argumentsSha256?: string;
  /** RFC 3339. */
  approvedAt: string;
}

/** A call that waits for the user's word. */
export interface PermissionRequest {
  tool: string;
  sha256: string;
  risk: string;
  /** The tool's own description, made harmless. */
  description: string;
  conversation: string;
  argumentsSha256: string;
  /** As JSON, redacted and cut, for the person who decides. */
  argumentsText: string;
  /** RFC 3339. */
  askedAt: string;
}

/** Whether an approval is about this call. */
export function covers(
  approval: Approval,
  call: Pick<PermissionRequest, "tool" | "sha256" | "conversation" | "argumentsSha256">,
): boolean {
  if (approval.tool !== call.tool || approval.sha256 !== call.sha256) return false;
  if (approval.scope === "always") return true;
  if (approval.conversation !== call.conversation) return false;
  return approval.scope === "session" || approval.argumentsSha256 === call.argumentsSha256;
}
