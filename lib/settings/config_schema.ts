import { z } from "zod";

/**
 * The shape of `auto-tools.yaml`. The user's file knows every key; the repository's knows the part that tunes and restricts.
 * `config/auto-tools.schema.json` is generated from here.
 */
const envName = z.string().regex(
  /^[A-Za-z_][A-Za-z0-9_]*$/,
  "a variable's name has letters, digits and _ only, and does not begin with a digit",
);

/** What the gateway reads of a server besides how to reach it; the fields are Codex's own. */
const gatewayFields = {
  tool_timeout_sec: z.number().positive().max(3600).optional().describe(
    "Seconds for one call of the gateway; 60",
  ),
  enabled_tools: z.array(z.string()).optional().describe(
    "The only tools that the gateway offers; all when absent",
  ),
  disabled_tools: z.array(z.string()).optional(),
};

const stdioServer = z.strictObject({
  command: z.string().min(1).describe("Program to start; found on PATH or absolute"),
  args: z.array(z.string()).default([]),
  env: z.record(envName, z.string()).default({}),
  startup_timeout_sec: z.number().positive().max(60).optional(),
  ...gatewayFields,
});

const httpServer = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  headers: z.record(z.string(), z.string()).default({}),
  startup_timeout_sec: z.number().positive().max(60).optional(),
  ...gatewayFields,
});

const toolName = z.string().regex(
  /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/,
  "a tool's name has English letters, digits, _, . and - only, at most 64, and begins with a letter",
);
const serverName = z.string().regex(
  /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}$/u,
  "a server's name has letters, digits, _, . and - only, at most 64, and begins with a letter or digit",
);

const resultMapping = z.strictObject({
  items: z.string().optional().describe("Dotted path to the list of results; the whole result when absent"),
  path: z.string().optional(),
  symbol: z.string().optional(),
  title: z.string().optional(),
  summary: z.string().optional(),
  line: z.string().optional(),
  end_line: z.string().optional(),
  snippet: z.string().optional(),
  confidence: z.string().optional(),
  claim: z.string().optional().describe(
    "What the tool asserts of the path and symbol; differing claims are shown as a conflict",
  ),
});

const tool = z.strictObject({
  name: toolName,
  tier: z.literal([0, 1, 2]).default(1),
  server: serverName.optional().describe("Absent: the entry tunes the built-in tool of that name"),
  tool: z.string().min(1).optional().describe(
    "Name of the tool on its server; the entry's own name when absent",
  ),
  timeout_ms: z.int().min(1).max(120_000).optional(),
  args: z.record(z.string(), z.unknown()).default({}).describe(
    "Argument template: {{prompt}}, {{symbols}}, {{paths}}, {{repo_root}}",
  ),
  clamp: z.record(z.string(), z.number()).default({}).describe("Highest value of a numeric argument"),
  when: z.array(
    z.enum(["code", "search", "debug", "impact", "refactor", "structure", "complexity", "history"]),
  ).default(["code"]),
  result: resultMapping.default({}),
});

const budget = z.strictObject({
  wall_ms: z.int().min(1).max(120_000).optional(),
  max_concurrency: z.int().min(1).max(16).optional(),
  max_injected_chars: z.int().min(0).max(200_000).optional(),
});

const restrictions = {
  repo_root: z.string().min(1).optional().describe("Folder below the git top level to look in"),
  budget: budget.default({}),
  exclude: z.array(z.string().min(1)).default([]).describe(
    "Globs of paths that are never read, searched or named",
  ),
  disable: z.array(toolName).default([]).describe("Tools that never run"),
};

/** What a repository's `config/auto-tools.yaml` may say. */
export const repoConfigSchema = z.strictObject(restrictions);

/** What the user's own `auto-tools.yaml` may say. */
export const configSchema = z.strictObject({
  ...restrictions,
  mcp_servers: z.record(serverName, z.union([stdioServer, httpServer])).default({}),
  tools: z.array(tool).default([]),
  permissions: z.strictObject({
    allow: z.array(z.string()).default([]),
    ask: z.array(z.string()).default([]),
    deny: z.array(z.string()).default([]),
  }).default({ allow: [], ask: [], deny: [] }),
  risk: z.strictObject({
    read: z.array(z.string()).default([]),
    write: z.array(z.string()).default([]),
    execute: z.array(z.string()).default([]),
  }).optional().describe("What tools do, by pattern, where their server says nothing or says it wrongly"),
  context_files: z.strictObject({
    max_age_days: z.number().positive().max(3650).optional(),
    max_megabytes: z.number().positive().max(1_000_000).optional(),
  }).optional().describe("How long and how much is kept; 14 days and 200 MB"),
});

export type UserConfig = z.infer<typeof configSchema>;
export type McpServerConfig = UserConfig["mcp_servers"][string];
export type McpToolConfig = UserConfig["tools"][number];
export type ResultMapping = z.infer<typeof resultMapping>;
