import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals } from "@std/assert";
import { buildIndex } from "../../../lib/codebase/index/build_index.ts";
import { openIndex } from "../../../lib/codebase/index/index_state.ts";
import { type IndexedRepository, indexedRepository } from "../indexed_repository.ts";

interface History {
  /** Files of each commit, newest first. */
  files: string[][];
  times: number[];
  /** Commits that changed `a.ts`. */
  ofA: number[];
  /** Commits whose message says `lantern`. */
  lantern: number[];
}

function history(indexed: IndexedRepository): History {
  const { stored } = openIndex(indexed.cacheDir);
  if (!stored) throw new Error("no index");
  const { history } = stored;
  const lantern: number[] = [];
  history.each("lantern", (commit) => lantern.push(commit));
  const found = {
    files: history.commits.map((_, at) => history.filesOf(at)),
    times: history.commits.map(({ time }) => time),
    ofA: history.commitsOf("a.ts"),
    lantern: lantern.sort((a, b) => a - b),
  };
  stored.close();
  return found;
}

/** What an index built from nothing says. */
async function anew(indexed: IndexedRepository): Promise<History> {
  const cacheDir = `${indexed.cacheDir}-anew`;
  await buildIndex(cacheDir, indexed.context(), { now: Date.now });
  const found = history({ ...indexed, cacheDir });
  Deno.removeSync(cacheDir, { recursive: true });
  return found;
}

function batches(indexed: IndexedRepository): number {
  const database = new DatabaseSync(`${indexed.cacheDir}/index.db`, { readOnly: true });
  const row = database.prepare("SELECT count(DISTINCT batch) AS n FROM commit_postings").get();
  database.close();
  return Number(row?.["n"]);
}

let hour = 0;

/** Each commit an hour after the one before. */
function commit(indexed: IndexedRepository, message: string, files: Record<string, string>): void {
  indexed.repository.write(files);
  indexed.repository.commit(message, new Date(Date.UTC(2026, 0, 2, hour++)).toISOString());
}

Deno.test("commits since the last build are added, and say what a whole build would", async () => {
  using indexed = indexedRepository({ "a.ts": "1", "b.ts": "1" });
  await indexed.build();
  assertEquals(history(indexed).files, [["a.ts", "b.ts"]]);
  commit(indexed, "Light the lantern", { "a.ts": "2" });
  commit(indexed, "Put it out", { "b.ts": "2", "c.ts": "1" });
  await indexed.build();
  commit(indexed, "Lantern again", { "a.ts": "3", "c.ts": "2" });
  await indexed.build();
  const found = history(indexed);
  assertEquals(found.files, [["a.ts", "c.ts"], ["b.ts", "c.ts"], ["a.ts"], ["a.ts", "b.ts"]]);
  assertEquals(found.ofA, [0, 2, 3]);
  assertEquals(found.lantern, [0, 2]);
  assertEquals(found, await anew(indexed));
  assertEquals(batches(indexed), 3, "nothing was written anew");
});

Deno.test("after an amend, a reset or a rebase the commits that are no more are forgotten", async () => {
  using indexed = indexedRepository({ "a.ts": "1" });
  commit(indexed, "Light the lantern", { "a.ts": "2" });
  await indexed.build();
  indexed.git("commit", "--quiet", "--amend", "--message", "Light the lamp");
  await indexed.build();
  assertEquals(history(indexed).lantern, []);
  assertEquals(history(indexed), await anew(indexed));

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
  assertEquals(history(indexed), await anew(indexed));
});

Deno.test("a commit that git no longer has costs a whole build of the history, not an error", async () => {
  using indexed = indexedRepository({ "a.ts": "1" });
  await indexed.build();
  const database = new DatabaseSync(`${indexed.cacheDir}/index.db`);
  database.prepare("UPDATE meta SET value = ? WHERE key = 'commits'").run("0123456789".repeat(4));
  database.close();
  commit(indexed, "Light the lantern", { "a.ts": "2" });
  await indexed.build();
  assertEquals(history(indexed), await anew(indexed));
});

Deno.test("what is excluded later is not in the history any more", async () => {
  using indexed = indexedRepository({ "a.ts": "1", "private/b.ts": "1" });
  await indexed.build();
  assertEquals(history(indexed).files, [["a.ts", "private/b.ts"]]);
  await buildIndex(indexed.cacheDir, indexed.context({ exclude: ["private/**"] }), { now: Date.now });
  assertEquals(history(indexed).files, [["a.ts"]]);
});

Deno.test("many small additions become one again", async () => {
  using indexed = indexedRepository({ "a.ts": "1" });
  for (let at = 0; at < 20; at++) {
    commit(indexed, `Lantern ${at}`, { [`f${at}.txt`]: "1" });
    await indexed.build();
  }
  assert(batches(indexed) < 10);
  assertEquals(history(indexed), await anew(indexed));
});
