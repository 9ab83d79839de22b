import { assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { LANGUAGES } from "./generated/source.ts";
import { editFiles, generateRepository } from "./generated_repository.ts";

async function git(dir: string, ...args: string[]): Promise<string> {
  const { stdout } = await new Deno.Command("git", { args: ["-C", dir, ...args] }).output();
  return new TextDecoder().decode(stdout).trim();
}

Deno.test("the generated repository is the same on every machine", async () => {
  const scratch = await Deno.makeTempDir();
  const dir = `${scratch}/repository`;
  try {
    const { bytes, commits, examples, paths } = await generateRepository(dir, 60, LANGUAGES);
    assertEquals(await git(dir, "rev-parse", "HEAD"), "49b7659fadf830ee110ab908ff2040d58d7e8055");
    assertEquals((await git(dir, "ls-files")).split("\n").toSorted(), paths.toSorted());
    assertEquals(Number(await git(dir, "rev-list", "--count", "HEAD")), commits);
    assertEquals(await git(dir, "status", "--porcelain"), "");
    assertEquals(bytes > 60 * 5000 && bytes < 60 * 8000, true);
    assertEquals(examples.length > 0, true);
    for (const { path, name } of examples) {
      assertStringIncludes(await Deno.readTextFile(`${dir}/${path}`), name);
    }
    await editFiles(dir, paths, 3, 1);
    const changed = await git(dir, "status", "--porcelain");
    assertEquals(changed.split("\n").length, 3);
    await editFiles(dir, paths, 3, 2);
    assertNotEquals(await git(dir, "diff"), "");
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
});
