import { assert, assertEquals, assertRejects } from "@std/assert";
import { AutoToolsError } from "../../../lib/contract/error_codes.ts";
import { references } from "../../../lib/codebase/structure/references.ts";
import { repoFiles } from "../../../lib/codebase/files/repo_files.ts";
import { inTemporaryFolder } from "../../temporary_folder.ts";
import { childrenEnded } from "../../tools/living.ts";
import { realRepository } from "../real_repository.ts";

Deno.test("references are whole words, literal, in tracked and untracked files that may be named, in order, and of no endless lines", async () => {
  using repository = realRepository();
  repository.write({ "b.ts": "login();\nloginAll();\n", ".gitignore": "out/\n", "out/x.ts": "login();\n" });
  repository.commit("Start", "2026-01-01T00:00:00Z");
  repository.write({ "a b.ts": "x\nlog.in();\nlogin();\n", ".env": "login=1\n", "gen/a.ts": "login\n" });
  repository.write({ "min.js": `login${";x".repeat(5000)}\n` });
  const context = repository.context({ exclude: ["gen/**"] });
  const { found, complete } = await references(["login", "log.in"], repoFiles(context), context, {
    timeoutMs: 10_000,
  });
  assertEquals(found, [
    { path: "a b.ts", line: 2, text: "log.in();" },
    { path: "a b.ts", line: 3, text: "login();" },
    { path: "b.ts", line: 1, text: "login();" },
  ]);
  assert(complete);
});

Deno.test("a search that was cut off says so and gives whole lines", async () => {
  using repository = realRepository();
  repository.write({ "a.ts": "login here\n".repeat(1000) });
  const context = repository.context();
  const { found, complete } = await references(["login"], repoFiles(context), context, {
    timeoutMs: 10_000,
    maxBytes: 1000,
  });
  await childrenEnded();
  assertEquals(complete, false);
  assert(found.length > 10 && found.every(({ text }) => text === "login here"));
});

Deno.test("outside git the files themselves are searched; a folder that git does not know is an error", () =>
  inTemporaryFolder(async (root) => {
    Deno.writeTextFileSync(`${root}/a.ts`, "login();\n");
    const context = { root, exclude: [], time: "2026-01-01T00:00:00Z" };
    const { found } = await references(["login"], repoFiles(context), context, { timeoutMs: 10_000 });
    assertEquals(found.map(({ path, line }) => `${path}:${line}`), ["a.ts:1"]);
    const error = await assertRejects(
      () =>
        references(["login"], repoFiles(context), { root, gitDir: `${root}/.git` }, { timeoutMs: 10_000 }),
      AutoToolsError,
    );
    assertEquals(error.code, "E_TOOL_UNAVAILABLE");
  }));
