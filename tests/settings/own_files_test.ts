/** CONTRACT 1.6: what another user owns, or could write, in the place of one of our files is neither believed nor changed. `tests/hard/own_files_test.ts` has one of these of each file. */
import { assertEquals, assertThrows } from "@std/assert";
import { NotOurs, readOwnFile } from "../../lib/settings/own_files.ts";
import { inTemporaryFolder } from "../temporary_folder.ts";

const NOBODY = 65534;
const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/"));

/** What is done to a file of ours, or around it; what only root can do begins with `root:`. */
const FAULTS: Record<string, [make: (path: string, home: string) => void, says: string]> = {
  "root: is another's": [(path) => Deno.chownSync(path, NOBODY, NOBODY), "belongs to another user (65534)"],
  "can be written by others": [(path) => Deno.chmodSync(path, 0o666), "can be written by other users"],
  "has another name": [
    (path, home) => Deno.linkSync(path, `${home}/second`),
    "has another name (a hard link)",
  ],
  "is a link": [
    (path, home) => {
      Deno.renameSync(path, `${home}/theirs`);
      Deno.symlinkSync(`${home}/theirs`, path);
    },
    "is a symbolic link",
  ],
  "is a FIFO": [
    (path) => {
      Deno.removeSync(path);
      new Deno.Command("mkfifo", { args: [path] }).outputSync();
    },
    "is not a regular file",
  ],
  "is a folder": [
    (path) => {
      Deno.removeSync(path);
      Deno.mkdirSync(path);
    },
    "is not a regular file",
  ],
  "root: lies in another's folder": [
    (path) => Deno.chownSync(folderOf(path), NOBODY, NOBODY),
    "belongs to another user (65534)",
  ],
  "lies in a folder that others can write": [
    (path) => Deno.chmodSync(folderOf(path), 0o777),
    "can be written by other users",
  ],
  "lies below a folder that others can write, behind a link": [
    (_, home) => {
      Deno.mkdirSync(`${home}/shared`);
      Deno.renameSync(`${home}/state`, `${home}/shared/moved`);
      Deno.symlinkSync(`${home}/shared/moved`, `${home}/state`);
      Deno.chmodSync(`${home}/shared`, 0o777);
    },
    "is not a folder of its own",
  ],
};

for (const [what, [make, says]] of Object.entries(FAULTS)) {
  Deno.test({
    name: `a file of ours is not used that ${what.replace("root: ", "")}`,
    ignore: what.startsWith("root: ") && Deno.uid() !== 0,
    fn: () =>
      inTemporaryFolder((home) => {
        const path = `${home}/state/auto-tools/kept`;
        Deno.mkdirSync(folderOf(path), { recursive: true, mode: 0o700 });
        Deno.writeTextFileSync(path, "ours", { mode: 0o600 });
        make(path, home);
        assertThrows(() => readOwnFile(path), NotOurs, `${says}; it is not used`);
      }),
  });
}

Deno.test("a file of ours that others may read is closed to them, and used", () =>
  inTemporaryFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/kept`, "ours", { mode: 0o644 });
    Deno.chmodSync(folder, 0o755);
    assertEquals(readOwnFile(`${folder}/kept`), "ours");
    assertEquals((Deno.lstatSync(`${folder}/kept`).mode ?? 0) & 0o777, 0o600);
  }));
