/** CONTRACT 1.7: what a session was already given and has not changed is named, not injected again. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { build, contextOf, hookOf, SHOP } from "./context_runs.ts";
import { setting } from "./harness.ts";

const PROMPT = "where is retryDelay computed?";
const CODE = "return 100 * 2 ** attempt;";
const AGAIN = "Given earlier in this session and unchanged: ";

/** A setting whose client writes a transcript. */
async function session() {
  const at = await setting(SHOP);
  const transcript_path = `${at.home.path}/transcript.jsonl`;
  return {
    ...at,
    ask: async (more: Record<string, string> = {}) =>
      (await hookOf(at, { prompt: PROMPT, session_id: "one", transcript_path, ...more })).context,
    /** Writes the transcript: as Claude Code does, each entry names its parent. */
    wrote: (...entries: Record<string, unknown>[]) =>
      Deno.writeTextFileSync(transcript_path, entries.map((entry) => JSON.stringify(entry) + "\n").join("")),
  };
}

const id = (name: string | null) =>
  name === null ? null : `00000000-0000-0000-0000-${name.padStart(12, "0")}`;
const said = (uuid: string, parent: string | null) => ({
  parentUuid: id(parent),
  type: "user",
  message: { content: "…" },
  uuid: id(uuid),
});
const given = (uuid: string, parent: string, context: string) => ({
  parentUuid: id(parent),
  type: "attachment",
  attachment: { type: "hook_additional_context", content: [context] },
  uuid: id(uuid),
});

Deno.test("what a session was given is named and not quoted again as long as the model has it", async () => {
  await using at = await session();
  const first = await at.ask();
  assertStringIncludes(first, CODE);
  at.wrote(said("1", null), given("2", "1", first), said("3", "2"));
  const again = await at.ask();
  assert(!again.includes(CODE), again);
  assertStringIncludes(again.split(AGAIN)[1] ?? "", "src/retry.ts:");
  assertStringIncludes(await at.ask({ session_id: "two" }), CODE);
  at.write("src/retry.ts", (SHOP["src/retry.ts"] ?? "").replace(CODE, "return 250 * attempt;"));
  assertStringIncludes(await at.ask(), "return 250 * attempt;");
});

Deno.test("after a compaction, a rewind, a cleared session or without a transcript it is quoted again", async () => {
  await using at = await session();
  const before = [said("1", null), given("2", "1", await at.ask()), said("3", "2")];
  for (
    const [what, entries] of [
      ["compaction", [...before, said("4", null), said("5", "4")]],
      ["rewind", [...before, said("6", "1")]],
      ["cleared", [said("7", null)]],
    ] as const
  ) {
    at.wrote(...entries);
    assertStringIncludes(await at.ask(), CODE, what);
  }
  const content = await at.ask({ transcript_path: "" });
  assertStringIncludes(content, CODE);
  // Codex writes its turns one behind the other.
  const turn = { type: "response_item", payload: { type: "message", content } };
  at.wrote(turn);
  assertStringIncludes(await at.ask(), AGAIN);
  at.wrote(turn, { type: "compacted", payload: {} });
  assertStringIncludes(await at.ask(), CODE);
});

Deno.test("a file that changed since the index was built is a historical signal of a prompt that names it", async () => {
  await using at = await setting(SHOP);
  await build(at);
  const historical = async () =>
    (await contextOf(at, "is the retry delay right?")).envelope.inputs.signals
      .filter(({ type }) => type === "historical").map(({ match }) => match);
  assertEquals(await historical(), []);
  at.write("src/retry.ts", `${SHOP["src/retry.ts"] ?? ""}// edited\n`);
  assertEquals(await historical(), ["src/retry.ts"]);
});
