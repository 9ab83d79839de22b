import { assertEquals } from "@std/assert";
import { buildIndex } from "../../../lib/codebase/index/build_index.ts";
import { asked, builtRepository, type IndexedRepository, indexedRepository } from "../indexed_repository.ts";

interface History {
  /** Files of each commit, newest first. */
  files: string[][];
  /** Commits whose message says `lantern`. */
  lantern: number[];
}

function history(indexed: IndexedRepository): History {
  return asked(indexed, ({ history }) => {
    const { commits, paths } = history.log();
    const lantern: number[] = [];
    history.each("lantern", (commit) => lantern.push(commit));
    return {
      files: commits.map(({ files }) => files.map((file) => paths[file] ?? "")),
      lantern: lantern.sort((a, b) => a - b),
    };
  });
}

let hour = 0;

/** Each commit an hour after the one before. */
function commit(indexed: IndexedRepository, message: string, files: Record<string, string>): void {
  indexed.repository.write(files);
  indexed.repository.commit(message, new Date(Date.UTC(2026, 0, 2, hour++)).toISOString());
}

Deno.test("commits since the last build are known after the next one", async () => {
  using indexed = await builtRepository({ "a.ts": "1", "b.ts": "1" });
  assertEquals(history(indexed).files, [["a.ts", "b.ts"]]);
  commit(indexed, "Light the lantern", { "a.ts": "2" });
  commit(indexed, "Put it out", { "b.ts": "2", "c.ts": "1" });
  await indexed.build();
  commit(indexed, "Lantern again", { "a.ts": "3", "c.ts": "2" });
  await indexed.build();
  const found = history(indexed);
  assertEquals(found.files, [["a.ts", "c.ts"], ["b.ts", "c.ts"], ["a.ts"], ["a.ts", "b.ts"]]);
  assertEquals(found.lantern, [0, 2]);
});

Deno.test("after an amend, a reset or a rebase the commits that are no more are forgotten", async () => {
  using indexed = indexedRepository({ "a.ts": "1" });
  commit(indexed, "Light the lantern", { "a.ts": "2" });
  await indexed.build();
  indexed.git("commit", "--quiet", "--amend", "--message", "Light the lamp");
  await indexed.build();
  assertEquals(history(indexed).lantern, []);

  indexed.git("reset", "--quiet", "--hard", "HEAD~1");
  await indexed.build();
  assertEquals(history(indexed).files, [["a.ts"]]);

  indexed.git("checkout", "--quiet", "-b", "side");
  commit(indexed, "Lantern aside", { "b.ts": "1" });
  await indexed.build();
  indexed.git("checkout", "--quiet", "main");
  commit(indexed, "Main goes on", { "a.ts": "3" });
  indexed.git("checkout", "--quiet", "side");
  indexed.git("rebase", "--quiet", "main");
  await indexed.build();
  assertEquals(history(indexed).files, [["b.ts"], ["a.ts"], ["a.ts"]]);
});

Deno.test("what is excluded later is not in the history any more", async () => {
  using indexed = await builtRepository({ "a.ts": "1", "private/b.ts": "1" });
  assertEquals(history(indexed).files, [["a.ts", "private/b.ts"]]);
  await buildIndex(indexed.cacheDir, indexed.context({ exclude: ["private/**"] }), { now: Date.now });
  assertEquals(history(indexed).files, [["a.ts"]]);
});
