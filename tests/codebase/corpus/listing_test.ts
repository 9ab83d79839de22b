import { DatabaseSync } from "node:sqlite";
import { assertEquals } from "@std/assert";
import { packListing, readListing } from "../../../lib/codebase/corpus/listing.ts";

const FILES = new Map([
  ["a.ts", { id: 0, size: 10, mtime: 1.5 }],
  ["lib/文件.ts", { id: 7, size: 0, mtime: 1_700_000_000_000.25 }],
]);

function database(): DatabaseSync {
  const made = new DatabaseSync(":memory:");
  made.exec("CREATE TABLE listing (paths TEXT, numbers BLOB)");
  return made;
}

Deno.test("a packed list is what was packed, one of no file too", () => {
  for (const files of [FILES, new Map()]) {
    const packed = database();
    packListing(packed, files);
    assertEquals(readListing(packed), { files, isPacked: true });
  }
});

Deno.test("numbers or paths of a damaged list that end too early end it", () => {
  for (const [bytes, count] of [[47, 1], [25, 1], [24, 1], [7, 0]] as const) {
    const damaged = database();
    packListing(damaged, FILES);
    damaged.exec(`UPDATE listing SET numbers = substr(numbers, 1, ${bytes})`);
    assertEquals([...readListing(damaged).files], [...FILES].slice(0, count));
  }
  const short = database();
  packListing(short, FILES);
  short.exec("UPDATE listing SET paths = 'a.ts'");
  assertEquals([...readListing(short).files.keys()], ["a.ts"]);
});
