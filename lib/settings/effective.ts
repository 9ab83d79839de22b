import type { Budget } from "../contract/envelope.ts";
import { clampedLimit, withoutEffect } from "../contract/limits.ts";
import type { ConfigFile } from "./config.ts";
import { CEILING, problemText, readCount, type Switches } from "./control_plane.ts";
import { DEFAULTS, EXCLUDE_CEILING } from "./defaults.ts";
import type { World } from "./world.ts";

export type Settings = ReturnType<typeof effectiveSettings>;

/** The files that were found, each undefined where there is none. A repository's holds servers and tools only once the user trusts its content. */
type ConfigFiles = Partial<Record<"user" | "repo", ConfigFile | undefined>>;

/** What holds for one prompt: env > config > default, and a repository only ever tightens. */
export function effectiveSettings(switches: Switches, files: ConfigFiles, world: World) {
  const problems = [...switches.problems, ...(files.user?.problems ?? []), ...(files.repo?.problems ?? [])];
  const wallMs = readCount(world, "CI_AUTO_TOOLS_BUDGET_WALL_MS", CEILING.wallMs, problems);
  const concurrency = readCount(world, "CI_AUTO_TOOLS_MAX_CONCURRENCY", CEILING.maxConcurrency, problems);
  const extraMs = switches.tierMax === 2 ? DEFAULTS.tierTwoExtraMs : 0;
  const configured = (key: keyof Budget, fallback: number) => {
    const chosen = files.user?.values.budget[key] ?? fallback;
    return Math.min(chosen, files.repo?.values.budget[key] ?? chosen);
  };
  const both = <T>(pick: (config: ConfigFile) => T | T[]) =>
    [files.user, files.repo].flatMap((file) => file ? pick(file) : []);
  const tools = [...(files.repo?.values.tools ?? []), ...(files.user?.values.tools ?? [])];
  const kept = files.user?.values.context_files;
  const exclusions = withinCeiling(both((file) => file.values.exclude));
  return {
    budget: <Budget> {
      wall_ms: wallMs ?? configured("wall_ms", DEFAULTS.wallMs) + extraMs,
      max_concurrency: concurrency ?? configured("max_concurrency", DEFAULTS.maxConcurrency),
      max_injected_chars: configured("max_injected_chars", DEFAULTS.maxInjectedChars),
    },
    tierMax: switches.tierMax,
    exclude: exclusions.globs,
    disable: both((file) => file.values.disable),
    servers: { ...files.repo?.values.mcp_servers, ...files.user?.values.mcp_servers },
    // Of two of one name the user's own, which comes later, holds.
    tools: [...new Map(tools.map((tool) => [tool.name, tool])).values()],
    /** What the gateway may do without asking, the user's own word alone. */
    permissions: {
      // What is wrong with the file may be a rule misspelt; without any rules every call waits for the user.
      ...files.user?.values.permissions ?? { allow: [], ask: [], deny: [] },
      unread: (files.user?.problems ?? [])
        .map((each) => ({ tools: "*", why: `no call runs until this is mended: ${problemText(each)}` })),
    },
    risk: files.user?.values.risk ?? { read: [], write: [], execute: [] },
    /** Choices among the gateway's servers, each with patterns of names; undefined for one that the user does not have. All of them hold. */
    profiles: both((file) => file.values.profile ?? []).map((name) => {
      const known = files.user?.values.profiles ?? {};
      return { name, servers: Object.hasOwn(known, name) ? known[name] : undefined };
    }),
    retention: {
      ageMs: (kept?.max_age_days ?? DEFAULTS.contextFileDays) * 24 * 60 * 60 * 1000,
      bytes: (kept?.max_megabytes ?? DEFAULTS.contextFileMegabytes) * 1024 * 1024,
    },
    /** Minutes without a prompt after which the daemon of a repository ends; 0: there is none. */
    daemonMinutes: files.user?.values.daemon_minutes ?? DEFAULTS.daemonMinutes,
    problems,
    limits: [...both((file) => file.limits), ...exclusions.limits],
  };
}

/** What other programs' globs have: an exclusion that is taken back, a comment, alternatives. Such a pattern would be thought to hold. */
const NOT_UNDERSTOOD = /^\s*[!#]|(?<!\\)\{[^{},]*,[^{}]*\}/;

/** The globs that are looked at, the user's own first, and a text for [Limits] where there are others: what was to stay unread may be read. */
function withinCeiling(globs: readonly string[]): { globs: string[]; limits: string[] } {
  const short = globs.filter((glob) => glob.normalize("NFC").trim().length <= EXCLUDE_CEILING.chars);
  const long = globs.length - short.length;
  const strange = short.filter((glob) => NOT_UNDERSTOOD.test(glob)).length;
  const { globs: most, chars } = EXCLUDE_CEILING;
  return {
    globs: short.slice(0, most),
    limits: [
      long > 0 && `exclude: ${long} refused: longer than ${chars} characters`,
      short.length > most && clampedLimit("exclude", "globs", most),
      withoutEffect("exclude", strange, '"!" or "#" in front and "{a,b}" are not understood'),
    ].flatMap((limit) => limit || []),
  };
}
