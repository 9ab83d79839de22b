/** CONTRACT 1.7: what a session was already given and has not changed is named, not injected again. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { contextOf, hookOf, SHOP } from "./context_runs.ts";
import { makeHome, makeRepo } from "./harness.ts";
import { build } from "./indexed_home.ts";

const PROMPT = "where is retryDelay computed?";
const CODE = "return 100 * 2 ** attempt;";
const AGAIN = "Given earlier in this session and unchanged: ";

/** A transcript as Claude Code writes it: each entry names its parent. */
function transcript(
  path: string,
  entries: { uuid: string; parent: string | null; context?: string }[],
): void {
  const lines = entries.map(({ uuid, parent, context }) =>
    JSON.stringify({
      parentUuid: parent === null ? null : id(parent),
      ...(context === undefined ? { type: "user", message: { content: "…" } } : {
        type: "attachment",
        attachment: { type: "hook_additional_context", content: [context] },
      }),
      uuid: id(uuid),
    })
  );
  Deno.writeTextFileSync(path, lines.join("\n") + "\n");
}

const id = (name: string) => `00000000-0000-0000-0000-${name.padStart(12, "0")}`;

Deno.test("what a session was given is named and not quoted again as long as the model has it", async () => {
  await using repo = await makeRepo(SHOP);
  await using home = await makeHome();
  const transcript_path = `${home.path}/transcript.jsonl`;
  const ask = async (session_id = "one") =>
    (await hookOf({ cwd: repo.path, home }, { prompt: PROMPT, session_id, transcript_path })).context;
  const first = await ask();
  assertStringIncludes(first, CODE);

  transcript(transcript_path, [{ uuid: "1", parent: null }, { uuid: "2", parent: "1", context: first }, {
    uuid: "3",
    parent: "2",
  }]);
  const again = await ask();
  assert(!again.includes(CODE), again);
  assertStringIncludes(again.split(AGAIN)[1] ?? "", "src/retry.ts:");
  assertStringIncludes(await ask("two"), CODE);

  repo.write("src/retry.ts", (SHOP["src/retry.ts"] ?? "").replace(CODE, "return 250 * attempt;"));
  assertStringIncludes(await ask(), "return 250 * attempt;");
});

Deno.test("after a compaction, a rewind, a cleared session or without a transcript it is quoted again", async () => {
  await using repo = await makeRepo(SHOP);
  await using home = await makeHome();
  const transcript_path = `${home.path}/transcript.jsonl`;
  const ask = async (more: Record<string, string> = { transcript_path }) =>
    (await hookOf({ cwd: repo.path, home }, { prompt: PROMPT, session_id: "one", ...more })).context;
  const context = await ask();
  const given = [{ uuid: "1", parent: null }, { uuid: "2", parent: "1", context }, {
    uuid: "3",
    parent: "2",
  }];
  for (
    const [what, entries] of [
      ["compaction", [...given, { uuid: "4", parent: null }, { uuid: "5", parent: "4" }]],
      ["rewind", [...given, { uuid: "6", parent: "1" }]],
      ["cleared", [{ uuid: "7", parent: null }]],
    ] as const
  ) {
    transcript(transcript_path, [...entries]);
    assertStringIncludes(await ask(), CODE, what);
  }
  const last = await ask({});
  assertStringIncludes(last, CODE);
  // Codex writes its turns one behind the other.
  const codex = (...lines: string[]) => Deno.writeTextFileSync(transcript_path, lines.join("\n") + "\n");
  const turn = JSON.stringify({ type: "response_item", payload: { type: "message", content: last } });
  codex(turn);
  assertStringIncludes(await ask(), AGAIN);
  codex(turn, JSON.stringify({ type: "compacted", payload: {} }));
  assertStringIncludes(await ask(), CODE);
});

Deno.test("a file that changed since the index was built is a historical signal of a prompt that names it", async () => {
  await using repo = await makeRepo(SHOP);
  await using home = await makeHome();
  const place = { cwd: repo.path, home };
  await build(place);
  const historical = async () =>
    (await contextOf(place, "is the retry delay right?")).envelope.inputs.signals
      .filter(({ type }) => type === "historical").map(({ match }) => match);
  assertEquals(await historical(), []);
  repo.write("src/retry.ts", `${SHOP["src/retry.ts"] ?? ""}// edited\n`);
  assertEquals(await historical(), ["src/retry.ts"]);
});
