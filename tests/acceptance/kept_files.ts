/** What lies on the disk after a run, as somebody would read it who has the files. */
import { inflateSync } from "node:zlib";
import { DatabaseSync } from "node:sqlite";
import { folded } from "../fixtures/guard/corpus/traces.ts";

export interface KeptFile {
  path: string;
  /** Its bytes, `folded`; of a database what its rows say unpacked, too. */
  text: string;
}

/** Every file below a folder. */
export function* keptFiles(folder: string): Generator<KeptFile> {
  for (const entry of Deno.readDirSync(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) yield* keptFiles(path);
    else if (entry.isFile) {
      const bytes = bytesOf(path);
      yield { path, text: folded(bytes) };
      if (entry.name === "index.db" && bytes.length > 0) {
        yield { path: `${path}, unpacked`, text: unpacked(path) };
      }
    }
  }
}

/** Empty where it is gone: a run in the background still takes its own files away. */
function bytesOf(path: string): Uint8Array {
  try {
    return Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return new Uint8Array();
    throw error;
  }
}

/** All values of all tables that were packed. */
function unpacked(path: string): string {
  const database = new DatabaseSync(path, { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const texts = tables.flatMap(({ name }) =>
    database.prepare(`SELECT * FROM ${String(name)}`).all().flatMap((row) =>
      Object.values(row).flatMap((value) => value instanceof Uint8Array ? inflated(value) : [])
    )
  );
  database.close();
  return texts.join("\n");
}

function inflated(bytes: Uint8Array): string[] {
  try {
    return [folded(inflateSync(bytes))];
  } catch (error) {
    // Not packed: then its bytes are what they are.
    if (error instanceof Error) return [];
    throw error;
  }
}
