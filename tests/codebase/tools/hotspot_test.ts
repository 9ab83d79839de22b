import { assert, assertEquals, assertRejects } from "@std/assert";
import { AutoToolsError } from "../../../lib/contract/error_codes.ts";
import { tool as ciHotspot } from "../../../lib/codebase/tools/hotspot.ts";
import { childrenEnded } from "../../tools/living.ts";
import { indexedRepository } from "../indexed_repository.ts";
import { type RealRepository, realRepository } from "../real_repository.ts";

const PLAIN = "export function plain() {\n  return 1;\n}\n";
const BRANCHY = `export function tangled(a: number) {\n${"  if (a) { a--; }\n".repeat(20)}}\n`;

/** The list of files that a session asks git for goes on where nobody waits for it. */
async function tool(...asked: Parameters<typeof ciHotspot>) {
  const output = await ciHotspot(...asked);
  await childrenEnded();
  return output;
}

function history(repository: RealRepository): void {
  for (let day = 1; day <= 4; day++) {
    repository.write({
      "src/plain.ts": `${PLAIN}// ${day}\n`,
      "src/tangled.ts": `${BRANCHY}// ${day}\n`,
      "README.md": `${day}`,
      "tests/a_test.ts": `${PLAIN}// ${day}\n`,
    });
    if (day > 2) repository.write({ "src/rare.ts": `${BRANCHY}// ${day}\n` });
    repository.commit(`Day ${day}`, `2026-01-0${day}T12:00:00Z`);
  }
}

Deno.test("ci_hotspot puts churn times complexity first, in source alone", async () => {
  using repository = realRepository();
  history(repository);
  const { findings, summary } = await tool(
    { days: 30, top: 20 },
    repository.context({ time: "2026-01-10T00:00:00Z" }),
  );
  assertEquals(findings.map(({ path }) => path), ["src/tangled.ts", "src/rare.ts", "src/plain.ts"]);
  assertEquals(
    findings[0]?.summary,
    "4 commits, last on 2026-01-04; 21 branches in 24 lines; most complex: tangled (cyclomatic 21)",
  );
  assertEquals(summary, "3 source files changed in the last 30 days; churn × complexity, worst first");
});

Deno.test("ci_hotspot of a quiet repository looks at the days before its newest commit, and says so", async () => {
  using repository = realRepository();
  history(repository);
  const { findings, summary } = await tool({ days: 2 }, repository.context({ time: "2027-01-01T00:00:00Z" }));
  assert(
    summary.includes(
      "in the 2 days before 2026-01-04, the newest commit, as there is none in the last 2 days",
    ),
  );
  assert(findings[0]?.summary.startsWith("3 commits"));
});

Deno.test("ci_hotspot gives at most top files, and is clamped to twenty", async () => {
  using repository = realRepository();
  repository.write(Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`src/f${at}.ts`, PLAIN])));
  repository.commit("All", "2026-01-01T00:00:00Z");
  const context = () => repository.context({ time: "2026-01-02T00:00:00Z" });
  assertEquals((await tool({ top: 2 }, context())).findings.length, 2);
  assertEquals((await tool({ top: 500 }, context())).findings.length, 20);
});

Deno.test("ci_hotspot has nothing to say before the first commit and no way to work without git", async () => {
  using repository = realRepository();
  const empty = await tool({}, repository.context());
  assertEquals([empty.findings, empty.summary], [[], "no commits yet"]);
  const error = await assertRejects(
    async () => await tool({}, repository.context({ git: false })),
    AutoToolsError,
  );
  assertEquals(error.code, "E_TOOL_UNAVAILABLE");
});

Deno.test("ci_hotspot says that a shallow clone knows no older changes", async () => {
  using indexed = indexedRepository({ "src/plain.ts": PLAIN });
  indexed.repository.write({ "src/plain.ts": `${PLAIN}// 2\n` });
  indexed.repository.commit("Second", "2026-01-02T00:00:00Z");
  const { limits } = await tool({}, indexed.context());
  assertEquals(limits, []);
  Deno.writeTextFileSync(
    `${indexed.repository.root}/.git/shallow`,
    `${indexed.git("rev-parse", "HEAD")}\n`,
  );
  const { limits: cut } = await tool({}, indexed.context());
  await childrenEnded();
  assertEquals(cut, ["ci_hotspot: the clone is shallow; its oldest commit counts as a change of every file"]);
});
