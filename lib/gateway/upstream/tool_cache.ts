import type { ClientCapabilities } from "@modelcontextprotocol/client";
import { z } from "zod";
import { VERSION } from "../../contract/version.ts";
import { redact } from "../../guard/secrets/redact.ts";
import type { ConfiguredServer } from "../../settings/mcp_servers/configured_server.ts";
import { attempt } from "../../settings/attempt.ts";
import { readOwnFile } from "../../settings/own_files.ts";
import { newestFirst } from "../../settings/small_file.ts";
import { writeFileAtomic } from "../../settings/write_file.ts";
import { LISTED_TOOL } from "../../tools/mcp_answer.ts";
import { hashOf } from "../catalog/hash.ts";
import { LISTED_OFFERS } from "../catalog/offers.ts";
import type { ListedTools } from "../catalog/gateway_tool.ts";

/** Bytes of a list that are kept; a longer one is asked for at every start. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Lists that are kept: a server whose configuration changes, by a new token say, leaves its old one. */
const KEPT_LISTS = 400;

const listed = z.object({
  tools: z.array(LISTED_TOOL),
  shown: z.record(z.string(), z.object({ name: z.string(), short: z.string() })),
  problems: z.array(z.string()),
  instructions: z.string().optional(),
  offers: LISTED_OFFERS,
});

export type ToolCache = ReturnType<typeof toolCache>;

/** What servers listed when they last ran, so that the index is there before any has started. Nothing is kept without a `cacheDir`. */
export function toolCache(cacheDir: string | undefined) {
  const folder = `${cacheDir}/gateway`;
  // A server's whole configuration counts, and so does our version; only a hash of it is written.
  const fileOf = ({ source: _, ...server }: ConfiguredServer, declared?: ClientCapabilities) =>
    `${folder}/${hashOf({ server, declared, version: VERSION }).slice(0, 32)}.json`;
  return {
    /** The tools of a server that is configured exactly so, for a client that can this, else for the last one; undefined where it has never been listed by this version. */
    read(server: ConfiguredServer, declared?: ClientCapabilities): ListedTools | undefined {
      if (cacheDir === undefined) return undefined;
      // What is damaged, or not to be read, is asked of the server instead.
      const read = (file: string) => {
        const text = attempt(() => readOwnFile(file, MAX_BYTES)) ?? "";
        return listed.safeParse(attempt(() => JSON.parse(text))).data;
      };
      return read(fileOf(server, declared)) ?? read(fileOf(server));
    },
    write(server: ConfiguredServer, declared: ClientCapabilities, tools: ListedTools): void {
      // A list that loses a secret is no longer what the server says, and is asked for anew: that is right and rare.
      const text = redact(JSON.stringify(tools)).text;
      if (cacheDir === undefined || text.length > MAX_BYTES / 4) return;
      // Where a disk is full, say, the next start asks the server.
      attempt(() => {
        for (const file of [fileOf(server, declared), fileOf(server)]) writeFileAtomic(file, text);
        const lists = newestFirst(folder, (name) => name.endsWith(".json"));
        for (const path of lists.slice(KEPT_LISTS)) Deno.removeSync(path);
      });
    },
  };
}
