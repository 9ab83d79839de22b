import type { Envelope } from "../contract/envelope.ts";
import type { World } from "../settings/world.ts";
import { withSessionLimits } from "./codex_plan.ts";
import { type Orchestrate, type Turn, wrapperRequest } from "./codex_turn.ts";
import { unavailableEnvelope } from "./unavailable.ts";

/** The plan of a turn, from a world that plans. Starts neither tool nor codex; `available` is false where the kernel failed. */
export async function planTurn(
  turn: Turn,
  world: World,
  orchestrate: Orchestrate,
): Promise<{ envelope: Envelope; available: boolean }> {
  const request = wrapperRequest(turn);
  try {
    const envelope = await orchestrate(request, world);
    return { envelope: turn.fresh ? envelope : withSessionLimits(envelope), available: true };
  } catch (cause) {
    return { envelope: await unavailableEnvelope(request, world, cause), available: false };
  }
}
