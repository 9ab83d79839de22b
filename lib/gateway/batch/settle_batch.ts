import { headOf } from "../output/digest.ts";
import type { CallResult, PlannedCall } from "./batch_call.ts";

/** Bytes of a call's arguments that are repeated to the model; the user is shown more. */
const MAX_ARGUMENTS = 300;

/**
 * What is known of each call before anything runs; undefined for those that will. A refused call is told, what changes something runs only if nothing
 * was refused, and from the first call that needs the user's word on, everything waits.
 */
export function settleBatch(plan: readonly PlannedCall[]): (CallResult | undefined)[] {
  const refusedAt = refusedCall(plan);
  const pausedAt = pausingCall(plan);
  return plan.map((planned, at) => {
    if (planned.kind === "refused") return { name: planned.name, status: "error", text: planned.text };
    const { name } = planned.call;
    if (refusedAt >= 0 && planned.tool.risk !== "read") {
      const text = `not run: call ${refusedAt + 1} of this batch was refused, so nothing was changed`;
      return { name, status: "error", text };
    }
    if (pausedAt >= 0 && at >= pausedAt) {
      return { name, status: "permission", text: permissionText(planned, pausedAt) };
    }
    return undefined;
  });
}

/** Place of the first call that waits for the user's word; what does not run anyway needs none. -1 where there is none. */
export function pausingCall(plan: readonly PlannedCall[]): number {
  const refused = refusedCall(plan) >= 0;
  return plan.findIndex((planned) => planned.kind === "asking" && !(refused && planned.tool.risk !== "read"));
}

/** Place of the first call that was refused; -1 where there is none. */
function refusedCall(plan: readonly PlannedCall[]): number {
  return plan.findIndex(({ kind }) => kind === "refused");
}

function permissionText(planned: Exclude<PlannedCall, { kind: "refused" }>, pausedAt: number): string {
  if (planned.kind === "runnable") return `waits for call ${pausedAt + 1}`;
  const { tool, request: { argumentsText } } = planned;
  const shown = headOf(argumentsText, MAX_ARGUMENTS);
  return [
    `needs the user's approval (${
      tool.risk === "write" ? "changes something" : "may do anything"
    }). Nobody but the user can give it, in a terminal of their own:`,
    `codex-auto allow ${tool.name} --once | --session | --always`,
    `Arguments: ${shown}${shown.length < argumentsText.length ? "…" : ""}`,
    "Tell the user, and send this call and those after it again once they have approved.",
  ].join("\n");
}
