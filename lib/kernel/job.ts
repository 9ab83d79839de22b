import type { Switches } from "../settings/control_plane.ts";
import type { Locations } from "../settings/locations.ts";
import type { World } from "../settings/world.ts";
import type { ToolChannel } from "../tools/channel.ts";
import type { Prepared } from "./prepare.ts";
import type { Query } from "./query.ts";
import type { OrchestrationRequest } from "./request.ts";

/** One orchestration with all it stands on; what its steps hand to each other. */
export interface Job {
  request: OrchestrationRequest;
  world: World;
  places: Locations;
  switches: Switches;
  prepared: Prepared;
  query: Query;
  /** Opens the door to the tools, once, when the plan is about to run. */
  openTools: OpenTools;
  /** Value of `world.elapsed()` from which the wall budget counts. */
  began: number;
}

export type OpenTools = (job: Omit<Job, "openTools">) => ToolChannel;
