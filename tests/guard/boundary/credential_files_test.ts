import { assert, assertEquals, assertThrows } from "@std/assert";
import { type Content, repoFiles } from "../../../lib/codebase/files/repo_files.ts";
import { HoldsCredentials, readRepoText } from "../../../lib/guard/boundary/repo_file.ts";
import { makeFolder } from "../../acceptance/harness.ts";
import {
  QUOTABLE_BY_CONTENT,
  QUOTABLE_BY_NAME,
  STORES_BY_CONTENT,
  STORES_BY_NAME,
  UNRECOGNIZED,
} from "../../fixtures/guard/credential_files.ts";
import { write } from "../../fixtures/tree.ts";
import { inTemporaryFolder } from "../../temporary_folder.ts";

type File = readonly [path: string, text: string];

/** What a read of each file gives, each in a folder of its own, since some names differ only in case. */
function readings(files: readonly File[]): Promise<Map<string, Content>> {
  return inTemporaryFolder((root) =>
    new Map(files.map(([path, text], index): [string, Content] => {
      const own = `${root}/${index}`;
      write(`${own}/${path}`, text);
      const here = repoFiles({ root: own, exclude: [], cacheDir: root, time: "2026-01-01T00:00:00Z" });
      return [path, here.allowed(path) ? here.read(path) : { kind: "gone" }];
    }))
  );
}

const named = (paths: readonly string[]): File[] =>
  paths.map((path) => [path, "zanzibarMarker of no kind\n"]);
const exceptFor = (kind: Content["kind"], all: ReadonlyMap<string, Content>) =>
  [...all].filter(([, content]) => content.kind !== kind).map(([path]) => path);

Deno.test("stores of credentials are not there, by their names and by what stands in them", async () => {
  const stores = [...named(STORES_BY_NAME), ...STORES_BY_CONTENT];
  assert(stores.length >= 120, `${stores.length} stores`);
  assertEquals(exceptFor("gone", await readings(stores)), []);
});

Deno.test("a link to a store is one, whatever it is called", async () => {
  await using folder = await makeFolder({ "deploy/dev-cluster.yaml": STORES_BY_CONTENT[0]?.[1] ?? "" });
  const root = await Deno.realPath(folder.path);
  await Deno.symlink("deploy/dev-cluster.yaml", `${root}/cluster.ts`);
  assertThrows(() => readRepoText(root, "cluster.ts"), HoldsCredentials);
});

Deno.test("what is of no known type is named and not quoted", async () => {
  assertEquals(exceptFor("opaque", await readings(named(UNRECOGNIZED))), []);
});

Deno.test("what only resembles a store stays quotable", async () => {
  const ordinary = [...named(QUOTABLE_BY_NAME), ...QUOTABLE_BY_CONTENT];
  assert(ordinary.length >= 80, `${ordinary.length} files`);
  assertEquals(exceptFor("text", await readings(ordinary)), []);
});
