import { assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { editFiles, generateRepository } from "./generated_repository.ts";

async function git(dir: string, ...args: string[]): Promise<string> {
  const { stdout } = await new Deno.Command("git", { args: ["-C", dir, ...args] }).output();
  return new TextDecoder().decode(stdout).trim();
}

Deno.test("the generated repository is the same on every machine", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const { bytes, example } = await generateRepository(`${dir}/repository`, 30);
    assertEquals(
      await git(`${dir}/repository`, "rev-parse", "HEAD^{tree}"),
      "8699ecc1ad7c1e05cbc6ea2c98537e7b168d96ef",
    );
    assertEquals((await git(`${dir}/repository`, "ls-files")).split("\n").length, 30);
    assertEquals(bytes > 30 * 4000 && bytes < 30 * 7000, true);
    assertStringIncludes(
      await Deno.readTextFile(`${dir}/repository/${example.path}`),
      `function ${example.name}(`,
    );
    await editFiles(`${dir}/repository`, 3, 1);
    assertNotEquals(await git(`${dir}/repository`, "status", "--porcelain"), "");
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
