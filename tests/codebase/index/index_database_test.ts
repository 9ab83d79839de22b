import { assertEquals } from "@std/assert";
import { openForWriting } from "../../../lib/codebase/index/index_database.ts";

const NORMAL = 1;

Deno.test("an index waits for the disk before its log is copied, whether it is new, closed or was left with a log", () => {
  const dir = Deno.makeTempDirSync();
  try {
    const synchronous = () => {
      const database = openForWriting(dir);
      return { database, mode: database.prepare("PRAGMA synchronous").get()?.["synchronous"] };
    };
    const first = synchronous();
    assertEquals(first.mode, NORMAL);
    first.database.close();
    const second = synchronous();
    assertEquals(second.mode, NORMAL);
    assertEquals(Deno.statSync(`${dir}/index.db-wal`).size > 0, true, "the first write has been made");
    const beside = synchronous();
    assertEquals(beside.mode, NORMAL);
    beside.database.close();
    second.database.close();
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
});
