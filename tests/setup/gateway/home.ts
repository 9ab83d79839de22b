/** A home folder with a client's configuration in it, and what is done to it. */
import { clientGateway } from "../../../lib/setup/gateway/client_gateway.ts";
import { moveServers, undoMove } from "../../../lib/setup/gateway/move_servers.ts";
import { serversIn } from "../../../lib/setup/gateway/server_format.ts";
import type { Client } from "../../../lib/settings/mcp_servers/client_places.ts";
import { tree, write } from "../../fixtures/tree.ts";
import { stillWorld } from "../../still_world.ts";
import { discard } from "../../temporary_folder.ts";

export const PROGRAM = "/opt/bin/codex-auto";
export const CLIENTS = ["claude", "codex"] as const;
export const FILES = { claude: ".claude.json", codex: ".codex/config.toml" };
export const TEXTS = {
  claude: `{
  "numStartups": 3,
  "mcpServers": {
    "memory": { "command": "npx", "args": ["-y", "memory"], "env": { "TOKEN": "s3cret-value", "NOTE": "the graph" } },
    "web": { "type": "http", "url": "https://example.test/mcp", "headers": { "X-Key": "an-other-one" } }
  }
}
`,
  codex: `model = "m" # mine

# the graph
[mcp_servers.memory]
command = "npx"
args = ["-y", "memory"]
env = { TOKEN = "s3cret-value" }

[mcp_servers.web]
url = "https://example.test/mcp"
bearer_token_env_var = "WEB_TOKEN"
http_headers = { "X-Key" = "an-other-one" }

[tui]
theme = "dark"
`,
};

export class TestHome {
  readonly path = Deno.makeTempDirSync();

  [Symbol.dispose](): void {
    discard(this.path);
  }

  read(path: string): string {
    return Deno.readTextFileSync(`${this.path}/${path}`);
  }

  write(path: string, text: string, mode = 0o600): void {
    write(`${this.path}/${path}`, text, mode);
  }

  gateway(client: Client): ReturnType<typeof clientGateway> {
    return clientGateway(client, PROGRAM, stillWorld({ HOME: this.path }));
  }

  move(client: Client, dryRun = false): ReturnType<typeof moveServers> {
    return moveServers(this.gateway(client), PROGRAM, dryRun);
  }

  undo(client: Client): ReturnType<typeof undoMove> {
    return undoMove(this.gateway(client), false);
  }

  /** The servers that a client's file, or another in its form, has. */
  servers(client: Client, path = FILES[client]): Record<string, unknown> {
    const { format } = this.gateway(client);
    const text = path in this.tree() || `/${path}` in this.tree() ? this.read(path) : "";
    return Object.fromEntries(serversIn(format, text, path).map(({ name, entry }) => [name, entry]));
  }

  /** Everything that is there. */
  tree(): Record<string, string> {
    return tree(this.path);
  }
}
