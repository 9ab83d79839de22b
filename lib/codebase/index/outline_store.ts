import type { DatabaseSync, StatementSync } from "node:sqlite";
import { decodeOutline, encodeOutline } from "../corpus/outline_codec.ts";
import type { Outline } from "../syntax/outline.ts";

/** What decides an outline: the text's hash and the ending of its file's name (`outlineKey`). */
export interface OutlineKey {
  hash: string;
  ending: string;
}

/** What is stored for a content: its outline, or why the parser gave none. */
export type StoredOutline = { outline: Outline } | { skipped: string };

/** The table of outlines. */
export class OutlineStore {
  readonly #database: DatabaseSync;
  readonly #get: StatementSync;
  readonly #put: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#get = database.prepare("SELECT outline, skipped FROM outlines WHERE hash = ? AND ending = ?");
    this.#put = database.prepare(
      "INSERT OR REPLACE INTO outlines (hash, ending, outline, skipped) VALUES (?, ?, ?, ?)",
    );
  }

  /** Undefined where the content was never parsed, or what was stored of it is damaged. */
  get({ hash, ending }: OutlineKey): StoredOutline | undefined {
    const row = this.#get.get(hash, ending);
    if (row === undefined) return undefined;
    if (row["skipped"] !== "") return { skipped: String(row["skipped"]) };
    const outline = row["outline"] instanceof Uint8Array ? decodeOutline(row["outline"]) : undefined;
    return outline && { outline };
  }

  put({ hash, ending }: OutlineKey, found: StoredOutline): void {
    if ("outline" in found) this.#put.run(hash, ending, encodeOutline(found.outline), "");
    else this.#put.run(hash, ending, null, found.skipped);
  }

  /** Deletes those of contents that no file has any more. */
  dropUnused(): void {
    this.#database.exec("DELETE FROM outlines WHERE hash NOT IN (SELECT hash FROM files)");
  }
}
