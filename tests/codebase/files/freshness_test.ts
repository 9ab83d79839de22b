import { assertEquals } from "@std/assert";
import { session } from "../../../lib/codebase/session.ts";
import { tool as status } from "../../../lib/codebase/tools/index_status.ts";
import { tool as search } from "../../../lib/codebase/tools/search.ts";
import { asked, indexedRepository } from "../indexed_repository.ts";

/** More files than a prompt looks at one by one. */
const MANY = 6001;

Deno.test("a big tree is compared anew in the background once the last time is a minute ago; what git ignores by then is not named", async () => {
  const files = Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`f/${at}.txt`, ""]));
  using indexed = indexedRepository(files);
  indexed.repository.write({ "scratch.ts": "export function scratchPaper() {}\n" });
  await indexed.build();
  const found = async () =>
    (await search({ query: "scratchPaper", limit: 10 }, indexed.context())).findings.flatMap(({ path }) =>
      path ?? []
    );
  assertEquals(await found(), ["scratch.ts"]);
  Deno.writeTextFileSync(`${indexed.repository.root}/.git/info/exclude`, "scratch.ts\n");
  // On a busy machine git lists too late for one prompt, and in time for another.
  let last = await found();
  for (let more = 50; more > 0 && last.length > 0; more--) last = await found();
  assertEquals(last, []);
  const compared = Date.parse(asked(indexed, (stored) => stored.meta("time")) ?? "");
  const stateAt = async (ms: number) => {
    const context = { ...indexed.context(), time: new Date(ms).toISOString() };
    // A busy machine lists later than the tool waits for.
    await session(context).listing;
    return (await status({}, context)).data["index"];
  };
  // Where the machine is busy, comparing ends before it has seen that nothing differs.
  let state = await stateAt(compared + 59_000);
  for (let more = 50; more > 0 && state !== "ready"; more--) state = await stateAt(compared + 59_000);
  assertEquals(state, "ready");
  assertEquals(await stateAt(compared + 61_000), "stale");
});

Deno.test("a file that was changed just before it was read is compared by its content: it is no difference, and a change within the same second is one", async () => {
  using indexed = indexedRepository({ "a.ts": "export const one = 1;\n", "b.ts": "export const two = 2;\n" });
  const second = new Date(Math.floor(Date.now() / 1000) * 1000);
  const path = `${indexed.repository.root}/a.ts`;
  Deno.utimeSync(path, second, second);
  await indexed.build(0);
  const found = async () => {
    const { index, changed_files } = (await status({}, indexed.context())).data;
    return [index, changed_files];
  };
  assertEquals(await found(), ["ready", []]);
  Deno.writeTextFileSync(path, "export const six = 6;\n");
  Deno.utimeSync(path, second, second);
  assertEquals(await found(), ["stale", ["a.ts"]]);
});
