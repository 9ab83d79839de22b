import { assertEquals } from "@std/assert";
import { shapeQuery } from "../../../lib/codebase/query/query.ts";
import { messageScores } from "../../../lib/codebase/ranking/message_signal.ts";
import { asked, indexedRepository } from "../indexed_repository.ts";

/** Paths by the messages of their commits, best first. */
function byMessages(cacheDir: string, request: string, now = "2026-03-01T00:00:00Z"): string[] {
  return asked(
    { cacheDir },
    (stored) =>
      [...messageScores(stored, shapeQuery(request), Date.parse(now) / 1000)].sort((a, b) => b[1] - a[1])
        .map(([document]) => stored.path(document)),
  );
}

Deno.test("the messages of a file's commits speak for it, whatever its text; a sweep says less, and what is gone is not named", async () => {
  const files = Object.fromEntries(["a", "b", "c", "gone"].map((name) => [`${name}.ts`, "export {};\n"]));
  using indexed = indexedRepository(files);
  const { repository } = indexed;
  repository.write({ "a.ts": "export {}; //\n", "gone.ts": "export {}; //\n" });
  repository.commit("Retry uploads with backoff", "2026-01-02T00:00:00Z");
  repository.write({ "b.ts": "export {}; //\n", "c.ts": "export {}; //\n", "a.ts": "export {};\n" });
  repository.commit("Format; the backoff too", "2026-01-03T00:00:00Z");
  indexed.git("rm", "-q", "gone.ts");
  repository.commit("Remove what nobody needs", "2026-01-04T00:00:00Z");
  await indexed.build();
  assertEquals(byMessages(indexed.cacheDir, "the backoff of uploads"), ["a.ts", "b.ts", "c.ts"]);
  assertEquals(byMessages(indexed.cacheDir, "uploads"), ["a.ts"]);
  assertEquals(byMessages(indexed.cacheDir, "elsewhere"), []);
});

Deno.test("a commit dated in the future does not make all others old", async () => {
  using indexed = indexedRepository({ "often.ts": "", "once.ts": "" });
  const { repository } = indexed;
  for (let day = 1; day <= 5; day++) {
    repository.write({ "often.ts": `// ${day}\n` });
    repository.commit(`Retry uploads, step ${day}`, `2026-01-0${day}T00:00:00Z`);
  }
  repository.write({ "once.ts": "//\n" });
  repository.commit("Uploads: a word", "2060-01-01T00:00:00Z");
  await indexed.build();
  assertEquals(byMessages(indexed.cacheDir, "uploads"), ["often.ts", "once.ts"]);
});
