import type { Envelope } from "../contract/envelope.ts";
import { readSwitches } from "../settings/control_plane.ts";
import { locations } from "../settings/locations.ts";
import type { World } from "../settings/world.ts";
import { gate } from "./gate.ts";
import type { OpenTools } from "./job.ts";
import { openTools as openRealTools } from "./open_tools.ts";
import { emptyEnvelope, planEnvelope, runEnvelope } from "./outcome.ts";
import { prepare } from "./prepare.ts";
import { shapedQuery } from "./query.ts";
import type { OrchestrationRequest } from "./request.ts";

/**
 * From a prompt to an envelope: intent → plan → run → fuse → envelope. Calls tools in `run` mode only; never throws for what a tool, a
 * repository or a configuration does.
 *
 * @param openTools how to reach the tools: the sandbox and the user's MCP servers, unless a test says otherwise.
 */
export async function orchestrate(
  request: OrchestrationRequest,
  world: World,
  openTools: OpenTools = openRealTools,
): Promise<Envelope> {
  const began = request.began ?? world.elapsed();
  const switches = readSwitches(world);
  const places = locations(world);
  const asked = request.asked === true || (request.tools ?? []).length > 0;
  // git is asked for the root first, and answers while the prompt is read.
  const preparing = prepare(request, switches, world, places);
  const query = shapedQuery(request.prompt);
  const decision = gate(query.prompt, switches, asked);
  const prepared = await preparing;
  const job = { request, world, places, switches, prepared, query, openTools, began };
  if (!decision.open) return await emptyEnvelope(job, decision);
  if (switches.mode === "plan") return await planEnvelope(job, decision.intent);
  return await runEnvelope(job, decision.intent);
}
