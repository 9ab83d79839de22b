import type { Locations } from "../locations.ts";

/** A client whose servers can be moved behind the gateway. */
export type GatewayClient = "claude" | "codex";

/** What is kept of servers that were moved out of a client's configuration: 0600 in 0700, since it holds secrets. */
export interface MovedServers {
  folder: string;
  /** The servers, in the client's own form. */
  servers: string;
  /** The client's file as it would be without the gateway. */
  original: string;
  /** What was moved, in our words; there while anything is behind the gateway. */
  record: string;
}

export function movedServers(client: GatewayClient, { config }: Locations): MovedServers | undefined {
  if (config === undefined) return undefined;
  const folder = `${config}/gateway/${client}`;
  const suffix = client === "claude" ? "json" : "toml";
  return {
    folder,
    servers: `${folder}/servers.${suffix}`,
    original: `${folder}/original.${suffix}`,
    record: `${folder}/record.json`,
  };
}
