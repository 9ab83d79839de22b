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
  args?(place: ServerPlace): string[];
  /** Made-up keys where a server does not start without one: nothing is ever asked of its service. */
  env?(place: ServerPlace): Record<string, string>;
}

const KEY = "not-a-key";
/** Nobody listens there. */
const NOWHERE = "http://127.0.0.1:9";

/** In the order of how often they are met; the first five alone are a usual set. */
export const REAL_SERVERS: readonly RealServer[] = [
  {
    server: "filesystem",
    name: "@modelcontextprotocol/server-filesystem",
    version: "2026.8.31",
    args: ({ repo }) => [repo],
  },
  {
    server: "memory",
    name: "@modelcontextprotocol/server-memory",
    version: "2026.8.31",
    env: ({ scratch }) => ({ MEMORY_FILE_PATH: `${scratch}/memory.jsonl` }),
  },
  {
    server: "playwright",
    name: "@playwright/mcp",
    version: "0.0.83",
    args: ({ scratch }) => ["--headless", "--output-dir", `${scratch}/playwright`],
  },
  {
    server: "github",
    name: "@modelcontextprotocol/server-github",
    version: "2025.4.8",
    env: () => ({ GITHUB_PERSONAL_ACCESS_TOKEN: KEY }),
  },
  { server: "context7", name: "@upstash/context7-mcp", version: "4.1.1" },
  { server: "everything", name: "@modelcontextprotocol/server-everything", version: "2026.8.31" },
  {
    server: "chrome-devtools",
    name: "chrome-devtools-mcp",
    version: "1.11.0",
    args: () => ["--headless", "--isolated", "--no-usage-statistics"],
  },
  {
    server: "notion",
    name: "@notionhq/notion-mcp-server",
    version: "2.5.2",
    env: () => ({ NOTION_TOKEN: KEY }),
  },
  { server: "firecrawl", name: "firecrawl-mcp", version: "3.22.2", env: () => ({ FIRECRAWL_API_KEY: KEY }) },
  {
    server: "gitlab",
    name: "@zereight/mcp-gitlab",
    version: "2.1.64",
    env: () => ({ GITLAB_PERSONAL_ACCESS_TOKEN: KEY, GITLAB_API_URL: `${NOWHERE}/api/v4` }),
  },
  {
    server: "slack",
    name: "@modelcontextprotocol/server-slack",
    version: "2025.4.25",
    env: () => ({ SLACK_BOT_TOKEN: KEY, SLACK_TEAM_ID: "T0" }),
  },
  { server: "git", name: "@cyanheads/git-mcp-server", version: "2.15.3" },
  {
    server: "sequential-thinking",
    name: "@modelcontextprotocol/server-sequential-thinking",
    version: "2026.8.31",
  },
  { server: "tavily", name: "tavily-mcp", version: "0.2.22", env: () => ({ TAVILY_API_KEY: KEY }) },
  {
    server: "circleci",
    name: "@circleci/mcp-server-circleci",
    version: "0.20.0",
    env: () => ({ CIRCLECI_TOKEN: KEY }),
  },
  {
    server: "figma",
    name: "figma-developer-mcp",
    version: "0.13.2",
    args: () => ["--stdio", `--figma-api-key=${KEY}`],
  },
  {
    server: "mapbox",
    name: "@mapbox/mcp-server",
    version: "0.2.0",
    // What a key's first part decodes to names an account.
    env: () => ({ MAPBOX_ACCESS_TOKEN: "pk.eyJ1IjoieCJ9.x" }),
  },
  { server: "exa", name: "exa-mcp-server", version: "3.4.1", env: () => ({ EXA_API_KEY: KEY }) },
  { server: "eslint", name: "@eslint/mcp", version: "0.3.13" },
  {
    server: "sentry",
    name: "@sentry/mcp-server",
    version: "0.36.0",
    args: () => [`--access-token=${KEY}`],
  },
];

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
    const args = [paths.get(server) ?? "", ...server.args?.(place) ?? []];
    return [server.server, { command: node, args, env: server.env?.(place) ?? {} }];
  }));
}
