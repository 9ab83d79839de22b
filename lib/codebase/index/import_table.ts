import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type FileIndex, resolveImports } from "../imports/imports.ts";
import type { Language } from "../files/languages.ts";

/** Rows read at once. */
const PAGE = 5000;

/** What files import as they say it: what that means depends on which other files there are. */
export class ImportTable {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#insert = database.prepare("INSERT INTO specifiers (file, language, specifiers) VALUES (?, ?, ?)");
    this.#delete = database.prepare("DELETE FROM specifiers WHERE file = ?");
  }

  add(file: number, { language, specifiers }: { language: Language; specifiers: readonly string[] }): void {
    if (specifiers.length > 0) this.#insert.run(file, language, specifiers.join("\n"));
  }

  delete(file: number): void {
    this.#delete.run(file);
  }

  /** Paths of the files whose imports mean others than are stored, now that there are the files of `index`. */
  changed(index: FileIndex): Set<string> {
    const found = new Set<string>();
    const page = this.#database.prepare(
      `SELECT file, path, imports, language, specifiers FROM specifiers JOIN files ON id = file WHERE file > ? ORDER BY file LIMIT ${PAGE}`,
    );
    for (let last = -1;;) {
      const rows = page.all(last);
      for (const row of rows) {
        const path = String(row["path"]);
        const specifiers = String(row["specifiers"]).split("\n");
        const imports = resolveImports(specifiers, path, String(row["language"]) as Language, index);
        if (imports.join("\n") !== row["imports"]) found.add(path);
      }
      if (rows.length < PAGE) return found;
      last = Number(rows.at(-1)?.["file"]);
    }
  }
}
