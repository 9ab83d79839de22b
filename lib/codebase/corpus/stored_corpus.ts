import type { DatabaseSync } from "node:sqlite";
import { type KeptListing, readState } from "../files/kept_listing.ts";
import type { Outline } from "../structure/definition.ts";
import type { Corpus, Visit } from "./corpus.ts";
import { type KnownFile, metaOf, readListing, reasons } from "./file_table.ts";
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
  const listing = readListing(database);
  const { count } = listing;
  const listed = {
    id: listing.column("id"),
    length: listing.column("length"),
    pathLength: listing.column("pathLength"),
    kind: listing.column("kind"),
  };
  // By number: the place in the list, counted from 1.
  const places = new Uint32Array(size);
  let [totalLength, totalPathLength] = [0, 0];
  for (let at = 0; at < count; at++) {
    const id = listed.id[at] ?? size;
    if (!(id < size)) continue;
    places[id] = at + 1;
    totalLength += lengths[id] = listed.length[at] ?? 0;
    totalPathLength += pathLengths[id] = listed.pathLength[at] ?? 0;
    kinds[id] = listed.kind[at] ?? 0;
  }
  let all: { paths: string[]; placeOf: Map<string, number> } | undefined;
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

  /** All paths, read once. */
  function paths(): readonly string[] {
    if (all === undefined) {
      const paths = listing.paths();
      all = { paths, placeOf: new Map(paths.map((path, at) => [path, at + 1])) };
    }
    return all.paths;
  }

  function file(path: string): KnownFile | undefined {
    const place = all ? all.placeOf.get(path) : places[Number(idOf.get(path)?.["id"] ?? -1)];
    return place ? listing.at(place - 1) : undefined;
  }

  return {
    size,
    files: count,
    totalLength,
    totalPathLength,
    lengths,
    pathLengths,
    kinds,
    history: storedHistory(database, termsOf),
    outline,
    file,
    paths,
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
      return state && { ...state, files: paths };
    },
    close: () => database.close(),
  } satisfies Corpus & Record<string, unknown>;
}
