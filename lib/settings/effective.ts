import type { Budget } from "../contract/envelope.ts";
import type { McpServerConfig, McpToolConfig } from "./config_schema.ts";
import type { ConfigFile } from "./config_file.ts";
import { CEILING, type ConfigProblem, readCount, type Switches } from "./control_plane.ts";
import { DEFAULTS } from "./defaults.ts";
import type { World } from "./world.ts";

/** What holds for one prompt: env > config > default, and a repository only ever tightens. */
export interface Settings {
  budget: Budget;
  tierMax: 1 | 2;
  exclude: string[];
  disable: string[];
  servers: Record<string, McpServerConfig>;
  tools: McpToolConfig[];
  problems: ConfigProblem[];
  limits: string[];
}

/** The files that were found, each undefined where there is none. A repository's holds servers and tools only once the user trusts its content. */
export interface ConfigFiles {
  user?: ConfigFile;
  repo?: ConfigFile;
}

export function effectiveSettings(switches: Switches, files: ConfigFiles, world: World): Settings {
  const problems = [...switches.problems, ...(files.user?.problems ?? []), ...(files.repo?.problems ?? [])];
  const fromEnvironment = {
    wall_ms: readCount(world, "CI_AUTO_TOOLS_BUDGET_WALL_MS", CEILING.wallMs, problems),
    max_concurrency: readCount(world, "CI_AUTO_TOOLS_MAX_CONCURRENCY", CEILING.maxConcurrency, problems),
  };
  const extraMs = switches.tierMax === 2 ? DEFAULTS.tierTwoExtraMs : 0;
  const configured = (key: keyof Budget, fallback: number) => {
    const chosen = files.user?.values.budget[key] ?? fallback;
    return Math.min(chosen, files.repo?.values.budget[key] ?? chosen);
  };
  const both = <T>(pick: (config: ConfigFile) => T[]) =>
    [files.user, files.repo].flatMap((file) => file ? pick(file) : []);
  return {
    budget: {
      wall_ms: fromEnvironment.wall_ms ?? configured("wall_ms", DEFAULTS.wallMs) + extraMs,
      max_concurrency: fromEnvironment.max_concurrency ??
        configured("max_concurrency", DEFAULTS.maxConcurrency),
      max_injected_chars: configured("max_injected_chars", DEFAULTS.maxInjectedChars),
    },
    tierMax: switches.tierMax,
    exclude: both((file) => file.values.exclude),
    disable: both((file) => file.values.disable),
    servers: { ...files.repo?.values.mcp_servers, ...files.user?.values.mcp_servers },
    tools: byName([...(files.repo?.values.tools ?? []), ...(files.user?.values.tools ?? [])]),
    problems,
    limits: both((file) => file.limits),
  };
}

/** Of two entries of one name the later, the user's own, holds. */
function byName(tools: McpToolConfig[]): McpToolConfig[] {
  return [...new Map(tools.map((tool) => [tool.name, tool])).values()];
}
