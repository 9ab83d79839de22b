import json from "../../config/auto-tools.schema.json" with { type: "json" };

/** The part of JSON Schema that `auto-tools.schema.json` uses. `description` of a definition with a pattern says what does not match. */
export interface ConfigSchema {
  $ref?: string;
  $defs?: Record<string, ConfigSchema>;
  description?: string;
  default?: unknown;
  type?: "object" | "array" | "string" | "number" | "integer";
  properties?: Record<string, ConfigSchema>;
  required?: string[];
  /** Of keys that are not among `properties`: none, or each of this shape. */
  additionalProperties?: false | ConfigSchema;
  propertyNames?: ConfigSchema;
  items?: ConfigSchema;
  anyOf?: ConfigSchema[];
  enum?: unknown[];
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  pattern?: string;
  format?: string;
}

/** The shape of `auto-tools.yaml`: the user's file knows every key, a repository's those that tune and restrict. */
export const { properties: CONFIG_SCHEMA, $defs: DEFINITIONS } = json as unknown as Required<ConfigSchema>;
export const USER_KEYS: readonly string[] = Object.keys(CONFIG_SCHEMA);
export const REPO_KEYS: readonly string[] = ["repo_root", "budget", "exclude", "disable", "profile"];
/** What a repository's file says as well once the user has trusted it. */
export const TRUSTED_KEYS: readonly string[] = ["mcp_servers", "tools"];

/** What a file says, with the defaults of the schema. */
export interface UserConfig {
  repo_root?: string;
  budget: { wall_ms?: number; max_concurrency?: number; max_injected_chars?: number };
  exclude: string[];
  disable: string[];
  mcp_servers: Record<string, McpServerConfig>;
  tools: McpToolConfig[];
  permissions: { allow: string[]; ask: string[]; deny: string[] };
  risk?: { read: string[]; write: string[]; execute: string[] };
  profiles?: Record<string, string[]>;
  profile?: string;
  daemon_minutes?: number;
  context_files?: { max_age_days?: number; max_megabytes?: number };
}

/** A server as a prompt starts it; the gateway reads the entry by itself. */
export type McpServerConfig =
  | { command: string; args: string[]; env: Record<string, string>; startup_timeout_sec?: number }
  | { url: string; headers: Record<string, string> };

export interface McpToolConfig {
  name: string;
  tier: 0 | 1 | 2;
  server?: string;
  tool?: string;
  timeout_ms?: number;
  args: Record<string, unknown>;
  clamp: Record<string, number>;
  when: ("code" | "search" | "debug" | "impact" | "refactor" | "structure" | "complexity" | "history")[];
  result: ResultMapping;
}

/** Dotted paths into a tool's result. */
export type ResultMapping = {
  [Field in "items" | "confidence" | "claim" | "line" | "end_line" | MappedText]?: string;
};

/** What a result may have as a text. */
type MappedText = "path" | "symbol" | "title" | "summary" | "snippet";
