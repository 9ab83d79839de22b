import type { UserConfig } from "./config_schema.ts";
import { CEILING, type ConfigProblem } from "./control_plane.ts";

/** One configuration file as far as it could be understood. Keys that could not be are problems, and their defaults stand. */
export interface ConfigFile {
  values: UserConfig;
  problems: ConfigProblem[];
  /** Texts for [Limits]: keys that are understood and not followed. */
  limits: string[];
}

/** What holds where a file says nothing: the schema's own defaults. */
export function emptyConfig(): UserConfig {
  return {
    budget: {},
    exclude: [],
    disable: [],
    mcp_servers: {},
    tools: [],
    permissions: { allow: [], ask: [], deny: [] },
  };
}

/** What a file without a word says. */
export function nothing(): ConfigFile {
  return { values: emptyConfig(), problems: [], limits: [] };
}

type Check = (value: unknown) => boolean;

const isString: Check = (value) => typeof value === "string";
const isText: Check = (value) => typeof value === "string" && value !== "";
const isToolName: Check = (value) =>
  typeof value === "string" && /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/.test(value);
const isListOf = (is: Check): Check => (value) => Array.isArray(value) && value.every(is);
const isCount = (least: number, most: number): Check => (value) =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
const isMapOf = (keys: Readonly<Record<string, Check>>): Check => (value) =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype &&
  Object.entries(value).every(([key, each]) => Object.hasOwn(keys, key) && keys[key]?.(each));

const RESTRICTIONS: Readonly<Record<string, Check>> = {
  repo_root: isText,
  budget: isMapOf({
    wall_ms: isCount(1, CEILING.wallMs),
    max_concurrency: isCount(1, CEILING.maxConcurrency),
    max_injected_chars: isCount(0, CEILING.maxInjectedChars),
  }),
  exclude: isListOf(isText),
  disable: isListOf(isToolName),
};
const EVERY_KEY: typeof RESTRICTIONS = {
  ...RESTRICTIONS,
  permissions: isMapOf({ allow: isListOf(isString), ask: isListOf(isString), deny: isListOf(isString) }),
  mcp_servers: isMapOf({}),
  tools: isListOf(() => false),
};

/**
 * The values of a file that is right at first sight, as the schema would give them; undefined where the schema has to look: at servers and tools, at
 * keys that do not count here, and at whatever is wrong. The schema takes as long to load as the whole program.
 */
export function plainConfig(document: object, everyKey: boolean): UserConfig | undefined {
  const keys = everyKey ? EVERY_KEY : RESTRICTIONS;
  if (!Object.keys(document).every((key) => Object.hasOwn(keys, key))) return undefined;
  // A key without a value says nothing.
  const given = Object.fromEntries(Object.entries(document).filter(([, value]) => (value ?? null) !== null));
  if (!isMapOf(keys)(given)) return undefined;
  const empty = emptyConfig();
  const permissions = { ...empty.permissions, ...(given["permissions"] ?? {}) };
  return { ...empty, ...given, permissions };
}
