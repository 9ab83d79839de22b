/** A home whose user has configured MCP tools, each on a real server of its own that behaves in one way. */
import { remaining } from "../tools/living.ts";
import { type Home, makeHome, makeRepo, type Setting, settingOf } from "./harness.ts";
import { write } from "../fixtures/tree.ts";

const SERVER = new URL("../fixtures/mcp/server.mjs", import.meta.url).pathname;

export const PROMPT = "where is retryWithBackoff called in the code?";

export const FILES = {
  "src/retry.ts":
    "/** Calls again after a growing pause. */\nexport function retryWithBackoff(call: () => void): void {\n  call();\n}\n",
  "src/queue.ts":
    'import { retryWithBackoff } from "./retry.ts";\n\nexport function drain(): void {\n  retryWithBackoff(() => {});\n}\n',
};

export interface ConfiguredTool {
  /** How the server behaves; the first argument of the fixture. */
  mode: string;
  timeoutMs?: number;
  args?: Record<string, unknown>;
  clamp?: Record<string, number>;
  result?: Record<string, string>;
}

export interface ToolHome extends Home {
  /** Stands in the environment of every server and of all they start. */
  sign: string;
}

const RESULT = { items: "results", path: "file", title: "title", summary: "text", confidence: "score" };
/** ms; more than a server needs to start on a busy machine. */
const TIMEOUT_MS = 15_000;
/** A wall budget for what must not depend on how fast the machine starts programs. */
export const PATIENT: Record<string, string> = { CI_AUTO_TOOLS_BUDGET_WALL_MS: "30000" };

/** A setting with configured tools, whose prompts are patient. */
export async function toolSetting(
  tools: Record<string, ConfiguredTool> = {},
  more: { builtIn?: boolean; [key: string]: unknown } = {},
  files: Record<string, string> = FILES,
): Promise<Setting & { home: ToolHome; env: Record<string, string> }> {
  const repo = await makeRepo(files);
  return { ...settingOf(repo, await homeWithTools(tools, more)), env: PATIENT };
}

/**
 * Makes the home. The built-in tools are switched off unless `builtIn` says otherwise, so that only the configured ones decide.
 *
 * @param tools by their names.
 */
export async function homeWithTools(
  tools: Record<string, ConfiguredTool>,
  more: { builtIn?: boolean; [key: string]: unknown } = {},
): Promise<ToolHome> {
  const { builtIn = false, ...rest } = more;
  const home = await makeHome();
  const sign = `sign-${crypto.randomUUID()}`;
  const entries = Object.entries(tools);
  const config = {
    ...(builtIn ? {} : { disable: ["ci_search", "ci_graph_rag", "ci_index_status"] }),
    mcp_servers: Object.fromEntries(
      entries.map(([name, { mode }]) => [
        name,
        { command: node(), args: [SERVER, mode], env: { SIGN: sign } },
      ]),
    ),
    tools: entries.map((
      [name, { timeoutMs = TIMEOUT_MS, args = { query: "{{prompt}}" }, clamp = {}, result = RESULT }],
    ) => ({ name, tier: 1, server: name, tool: "search", timeout_ms: timeoutMs, args, clamp, result })),
    ...rest,
  };
  // JSON is YAML.
  writeUserConfig(home, JSON.stringify(config, null, 2));
  return { ...home, sign };
}

/** Writes the user's own `auto-tools.yaml`. */
export function writeUserConfig(home: Home, text: string): void {
  write(`${home.path}/.config/auto-tools/auto-tools.yaml`, text);
}

/** The program's `node` is where the test's is; the home's PATH need not lead to it. */
function node(): string {
  const { stdout } = new Deno.Command("sh", { args: ["-c", "command -v node"] }).outputSync();
  const path = new TextDecoder().decode(stdout).trim();
  if (path === "") throw new Error("the fixtures are programs for node, and PATH leads to none");
  return path;
}

/** Ids of processes that the tools of this home have left behind. */
export async function leftBehind(home: ToolHome): Promise<number[]> {
  return await remaining(home.sign);
}
