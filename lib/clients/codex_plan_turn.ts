import type { Envelope } from "../contract/envelope.ts";
import { LIMITS, withDetail } from "../contract/limits.ts";
import { refusal } from "../kernel/refusal.ts";
import { planRunId } from "../kernel/run_id.ts";
import type { World } from "../settings/world.ts";
import { plannedCodexCommand, withSessionLimits } from "./codex_plan.ts";
import { type Orchestrate, type Turn, wrapperRequest } from "./codex_prepared.ts";

/**
 * The plan of a turn, from a world that plans. Starts neither tool nor codex; `available` is false where the
 * kernel failed.
 */
export async function planTurn(
  turn: Turn,
  world: World,
  orchestrate: Orchestrate,
): Promise<{ envelope: Envelope; available: boolean }> {
  try {
    const envelope = await orchestrate(wrapperRequest(turn), world);
    return { envelope: turn.fresh ? envelope : withSessionLimits(envelope), available: true };
  } catch (cause) {
    return { envelope: await emptyPlan(turn, world, cause), available: false };
  }
}

/** The prompt is left out of it, since what would have redacted it may be what failed. */
async function emptyPlan(turn: Turn, world: World, cause: unknown): Promise<Envelope> {
  const detail = cause instanceof Error ? cause.message : String(cause);
  const empty = await refusal(withDetail(LIMITS.orchestratorUnavailable, detail), turn.cwd, world);
  const plan = { ...empty.tool_plan, planned_codex_command: plannedCodexCommand(turn.cwd) };
  return { ...empty, run_id: await planRunId("", turn.cwd, plan), tool_plan: plan };
}
