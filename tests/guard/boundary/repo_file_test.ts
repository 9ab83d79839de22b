import { assertEquals, assertThrows } from "@std/assert";
import { AutoToolsError } from "../../../lib/contract/error_codes.ts";
import { checkRepoPath, openChecked, readRepoText } from "../../../lib/guard/boundary/repo_file.ts";
import { write } from "../../fixtures/tree.ts";
import { inTemporaryFolder } from "../../temporary_folder.ts";

/** A folder with a repository root in it, and something private beside it. */
const withRoot = (test: (root: string, outside: string) => void) =>
  inTemporaryFolder((folder) => {
    const root = `${folder}/repo`;
    write(`${root}/src/a.ts`, "export const a = 1;\n");
    Deno.writeTextFileSync(`${folder}/private.txt`, "outside\n");
    test(root, `${folder}/private.txt`);
  });

function assertRefused(read: () => unknown) {
  const error = assertThrows(read);
  assertEquals(error instanceof AutoToolsError ? error.code : String(error), "E_REPO_ROOT");
}

Deno.test("a text is read, and nothing of what is binary or larger than 1 MiB", () =>
  withRoot((root) => {
    assertEquals(readRepoText(root, "src/a.ts"), "export const a = 1;\n");
    Deno.writeFileSync(`${root}/b.bin`, new Uint8Array([1, 0, 2]));
    assertEquals(readRepoText(root, "b.bin"), undefined);
    Deno.writeFileSync(`${root}/max.txt`, new Uint8Array(1024 * 1024).fill(97));
    assertEquals(readRepoText(root, "max.txt")?.length, 1024 * 1024);
    Deno.writeFileSync(`${root}/large.txt`, new Uint8Array(1024 * 1024 + 1).fill(97));
    assertEquals(readRepoText(root, "large.txt"), undefined);
  }));

Deno.test("AC-006 readRepoText refuses every way out of the repository", () =>
  withRoot((root, outside) => {
    Deno.symlinkSync(outside, `${root}/link.txt`);
    Deno.symlinkSync("..", `${root}/up`);
    Deno.symlinkSync("/proc/self/environ", `${root}/environ`);
    Deno.symlinkSync("/dev/zero", `${root}/zero`);
    for (
      const path of [
        "../private.txt",
        "src/../../private.txt",
        outside,
        "",
        "link.txt",
        "up/private.txt",
        "environ",
        "zero",
        "a\0b",
      ]
    ) {
      assertRefused(() => readRepoText(root, path));
    }
  }));

Deno.test("readRepoText follows a symlink that stays inside, unless its target is sensitive", () =>
  withRoot((root) => {
    Deno.symlinkSync("src/a.ts", `${root}/alias.ts`);
    assertEquals(readRepoText(root, "alias.ts"), "export const a = 1;\n");
    Deno.writeTextFileSync(`${root}/.env`, "A=1\n");
    Deno.symlinkSync(".env", `${root}/settings.txt`);
    for (const path of [".env", "settings.txt"]) assertRefused(() => readRepoText(root, path));
  }));

Deno.test("a swap between check and open is refused", () =>
  withRoot((root, outside) => {
    const swaps: ((file: string) => void)[] = [
      (file) => Deno.symlinkSync(outside, file),
      (file) => Deno.writeTextFileSync(file, "another file\n"),
      (file) => Deno.linkSync(outside, file),
    ];
    for (const swap of swaps) {
      const checked = checkRepoPath(root, "src/a.ts");
      Deno.renameSync(`${root}/src/a.ts`, `${root}/src/kept.ts`);
      swap(`${root}/src/a.ts`);
      assertRefused(() => openChecked(root, checked));
      Deno.removeSync(`${root}/src/a.ts`);
      Deno.renameSync(`${root}/src/kept.ts`, `${root}/src/a.ts`);
    }
    const checked = checkRepoPath(root, "src/a.ts");
    Deno.renameSync(`${root}/src`, `${root}/src2`);
    Deno.mkdirSync(`${root}/../elsewhere`);
    Deno.linkSync(`${root}/src2/a.ts`, `${root}/../elsewhere/a.ts`);
    Deno.symlinkSync("../elsewhere", `${root}/src`);
    assertRefused(() => openChecked(root, checked));
  }));

Deno.test("a hard link to a sensitive file is refused under any name, one to an ordinary file is not", () =>
  withRoot((root) => {
    write(`${root}/deploy/secrets/token.txt`, "hidden\n");
    Deno.writeTextFileSync(`${root}/.env`, "A=hidden\n");
    Deno.linkSync(`${root}/deploy/secrets/token.txt`, `${root}/src/notes.ts`);
    Deno.linkSync(`${root}/.env`, `${root}/settings.txt`);
    Deno.linkSync(`${root}/src/a.ts`, `${root}/src/b.ts`);
    for (const path of ["src/notes.ts", "settings.txt"]) assertRefused(() => readRepoText(root, path));
    assertEquals(readRepoText(root, "src/b.ts"), "export const a = 1;\n");
  }));
