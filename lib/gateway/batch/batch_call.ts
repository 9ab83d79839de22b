import type { ContextRef } from "../../context_files/context_ref.ts";
import type { GatewayTool } from "../catalog/gateway_tool.ts";
import type { PermissionRequest } from "../permissions/approval.ts";

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
export type PlannedCall =
  | { kind: "refused"; name: string; text: string }
  | {
    kind: "runnable";
    call: RequestedCall;
    tool: GatewayTool;
    note?: string;
    /** What it needs the user's word for; absent where a rule of theirs lets it run. */
    request?: PermissionRequest;
  };
