import type { UserConfig } from "./config_schema.ts";
import { CEILING } from "./control_plane.ts";

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

const BUDGET = {
  wall_ms: { least: 1, most: CEILING.wallMs },
  max_concurrency: { least: 1, most: CEILING.maxConcurrency },
  max_injected_chars: { least: 0, most: CEILING.maxInjectedChars },
} as const;
const TOOL_NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

/**
 * The values of a file that is right at first sight, as the schema would give them; undefined where the schema has to look: at servers and tools, at
 * keys that do not count here, and at whatever is wrong. The schema takes as long to load as the whole program.
 */
export function plainConfig(document: object, everyKey: boolean): UserConfig | undefined {
  const values = emptyConfig();
  for (const [key, value] of Object.entries(document)) {
    const found = plainKey(key, value ?? undefined, everyKey);
    if (found === undefined) return undefined;
    Object.assign(values, found);
  }
  return values;
}

/** A key's part of the configuration, empty where its default holds. */
function plainKey(key: string, value: unknown, everyKey: boolean): Partial<UserConfig> | undefined {
  switch (key) {
    case "repo_root":
      return value === undefined ? {} : isText(value) ? { repo_root: value } : undefined;
    case "budget":
      return value === undefined ? {} : plainBudget(value);
    case "exclude":
      return value === undefined ? {} : isListOf(value, isText) ? { exclude: value } : undefined;
    case "disable":
      return value === undefined ? {} : isListOf(value, isToolName) ? { disable: value } : undefined;
    case "permissions":
      return !everyKey ? undefined : value === undefined ? {} : plainPermissions(value);
    case "mcp_servers":
      return everyKey && (value === undefined || isEmpty(value)) ? {} : undefined;
    case "tools":
      return everyKey && (value === undefined || isListOf(value, () => false)) ? {} : undefined;
    default:
      return undefined;
  }
}

function plainBudget(value: unknown): Partial<UserConfig> | undefined {
  if (!isMap(value)) return undefined;
  const budget: UserConfig["budget"] = {};
  let known = 0;
  for (const key of ["wall_ms", "max_concurrency", "max_injected_chars"] as const) {
    if (!Object.hasOwn(value, key)) continue;
    const count = value[key];
    const { least, most } = BUDGET[key];
    if (typeof count !== "number" || !Number.isSafeInteger(count) || count < least || count > most) {
      return undefined;
    }
    budget[key] = count;
    known++;
  }
  return Object.keys(value).length === known ? { budget } : undefined;
}

function plainPermissions(value: unknown): Partial<UserConfig> | undefined {
  if (!isMap(value)) return undefined;
  const permissions: UserConfig["permissions"] = { allow: [], ask: [], deny: [] };
  let known = 0;
  for (const key of ["allow", "ask", "deny"] as const) {
    if (!Object.hasOwn(value, key)) continue;
    const list = value[key];
    if (!isListOf(list, (each) => typeof each === "string")) return undefined;
    permissions[key] = list;
    known++;
  }
  return Object.keys(value).length === known ? { permissions } : undefined;
}

function isListOf(value: unknown, is: (each: unknown) => boolean): value is string[] {
  return Array.isArray(value) && value.every(is);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isToolName(value: unknown): boolean {
  return typeof value === "string" && TOOL_NAME.test(value);
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function isEmpty(value: unknown): boolean {
  return isMap(value) && Object.keys(value).length === 0;
}
