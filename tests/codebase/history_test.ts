import { assertEquals } from "@std/assert";
import { commits } from "../../lib/codebase/history.ts";
import { childrenEnded } from "../tools/living.ts";
import { realRepository } from "./real_repository.ts";

Deno.test("commits come newest first, with subject, body and files of any name", async () => {
  using repository = realRepository();
  repository.write({ "a.ts": "1", 'ü b/"c".ts': "1" });
  repository.commit("Add two files\n\nBecause both are needed.\nAnd more.", "2026-01-01T00:00:00Z");
  repository.write({ "a.ts": "2" });
  repository.commit("Change one", "2026-01-02T00:00:00Z");
  const log = await commits(repository.root, { at: repository.head(), timeoutMs: 10_000 });
  assertEquals(
    log.map(({ time, subject, body, files }) => ({ time, subject, body, files })),
    [
      { time: Date.UTC(2026, 0, 2) / 1000, subject: "Change one", body: "", files: ["a.ts"] },
      {
        time: Date.UTC(2026, 0, 1) / 1000,
        subject: "Add two files",
        body: "Because both are needed.\nAnd more.",
        files: ["a.ts", 'ü b/"c".ts'],
      },
    ],
  );
});

Deno.test("count, bytes and time bound what is read, and what is read is whole", async () => {
  using repository = realRepository();
  for (let at = 0; at < 5; at++) {
    repository.write({ [`file${at}.ts`]: "x" });
    repository.commit(`Commit ${at}\n\n${"word ".repeat(1000)}`, `2026-01-0${at + 1}T00:00:00Z`);
  }
  const read = async (options: { maxCommits?: number; maxBytes?: number }) =>
    (await commits(repository.root, { at: repository.head(), timeoutMs: 10_000, ...options })).map((
      { subject },
    ) => subject);
  assertEquals(await read({ maxCommits: 2 }), ["Commit 4", "Commit 3"]);
  assertEquals(await read({ maxBytes: 12_000 }), ["Commit 4", "Commit 3"]);
  await childrenEnded();
});
