import type { Envelope } from "../contract/envelope.ts";
import { readSwitches } from "../settings/control_plane.ts";
import { type Locations, locations } from "../settings/locations.ts";
import type { World } from "../settings/world.ts";
import { type Belonging, gate, repositoryGate } from "./gate.ts";
import type { Intent } from "./intent/intent.ts";
import { indexFolder, openTools } from "./open_tools.ts";
import { prepare } from "./prepare.ts";
import type { OpenTools, OrchestrationRequest } from "./request.ts";
import { topicsOf } from "./session_memory.ts";

/** From a prompt to an envelope: intent → plan → run → fuse → envelope. Never throws for what a tool, a repository or a configuration does. */
export async function orchestrate(
  request: OrchestrationRequest,
  world: World,
  open: OpenTools = openTools,
): Promise<Envelope> {
  const began = request.began ?? world.elapsed();
  const switches = readSwitches(world);
  const places = locations(world);
  const asked = request.asked === true || (request.tools ?? []).length > 0;
  const prepared = await prepare(request.cwd, world, places, switches);
  const first = gate(request.prompt, switches, asked);
  const isRun = switches.mode === "run" && prepared.rootError === undefined && first.open;
  // A plan is the same whatever was asked before.
  const topics = topicsOf(places, prepared.root, isRun ? request.client.session_id : undefined);
  const belonging = isRun && first.intent.mayBeCode
    ? await belongingTo(prepared.root, places, first.intent, topics.files)
    : undefined;
  // Before anything else is loaded: while the sandbox loads what it runs, so does this thread.
  const channel = isRun && repositoryGate(first, belonging).open
    ? await open({ prepared, places, world })
    : undefined;
  try {
    const { orchestrated } = await import("./outcome.ts");
    const job = { request, switches, world, places, prepared, topics, channel, began };
    return await orchestrated(job, asked, belonging);
  } finally {
    channel?.close();
  }
}

/** What the words of a prompt are to a repository; undefined where its index cannot tell. */
async function belongingTo(
  root: string,
  places: Locations,
  { concepts, compares, continues }: Intent,
  topics: readonly string[],
): Promise<Belonging> {
  if (continues) return topics.length > 0 ? "own" : "foreign";
  const dir = indexFolder(places, root);
  if (dir === undefined) return undefined;
  return (await import("../codebase/index/belonging.ts")).belonging(dir, concepts, compares);
}
