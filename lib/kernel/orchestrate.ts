import type { Envelope } from "../contract/envelope.ts";
import { readSwitches } from "../settings/control_plane.ts";
import { type Locations, locations } from "../settings/locations.ts";
import type { World } from "../settings/world.ts";
import { type Belonging, gate, repositoryGate } from "./gate.ts";
import { indexFolder } from "./index_folder.ts";
import type { Intent } from "./intent/intent.ts";
import type { OpenTools, OrchestrationRequest } from "./request.ts";
import { prepare } from "./prepare.ts";
import { expectedPlace, sandboxAhead } from "./sandbox_ahead.ts";

/** From a prompt to an envelope: intent → plan → run → fuse → envelope. Never throws for what a tool, a repository or a configuration does. */
export async function orchestrate(
  request: OrchestrationRequest,
  world: World,
  openTools?: OpenTools,
): Promise<Envelope> {
  const began = request.began ?? world.elapsed();
  const switches = readSwitches(world);
  const places = locations(world);
  const asked = request.asked === true || (request.tools ?? []).length > 0;
  // git is asked for the root first. It answers while the sandbox starts, which holds this thread.
  const preparing = prepare(request, switches, world, places);
  // Before anything else is loaded: while the sandbox loads what it runs, so does this thread.
  const first = gate(request.prompt, switches, asked);
  const isAsking = switches.mode === "run" && first.open && first.intent.mayBeCode;
  const sessionId = first.open ? request.client.session_id : undefined;
  const topics = sessionId === undefined
    ? { files: [] }
    : await (await import("./session_memory.ts")).topicsOf(
      places,
      sessionId,
      expectedPlace(request.cwd)?.root,
    );
  const belonging = isAsking ? await belongingAt(request.cwd, places, first.intent, topics.files) : undefined;
  const ahead = openTools === undefined && switches.mode === "run" && repositoryGate(first, belonging).open
    ? sandboxAhead(request.cwd, places, world)
    : undefined;
  try {
    const { orchestrated } = await import("./outcome.ts");
    return await orchestrated(
      { request, switches, asked, belonging, topics, world, places, began, preparing },
      openTools,
      ahead,
    );
  } finally {
    ahead?.end();
  }
}

/** What the words of a prompt are to the repository that most likely is meant; undefined where its index cannot tell. */
async function belongingAt(
  cwd: string,
  places: Locations,
  { concepts, compares, continues }: Intent,
  topics: readonly string[],
): Promise<Belonging> {
  if (continues) return topics.length > 0 ? "own" : "foreign";
  const root = expectedPlace(cwd)?.root;
  const dir = root === undefined ? undefined : indexFolder(places, root);
  if (dir === undefined) return undefined;
  return (await import("../codebase/index/belonging.ts")).belonging(dir, concepts, compares);
}
