import { assertEquals, assertRejects } from "@std/assert";
import { ignoreFolder } from "../../lib/clients/git_exclude.ts";
import { makeRepo } from "../acceptance/harness.ts";

const OLD = "# caf\u00e9\n*.log";

Deno.test("each folder is ignored once, what stood in the list stays, and so do its rights", async () => {
  await using repo = await makeRepo({ "a.ts": "" });
  const list = `${repo.path}/.git/info/exclude`;
  Deno.writeTextFileSync(list, OLD);
  Deno.chmodSync(list, 0o664);
  const folders = [".ours", "x/.theirs", ".last"];
  for (const folder of folders) repo.write(`${folder}/a`, "");
  const ignore = (folder: string) => ignoreFolder(repo.path, folder, `${repo.path}/${folder}/a`);
  await Promise.all(folders.map(ignore));
  for (const folder of folders) await ignore(folder);
  const lines = Deno.readTextFileSync(list).split("\n").filter((line) => line !== "");
  assertEquals(lines.slice(0, 2), OLD.split("\n"));
  assertEquals(lines.slice(2).toSorted(), folders.map((folder) => `${folder}/`).toSorted());
  assertEquals((Deno.statSync(list).mode ?? 0) & 0o777, 0o664);
});

Deno.test("a list that is a link is left alone", async () => {
  await using repo = await makeRepo({ "a.ts": "" });
  repo.write(".ours/a", "");
  for (const place of ["info/exclude", "info"]) {
    const path = `${repo.path}/.git/${place}`;
    Deno.renameSync(path, `${path}.moved`);
    Deno.symlinkSync(`${path}.moved`, path);
    await assertRejects(() => ignoreFolder(repo.path, ".ours", `${repo.path}/.ours/a`), Error, "left alone");
  }
});
