import { createHash } from "node:crypto";
import { redact } from "../../guard/secrets/redact.ts";
import { VERSION } from "../../contract/version.ts";
import type { ConfiguredServer } from "../../settings/mcp_servers/configured_server.ts";
import { readOwnFile } from "../../settings/own_files.ts";
import { writeFileAtomic } from "../../settings/write_file.ts";
import { canonicalJson } from "../catalog/canonical_json.ts";
import type { ListedTools } from "../catalog/listed_tools.ts";

/** Bytes of a list that are kept; a longer one is asked for at every start. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Lists that are kept: a server whose configuration changes, by a new token say, leaves its old one. */
const KEPT_LISTS = 200;

/** What servers listed when they last ran, so that the index is there before any of them has started. Losing it costs time and nothing else. */
export interface ToolCache {
  /** The tools of a server that is configured exactly so; undefined where it has never been listed by this version. */
  read(server: ConfiguredServer): ListedTools | undefined;
  write(server: ConfiguredServer, listed: ListedTools): void;
}

/** @param cacheDir our own folder below the user's cache folder; undefined where there is none, and nothing is kept then. */
export function toolCache(cacheDir: string | undefined): ToolCache {
  const fileOf = (server: ConfiguredServer) => `${cacheDir}/gateway/${keyOf(server)}.json`;
  return {
    read(server) {
      if (cacheDir === undefined) return undefined;
      try {
        const value: unknown = JSON.parse(readOwnFile(fileOf(server), MAX_BYTES) ?? "null");
        return isListed(value) ? value : undefined;
      } catch (error) {
        // Damaged, or not to be read: the server is asked instead.
        if (error instanceof Error) return undefined;
        throw error;
      }
    },
    write(server, listed) {
      if (cacheDir === undefined) return;
      // A list that loses a secret is no longer what the server says, and is asked for anew: that is right and rare.
      const text = redact(JSON.stringify(listed)).text;
      if (text.length > MAX_BYTES / 4) return;
      try {
        writeFileAtomic(fileOf(server), text);
        removeOldest(`${cacheDir}/gateway`);
      } catch (error) {
        // A full disk, say: the next start asks the server.
        if (!(error instanceof Error)) throw error;
      }
    },
  };
}

function removeOldest(folder: string): void {
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) =>
    name.endsWith(".json")
  );
  if (names.length <= KEPT_LISTS) return;
  const lists = names.map((name) => {
    const path = `${folder}/${name}`;
    return { path, modified: Deno.lstatSync(path).mtime?.getTime() ?? 0 };
  });
  lists.sort((a, b) => b.modified - a.modified || (a.path < b.path ? -1 : 1));
  for (const { path } of lists.slice(KEPT_LISTS)) Deno.removeSync(path);
}

/** A server's whole configuration counts, and so does our version; only a hash of it is written. */
function keyOf({ source: _, ...server }: ConfiguredServer): string {
  return createHash("sha256").update(canonicalJson({ server, version: VERSION })).digest("hex").slice(0, 32);
}

function isListed(value: unknown): value is ListedTools {
  if (typeof value !== "object" || value === null || !("tools" in value) || !("shown" in value)) {
    return false;
  }
  const { tools, shown } = value;
  const problems = "problems" in value ? value.problems : [];
  if (!Array.isArray(problems) || !problems.every((problem) => typeof problem === "string")) return false;
  return Array.isArray(tools) && typeof shown === "object" && shown !== null && tools.every(isNamed) &&
    Object.values(shown).every((each: unknown) =>
      isNamed(each) && "short" in each && typeof each.short === "string"
    );
}

function isNamed(value: unknown): value is { name: string } {
  return typeof value === "object" && value !== null && "name" in value && typeof value.name === "string";
}
