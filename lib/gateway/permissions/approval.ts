/** How long an approval holds. `once`: one call with exactly these arguments; `session`: this conversation. */
export type ApprovalScope = "once" | "session" | "always";

/** What an approval is for: one tool, or all of a server that only read, exactly as the server describes them. */
export interface Subject {
  /** `server/tool`, or `server/*`. */
  tool: string;
  /** Of all definitions that it stands for: with another description, schema or annotation it is another subject. */
  sha256: string;
}

/** The user's word on a subject. */
export interface Approval extends Subject {
  scope: ApprovalScope;
  /** The conversation, for `once` and `session`. */
  conversation?: string;
  /** Of the arguments, for `once`. */
  argumentsSha256?: string;
  /** RFC 3339. */
  approvedAt: string;
}

/** A server's tools that only read, which the user lets run unasked together: one question for a server, not one for each tool. */
export interface ReadGroup extends Subject {
  /** Their names, as many as a person looks through. */
  names: string;
  count: number;
  /** Whether they reach beyond what the server keeps (`openWorldHint`): these are a group of their own. */
  isOpen: boolean;
}

/** A call that waits for the user's word. */
export interface PermissionRequest extends Subject {
  risk: string;
  /** For a tool that only reads: what `session` and `always` are for. */
  group?: ReadGroup;
  /** The tool's own description, made harmless. */
  description: string;
  conversation: string;
  argumentsSha256: string;
  /** As JSON. */
  argumentsText: string;
  /** Whether that is all of them; else secrets are out of it, or its end is, and the gateway alone holds them. */
  isExact: boolean;
  /** RFC 3339. */
  askedAt: string;
}

/** What has to be known of a call to tell whether an approval is about it. */
export type ApprovedCall = Pick<
  PermissionRequest,
  "tool" | "sha256" | "group" | "conversation" | "argumentsSha256"
>;

/** Whether an approval is about this call. */
export function covers({ tool, sha256, scope, ...approval }: Approval, call: ApprovedCall): boolean {
  const isFor = (subject: Subject | undefined) => tool === subject?.tool && sha256 === subject.sha256;
  if (!isFor(call) && (scope === "once" || !isFor(call.group))) return false;
  if (scope === "always") return true;
  if (approval.conversation !== call.conversation) return false;
  return scope === "session" || approval.argumentsSha256 === call.argumentsSha256;
}

/** The approval that answers a request. */
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
