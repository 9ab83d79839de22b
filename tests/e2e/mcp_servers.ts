/** Real MCP servers from npm that list their tools without a network and without an account. */
import { sha256Hex } from "../../lib/settings/sha256.ts";
import { installedTogether, nodeProgram, type NpmPackage } from "./clients.ts";

/** Where a server may read and write in a test. */
export interface ServerPlace {
  /** A folder of its own. */
  scratch: string;
  /** The repository. */
  repo: string;
}

export interface RealServer extends NpmPackage {
  /** Its name in a configuration. */
  server: string;
  args: (place: ServerPlace) => string[];
  env: (place: ServerPlace) => Record<string, string>;
}

/** A made-up key where a server does not start without one: nothing is ever asked of its service. */
const KEY = "not-a-key";
const none = () => [];
const noEnv = () => ({});
const keyIn = (name: string) => () => ({ [name]: KEY });

type Row = [
  server: string,
  name: string,
  version: string,
  args?: RealServer["args"],
  env?: RealServer["env"],
];

/** In the order of how often they are met; the first five alone are a usual set. */
const ROWS: readonly Row[] = [
  ["filesystem", "@modelcontextprotocol/server-filesystem", "2026.8.31", ({ repo }) => [repo]],
  ["memory", "@modelcontextprotocol/server-memory", "2026.8.31", none, ({ scratch }) => ({
    MEMORY_FILE_PATH: `${scratch}/memory.jsonl`,
  })],
  ["playwright", "@playwright/mcp", "0.0.83", ({ scratch }) => [
    "--headless",
    "--output-dir",
    `${scratch}/playwright`,
  ]],
  ["github", "@modelcontextprotocol/server-github", "2025.4.8", none, keyIn("GITHUB_PERSONAL_ACCESS_TOKEN")],
  ["context7", "@upstash/context7-mcp", "4.1.1"],
  ["everything", "@modelcontextprotocol/server-everything", "2026.8.31"],
  ["chrome-devtools", "chrome-devtools-mcp", "1.11.0", () => [
    "--headless",
    "--isolated",
    "--no-usage-statistics",
  ]],
  ["notion", "@notionhq/notion-mcp-server", "2.5.2", none, keyIn("NOTION_TOKEN")],
  ["firecrawl", "firecrawl-mcp", "3.22.2", none, keyIn("FIRECRAWL_API_KEY")],
  ["gitlab", "@zereight/mcp-gitlab", "2.1.64", none, () => ({
    GITLAB_PERSONAL_ACCESS_TOKEN: KEY,
    // Nobody listens there.
    GITLAB_API_URL: "http://127.0.0.1:9/api/v4",
  })],
  ["slack", "@modelcontextprotocol/server-slack", "2025.4.25", none, () => ({
    SLACK_BOT_TOKEN: KEY,
    SLACK_TEAM_ID: "T0",
  })],
  ["git", "@cyanheads/git-mcp-server", "2.15.3"],
  ["sequential-thinking", "@modelcontextprotocol/server-sequential-thinking", "2026.8.31"],
  ["tavily", "tavily-mcp", "0.2.22", none, keyIn("TAVILY_API_KEY")],
  ["circleci", "@circleci/mcp-server-circleci", "0.20.0", none, keyIn("CIRCLECI_TOKEN")],
  ["figma", "figma-developer-mcp", "0.13.2", () => ["--stdio", `--figma-api-key=${KEY}`]],
  // What a key's first part decodes to names an account.
  ["mapbox", "@mapbox/mcp-server", "0.2.0", none, () => ({ MAPBOX_ACCESS_TOKEN: "pk.eyJ1IjoieCJ9.x" })],
  ["exa", "exa-mcp-server", "3.4.1", none, keyIn("EXA_API_KEY")],
  ["eslint", "@eslint/mcp", "0.3.13"],
  ["sentry", "@sentry/mcp-server", "0.36.0", () => [`--access-token=${KEY}`]],
];

export const REAL_SERVERS: readonly RealServer[] = ROWS.map((
  [server, name, version, args = none, env = noEnv],
) => ({ server, name, version, args, env }));

/** Installs all of them once; the path of each one's program. */
async function programs(): Promise<Map<RealServer, string>> {
  const list = REAL_SERVERS.map(({ name, version }) => `${name}@${version}`).join(" ");
  const label = `mcp-servers-${(await sha256Hex(list)).slice(0, 12)}`;
  const folder = `${await installedTogether(label, REAL_SERVERS)}/node_modules`;
  return new Map(REAL_SERVERS.map((server) => {
    const root = `${folder}/${server.name}`;
    const { bin }: { bin: string | Record<string, string> } = JSON.parse(
      Deno.readTextFileSync(`${root}/package.json`),
    );
    // Of several programs the first is the server.
    const program = typeof bin === "string" ? bin : Object.values(bin)[0];
    return [server, `${root}/${program}`];
  }));
}

/** How a client is told to start them. */
export interface ServerEntry {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** Entries of the first `count` servers, or of those that are named, by server name. */
export async function serverEntries(
  place: ServerPlace,
  which: number | readonly string[] = REAL_SERVERS.length,
): Promise<Record<string, ServerEntry>> {
  const [node, paths] = [await nodeProgram(), await programs()];
  const chosen = REAL_SERVERS.filter(({ server }, at) =>
    typeof which === "number" ? at < which : which.includes(server)
  );
  return Object.fromEntries(chosen.map((server) => {
    const args = [paths.get(server) ?? "", ...server.args(place)];
    return [server.server, { command: node, args, env: server.env(place) }];
  }));
}
