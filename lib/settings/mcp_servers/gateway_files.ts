import type { Locations } from "../locations.ts";

/** A client whose servers can be moved behind the gateway. */
export type GatewayClient = "claude" | "codex";

/** What is kept of a client whose servers were moved: 0600 in 0700, since it holds secrets. */
export interface GatewayFiles {
  folder: string;
  /** The servers behind the gateway, in the client's own form. */
  servers: string;
  /** The client's file as it would be without the gateway. */
  original: string;
}

export function gatewayFiles(client: GatewayClient, { config }: Locations): GatewayFiles | undefined {
  if (config === undefined) return undefined;
  const folder = `${config}/gateway/${client}`;
  const suffix = client === "claude" ? "json" : "toml";
  return { folder, servers: `${folder}/servers.${suffix}`, original: `${folder}/original.${suffix}` };
}
