import type { World } from "../settings/world.ts";
import type { GatewayTool } from "./catalog/gateway_tool.ts";
import type { Isolate } from "./isolate/isolate.ts";
import type { PendingOutputs } from "./output/pending_outputs.ts";
import type { PermissionRequest } from "./permissions/approval.ts";
import type { ApprovalStore } from "./permissions/approval_store.ts";
import { decide, type PermissionRules } from "./permissions/decide.ts";
import type { Upstreams } from "./upstream/upstreams.ts";

/** What everything in a gateway stands on. One serves one client; the upstreams may serve others besides. */
export interface Gateway {
  upstreams: Upstreams;
  permissions: PermissionRules;
  /** Undefined where there is no folder for state: nothing can be approved but by configuration. */
  approvals: ApprovalStore | undefined;
  /** Whether a call runs now, by rule or by approval; one for a single call is used up. */
  mayRun(tool: GatewayTool, request: PermissionRequest): boolean;
  /** Checks arguments. */
  validation: Isolate;
  /** Cleans and searches outputs. */
  output: Isolate;
  /** Long outputs that are not ready to be read. */
  pending: PendingOutputs;
  dataDir: string | undefined;
  retention: { ageMs: number; bytes: number };
  world: World;
  close(): void;
}

export function createGateway(parts: Omit<Gateway, "mayRun" | "close">): Gateway {
  const { upstreams, permissions, approvals, validation, output } = parts;
  return {
    ...parts,
    mayRun(tool, request) {
      const { verdict } = decide(tool, permissions);
      return verdict === "allow" || (verdict === "ask" && approvals?.use(request) === true);
    },
    close() {
      upstreams.close();
      validation.close();
      output.close();
    },
  };
}
