import type { Envelope } from "../contract/envelope.ts";
import type { Switches } from "../settings/control_plane.ts";
import type { ClientCap } from "../settings/defaults.ts";
import type { Locations } from "../settings/locations.ts";
import type { World } from "../settings/world.ts";
import type { ToolChannel } from "../tools/channel.ts";
import type { Prepared } from "./prepare.ts";
import type { Query } from "./query.ts";
import type { Topics } from "./session_memory.ts";
import type { Held } from "./transcript.ts";

/** What an entry adapter asks of the kernel: a prompt and where it came from. An adapter names no tool. */
export interface OrchestrationRequest {
  prompt: string;
  client: {
    name: Envelope["client"]["name"];
    event: "UserPromptSubmit" | "cli";
    session_id?: string | undefined;
  };
  /** Without it nothing counts as given earlier. */
  held?: Held;
  /** Where to look: the payload's `cwd`, `--repo`, or the working directory. */
  cwd: string;
  cap: ClientCap;
  /** Value of the world's `elapsed()` from which the wall budget counts; 0 where the process was started for this prompt. Now, if absent. */
  began?: number | undefined;
  /** The user asked for context in so many words, so the gate on intent does not close. */
  asked?: boolean;
  /** The codex command that would run next, once the repository is known; for plans of the wrapper. */
  plannedCodexCommand?: (repoRoot: string) => string;
  /** Argument overrides per tool, from the command line; they go through the clamps like all others. Naming a tool plans only the named ones. */
  tools?: { tool: string; args: Record<string, unknown> }[];
}

/** One orchestration with all it stands on; what its steps hand to each other. */
export interface Job {
  request: OrchestrationRequest;
  world: World;
  places: Locations;
  switches: Switches;
  prepared: Prepared;
  query: Query;
  topics: Topics;
  channel: ToolChannel | undefined;
  began: number;
}

export type OpenTools = (
  place: Pick<Job, "prepared" | "places" | "world">,
) => ToolChannel | Promise<ToolChannel>;
