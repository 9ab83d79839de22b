import { assertEquals } from "@std/assert";
import { ignoreFolder } from "../../lib/clients/codex_ignore.ts";

const OLD = "# caf\u00e9\n*.log";

/** A repository with an exclude list, and a file in it that git would show. */
async function withRepo(act: (repo: string, list: string) => Promise<void>): Promise<void> {
  const repo = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "auto-tools-ignore-" }));
  try {
    await new Deno.Command("git", { args: ["init", "-q"], cwd: repo }).output();
    const list = `${repo}/.git/info/exclude`;
    Deno.mkdirSync(`${repo}/.git/info`, { recursive: true });
    Deno.writeTextFileSync(list, OLD);
    Deno.chmodSync(list, 0o664);
    Deno.mkdirSync(`${repo}/.ours`);
    Deno.writeTextFileSync(`${repo}/.ours/a`, "");
    await act(repo, list);
  } finally {
    Deno.removeSync(repo, { recursive: true });
  }
}

const left = (list: string) =>
  [...Deno.readDirSync(list.slice(0, list.lastIndexOf("/")))].map(({ name }) => name);

Deno.test("a folder is ignored once, what stood in the list stays, and so do its rights", async () => {
  await withRepo(async (repo, list) => {
    for (let times = 0; times < 2; times++) await ignoreFolder(repo, ".ours", `${repo}/.ours/a`);
    assertEquals(Deno.readTextFileSync(list), `${OLD}\n.ours/\n`);
    assertEquals((Deno.statSync(list).mode ?? 0) & 0o777, 0o664);
    assertEquals(left(list), ["exclude"]);
  });
});

Deno.test("whoever writes the list at the same moment loses nothing", async () => {
  await withRepo(async (repo, list) => {
    // Somebody has read the list, and will put another in its place.
    Deno.writeTextFileSync(`${list}.lock`, `${OLD}\ntheirs/\n`, { createNew: true });
    const ours = ignoreFolder(repo, ".ours", `${repo}/.ours/a`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    Deno.renameSync(`${list}.lock`, list);
    await ours;
    assertEquals(Deno.readTextFileSync(list), `${OLD}\ntheirs/\n.ours/\n`);
  });
});

Deno.test("a lock that somebody left behind stands in nobody's way", async () => {
  await withRepo(async (repo, list) => {
    Deno.writeTextFileSync(`${list}.lock`, "half");
    Deno.utimeSync(`${list}.lock`, 1, 1);
    await ignoreFolder(repo, ".ours", `${repo}/.ours/a`);
    assertEquals(Deno.readTextFileSync(list), `${OLD}\n.ours/\n`);
    assertEquals(left(list), ["exclude"]);
  });
});
