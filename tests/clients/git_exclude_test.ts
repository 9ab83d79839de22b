import { assertEquals, assertRejects } from "@std/assert";
import { ignoreFolder } from "../../lib/clients/git_exclude.ts";
import { makeRepo } from "../acceptance/harness.ts";

Deno.test("folders that are ignored at once each have one line, and the list keeps its rights", async () => {
  await using repo = await makeRepo({ "a.ts": "" });
  const list = `${repo.path}/.git/info/exclude`;
  Deno.chmodSync(list, 0o664);
  const folders = [".ours", "x/.theirs", ".last"];
  await Promise.all(folders.map((folder) => ignoreFolder(repo.path, folder)));
  await ignoreFolder(repo.path, ".ours");
  const lines = Deno.readTextFileSync(list).split("\n").filter((line) => /^[.x]/.test(line));
  assertEquals(lines.toSorted(), folders.map((folder) => `${folder}/`).toSorted());
  assertEquals((Deno.statSync(list).mode ?? 0) & 0o777, 0o664);
});

Deno.test("a list that is a link is left alone", async () => {
  await using repo = await makeRepo({ "a.ts": "" });
  for (const place of ["info/exclude", "info"]) {
    const path = `${repo.path}/.git/${place}`;
    Deno.renameSync(path, `${path}.moved`);
    Deno.symlinkSync(`${path}.moved`, path);
    await assertRejects(() => ignoreFolder(repo.path, ".ours"), Error, "left alone");
  }
});
