import { VERSION } from "../../contract/version.ts";
import { redact } from "../../guard/secrets/redact.ts";
import type { ConfiguredServer } from "../../settings/mcp_servers/configured_server.ts";
import { attempt } from "../../settings/attempt.ts";
import { readOwnFile } from "../../settings/own_files.ts";
import { newestFirst } from "../../settings/small_file.ts";
import { writeFileAtomic } from "../../settings/write_file.ts";
import { hashOf } from "../../settings/sha256.ts";
import { LISTED, type Listed } from "../catalog/listed.ts";

/** Bytes of a list that are kept; a longer one is asked for at every start. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Lists that are kept: a server whose configuration changes, by a new token say, leaves its old one. */
const KEPT_LISTS = 400;

/** What a server listed that is configured exactly so, when it last ran under this version; so the index is there before it has started. */
export function readListed(server: ConfiguredServer, cacheDir: string | undefined): Listed | undefined {
  // What is damaged, or not to be read, is asked of the server instead.
  return attempt(() =>
    cacheDir && LISTED.parse(JSON.parse(readOwnFile(fileOf(server, cacheDir), MAX_BYTES) ?? ""))
  ) || undefined;
}

export function writeListed(server: ConfiguredServer, listed: Listed, cacheDir: string | undefined): void {
  const whole = JSON.stringify(listed);
  const { text } = redact(whole);
  if (cacheDir === undefined || text.length > MAX_BYTES / 4) return;
  // Where a disk is full, say, the next start asks the server.
  attempt(() => {
    // A list that loses a secret is no longer what the server says, and is asked for anew: that is right and rare.
    writeFileAtomic(fileOf(server, cacheDir), text === whole ? whole : text.replace(listed.sha256, ""));
    const lists = newestFirst(`${cacheDir}/gateway`, (name) => name.endsWith(".json"));
    for (const path of lists.slice(KEPT_LISTS)) Deno.removeSync(path);
  });
}

/** A server's whole configuration counts, and so does our version; only a hash of it is written. */
function fileOf({ source: _, ...server }: ConfiguredServer, cacheDir: string): string {
  return `${cacheDir}/gateway/${hashOf({ server, version: VERSION }).slice(0, 32)}.json`;
}
