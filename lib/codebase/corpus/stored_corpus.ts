import type { DatabaseSync } from "node:sqlite";
import { type KeptListing, readState } from "../files/kept_listing.ts";
import type { Outline } from "../structure/definition.ts";
import type { Corpus, Visit } from "./corpus.ts";
import { byPath, type KnownFile, metaOf, readListing, reasons } from "./file_table.ts";
import { unpack } from "./packed_json.ts";
import { DEAD, eachPosting } from "./postings.ts";
import { storedHistory } from "./stored_history.ts";
import { storedTerms } from "./terms.ts";

/** Outlines held unpacked: a prompt's tools ask for the same ones again and again, and one may be megabytes. */
const MAX_OUTLINES = 64;

export type StoredCorpus = ReturnType<typeof storedCorpus>;

/** The stored index as a corpus. What it reads is of one instant: a read transaction is open until `close`. */
export function storedCorpus(database: DatabaseSync) {
  const termsOf = storedTerms(database);
  database.exec("BEGIN");
  const byId = database.prepare("SELECT path, imports, hash FROM files WHERE id = ?");
  const idOf = database.prepare("SELECT id FROM files WHERE path = ?");
  const outlines = database.prepare("SELECT outline FROM outlines WHERE id = ?");
  const segments = database.prepare("SELECT first, count FROM segments").all();
  const firsts = segments.map((row) => Number(row["first"]));
  const postings = database.prepare(
    `SELECT documents FROM postings WHERE segment IN (${firsts.join(", ")}) AND term = ?`,
  );
  const size = Math.max(0, ...segments.map((row) => Number(row["first"]) + Number(row["count"])));
  const lengths = new Uint32Array(size).fill(DEAD);
  const pathLengths = new Uint16Array(size);
  const kinds = new Uint8Array(size);
  const { files, paths } = readListing(database);
  const numbered: KnownFile[] = [];
  let [totalLength, totalPathLength] = [0, 0];
  for (const file of files) {
    const { id, length, pathLength, kind } = file;
    if (!(id < size)) continue;
    numbered[id] = file;
    lengths[id] = length;
    pathLengths[id] = pathLength;
    kinds[id] = kind;
    totalLength += length;
    totalPathLength += pathLength;
  }
  let listed: Map<string, KnownFile> | undefined;
  const rows = new Map<number, Record<string, unknown>>();
  const unpacked = new Map<number, Outline | undefined>();

  function text(document: number, column: "path" | "imports" | "hash"): string {
    const row = rows.get(document) ?? byId.get(document) ?? {};
    rows.set(document, row);
    return String(row[column] ?? "");
  }

  function outline(document: number): Outline | undefined {
    if (unpacked.has(document)) return unpacked.get(document);
    const found = unpack<Outline>(outlines.get(document)?.["outline"]);
    if (unpacked.size >= MAX_OUTLINES) unpacked.clear();
    unpacked.set(document, found);
    return found;
  }

  function file(path: string): KnownFile | undefined {
    return listed ? listed.get(path) : numbered[Number(idOf.get(path)?.["id"] ?? -1)];
  }

  /** All files by path, read once. */
  function listing(): ReadonlyMap<string, KnownFile> {
    return listed ??= byPath(files, paths());
  }

  return {
    size,
    files: files.length,
    totalLength,
    totalPathLength,
    lengths,
    pathLengths,
    kinds,
    history: storedHistory(database, termsOf),
    outline,
    file,
    listing,
    meta: (key: string) => metaOf(database, key),
    path: (document: number) => text(document, "path"),
    hash: (document: number) => text(document, "hash"),
    imports(document: number): string[] {
      const imports = text(document, "imports");
      return imports === "" ? [] : imports.split("\n");
    },
    names: (document: number) => outline(document)?.definitions.map(({ name }) => name) ?? [],
    document: (path: string) => file(path)?.id,
    each(key: string, visit: Visit): void {
      // Not `iterate`: in this runtime a statement iterates once and is empty after that.
      for (const { documents } of termsOf(key).flatMap((term) => postings.all(term))) {
        eachPosting(documents, (document, count, inDefinitions) => {
          if ((lengths[document] ?? DEAD) !== DEAD) visit(document, count, inDefinitions);
        });
      }
    },
    outlined: () => Number(database.prepare("SELECT count(*) AS n FROM outlines").get()?.["n"]),
    /** Files whose texts were not read, and why. */
    opaque: () => reasons(database, "opaque"),
    /** What git listed when it was last asked by whoever writes the index. */
    keptListing(): KeptListing | undefined {
      const state = readState(metaOf(database, "listed"));
      return state && { ...state, files: () => [...listing().keys()] };
    },
    close: () => database.close(),
  } satisfies Corpus & Record<string, unknown>;
}
