import type { Locations } from "../locations.ts";

/** A client whose servers can be moved behind the gateway. */
export type GatewayClient = "claude" | "codex";

const FILE_NAMES = { claude: "servers.json", codex: "servers.toml" } as const;

/** Where a client's moved servers and what it takes to move them back are kept: they hold secrets, so 0600 in 0700. */
export function movedServersFolder(client: GatewayClient, { config }: Locations): string | undefined {
  return config === undefined ? undefined : `${config}/gateway/${client}`;
}

/** The servers that were moved out of a client's configuration, in the client's own form. */
export function movedServersFile(client: GatewayClient, locations: Locations): string | undefined {
  const folder = movedServersFolder(client, locations);
  return folder === undefined ? undefined : `${folder}/${FILE_NAMES[client]}`;
}

/** What was moved, in our words; there while anything is behind the gateway. */
export function movedServersRecord(client: GatewayClient, locations: Locations): string | undefined {
  const folder = movedServersFolder(client, locations);
  return folder === undefined ? undefined : `${folder}/record.json`;
}
