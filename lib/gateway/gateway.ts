import type { World } from "../settings/world.ts";
import type { Isolate } from "./isolate/isolate.ts";
import type { PendingOutputs } from "./output/pending_outputs.ts";
import type { ApprovalStore } from "./permissions/approval_store.ts";
import type { PermissionRules } from "./permissions/decide.ts";
import type { Upstreams } from "./upstream/upstreams.ts";

/** What everything in a gateway stands on. One serves one client; the upstreams may serve others besides. */
export interface Gateway {
  upstreams: Upstreams;
  permissions: PermissionRules;
  /** Undefined where there is no folder for state: nothing can be approved but by configuration. */
  approvals: ApprovalStore | undefined;
  /** Calls that the user has refused; they are not asked for again. */
  refused: Set<string>;
  /** Arguments of calls that wait, by hash, which may not stand in a file: secrets are in them, or they are long. */
  held: Map<string, Record<string, unknown>>;
  /** Checks arguments. */
  validation: Isolate;
  /** Hashes of tools whose schemas do not end; they are not tried again. */
  endlessSchemas: Set<string>;
  /** Cleans and searches outputs. */
  output: Isolate;
  /** Long outputs that are not ready to be read. */
  pending: PendingOutputs;
  dataDir: string | undefined;
  retention: { ageMs: number; bytes: number };
  world: World;
  close(): Promise<void>;
}

export function createGateway(parts: Omit<Gateway, "close">): Gateway {
  const { upstreams, validation, output } = parts;
  return {
    ...parts,
    async close() {
      const ended = upstreams.close();
      validation.close();
      output.close();
      await ended;
    },
  };
}
