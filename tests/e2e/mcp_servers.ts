/** Real MCP servers from npm that list their tools without a network and without an account. */
import { sha256Hex } from "../../lib/settings/sha256.ts";
import { configure } from "../acceptance/gateway_client.ts";
import type { Home, Repo } from "../acceptance/harness.ts";
import type { ServerEntry } from "./clients.ts";
import { installedTogether, nodeProgram } from "./npm.ts";

/**
 * Name, package, version, and how it is started: arguments and variables. In the order of how often they are met; the first five alone are a usual
 * set. A made-up key stands where one does not start without: nothing is ever asked of its service.
 */
const ROWS = `
filesystem @modelcontextprotocol/server-filesystem 2026.8.31 {repo}
memory @modelcontextprotocol/server-memory 2026.8.31 MEMORY_FILE_PATH={scratch}/memory.jsonl
playwright @playwright/mcp 0.0.83 --headless --output-dir {scratch}/playwright
github @modelcontextprotocol/server-github 2025.4.8 GITHUB_PERSONAL_ACCESS_TOKEN=not-a-key
context7 @upstash/context7-mcp 4.1.1
everything @modelcontextprotocol/server-everything 2026.8.31
chrome-devtools chrome-devtools-mcp 1.11.0 --headless --isolated --no-usage-statistics
notion @notionhq/notion-mcp-server 2.5.2 NOTION_TOKEN=not-a-key
firecrawl firecrawl-mcp 3.22.2 FIRECRAWL_API_KEY=not-a-key
gitlab @zereight/mcp-gitlab 2.1.64 GITLAB_PERSONAL_ACCESS_TOKEN=not-a-key GITLAB_API_URL=http://127.0.0.1:9/api/v4
slack @modelcontextprotocol/server-slack 2025.4.25 SLACK_BOT_TOKEN=not-a-key SLACK_TEAM_ID=T0
git @cyanheads/git-mcp-server 2.15.3
sequential-thinking @modelcontextprotocol/server-sequential-thinking 2026.8.31
tavily tavily-mcp 0.2.22 TAVILY_API_KEY=not-a-key
circleci @circleci/mcp-server-circleci 0.20.0 CIRCLECI_TOKEN=not-a-key
figma figma-developer-mcp 0.13.2 --stdio --figma-api-key=not-a-key
mapbox @mapbox/mcp-server 0.2.0 MAPBOX_ACCESS_TOKEN=pk.eyJ1IjoieCJ9.x
exa exa-mcp-server 3.4.1 EXA_API_KEY=not-a-key
eslint @eslint/mcp 0.3.13
sentry @sentry/mcp-server 0.36.0 --access-token=not-a-key
`;

const SERVERS = ROWS.trim().split("\n").map((row) => {
  const [server = "", name = "", version = "", ...words] = row.split(" ");
  return { server, name, version, words };
});

export const REAL_SERVERS: readonly string[] = SERVERS.map(({ server }) => server);

/**
 * How a client is told to start the first `which` servers, or those that are named, by server name.
 *
 * @param place where they may read and write.
 */
export async function serverEntries(
  { scratch, repo }: { scratch: string; repo: string },
  which: number | readonly string[] = SERVERS.length,
): Promise<Record<string, Required<ServerEntry>>> {
  const node = await nodeProgram();
  const list = SERVERS.map(({ name, version }) => `${name}@${version}`).join(" ");
  const label = `mcp-servers-${(await sha256Hex(list)).slice(0, 12)}`;
  const folder = `${await installedTogether(label, SERVERS)}/node_modules`;
  const chosen = SERVERS.filter(({ server }, at) =>
    typeof which === "number" ? at < which : which.includes(server)
  );
  return Object.fromEntries(chosen.map(({ server, name, words }) => {
    const { bin } = JSON.parse(Deno.readTextFileSync(`${folder}/${name}/package.json`));
    // Of several programs the first is the server.
    const program = typeof bin === "string" ? bin : Object.values(bin)[0];
    const filled = words.map((word) => word.replace("{repo}", repo).replace("{scratch}", scratch));
    const isVariable = (word: string) => /^[A-Z_]+=/.test(word);
    const args = [`${folder}/${name}/${program}`, ...filled.filter((word) => !isVariable(word))];
    const env = Object.fromEntries(filled.filter(isVariable).map((word) => word.split(/=(.*)/s)));
    return [server, { command: node, args, env }];
  }));
}

/** Puts real servers into the user's own file, with time to start on a busy machine; everything may run where `settings` does not say otherwise. */
export async function configureServers(
  home: Home,
  repo: Repo,
  which?: number | readonly string[],
  settings: { mcp_servers?: Record<string, object>; permissions?: object } = {},
): Promise<void> {
  const servers = {
    ...await serverEntries({ scratch: home.path, repo: repo.path }, which),
    ...settings.mcp_servers,
  };
  const patient = Object.entries(servers).map(([name, entry]) => [name, {
    startup_timeout_sec: 60,
    ...entry,
  }]);
  configure(home, { ...settings, mcp_servers: Object.fromEntries(patient) });
}
