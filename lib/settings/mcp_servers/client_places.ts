import type { Locations } from "../locations.ts";
import type { World } from "../world.ts";

/** A client's name for people, the variable that names its folder, or the folder around it, and its folder below HOME without that. */
export const CLIENTS = {
  claude: { label: "Claude Code", variable: "CLAUDE_CONFIG_DIR", inside: "", below: ".claude" },
  codex: { label: "Codex", variable: "CODEX_HOME", inside: "", below: ".codex" },
  gemini: { label: "Gemini CLI", variable: "GEMINI_CLI_HOME", inside: "/.gemini", below: ".gemini" },
  opencode: {
    label: "opencode",
    variable: "XDG_CONFIG_HOME",
    inside: "/opencode",
    below: ".config/opencode",
  },
} as const;

/** A client whose prompts we answer. */
export type HookClient = keyof typeof CLIENTS;

/** Those whose servers move behind the gateway, and all. */
export const GATEWAY_CLIENTS = ["claude", "codex"] as const;
export type Client = typeof GATEWAY_CLIENTS[number];
export const HOOK_CLIENTS = Object.keys(CLIENTS) as HookClient[];

/** Where an organisation says what Claude Code may do on a machine. */
export const CLAUDE_MANAGED = Deno.build.os === "darwin"
  ? "/Library/Application Support/ClaudeCode"
  : "/etc/claude-code";

/** A client's own folder, absolute; undefined where nothing says where that is. */
export function clientFolder(client: HookClient, world: World): string | undefined {
  const { variable, inside, below } = CLIENTS[client];
  const [named, home] = [world.env(variable), world.env("HOME")];
  const folder = named === undefined ? home && `${home}/${below}` : named + inside;
  return folder?.startsWith("/") ? folder.replace(/(?<=.)\/+$/, "") : undefined;
}

/** The file in which a client keeps the user's MCP servers; Claude Code's stands beside its folder, unless a variable names that. */
export function serverFile(client: Client, world: World): string | undefined {
  const folder = clientFolder(client, world);
  if (folder === undefined || client === "codex") return folder && `${folder}/config.toml`;
  return world.env(CLIENTS.claude.variable) === undefined ? `${folder}.json` : `${folder}/.claude.json`;
}

/** What is kept of a client whose servers were moved behind the gateway: the servers, in the client's own form, and its file as it would be without the gateway; 0600 in 0700, since they hold secrets. */
export function gatewayFiles(client: Client, { config }: Locations) {
  if (config === undefined) return undefined;
  const folder = `${config}/gateway/${client}`;
  const suffix = client === "claude" ? "json" : "toml";
  return { folder, servers: `${folder}/servers.${suffix}`, original: `${folder}/original.${suffix}` };
}
