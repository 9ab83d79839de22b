import { assertEquals, assertThrows } from "@std/assert";
import { readRepoSmallFile, REPO_CONFIG } from "../../lib/settings/small_file.ts";
import { inTemporaryFolder } from "../temporary_folder.ts";

Deno.test("a repository's configuration is a plain file of its own: no link, folder or device speaks in its place", () =>
  inTemporaryFolder((top) => {
    const root = `${top}/repo`;
    Deno.mkdirSync(`${root}/config`, { recursive: true });
    const file = `${root}/${REPO_CONFIG}`;
    assertEquals(readRepoSmallFile(root, REPO_CONFIG), undefined);
    Deno.writeTextFileSync(`${top}/auto-tools.yaml`, "private: 1\n");
    for (const target of [`${top}/auto-tools.yaml`, "../../auto-tools.yaml", "/nowhere"]) {
      Deno.symlinkSync(target, file);
      assertThrows(() => readRepoSmallFile(root, REPO_CONFIG), TypeError, "symbolic link");
      Deno.removeSync(file);
    }
    Deno.mkdirSync(file);
    assertThrows(() => readRepoSmallFile(root, REPO_CONFIG), TypeError, "not a regular file");
    Deno.removeSync(file);
    Deno.writeTextFileSync(file, "disable: []\n");
    assertEquals(readRepoSmallFile(root, REPO_CONFIG), "disable: []\n");
    Deno.removeSync(`${root}/config`, { recursive: true });
    Deno.symlinkSync(top, `${root}/config`);
    assertThrows(() => readRepoSmallFile(root, REPO_CONFIG), TypeError, "symbolic link");
  }));
