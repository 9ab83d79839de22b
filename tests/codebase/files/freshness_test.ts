import { assertEquals } from "@std/assert";
import { openIndex } from "../../../lib/codebase/index/index_state.ts";
import { tool as status } from "../../../lib/codebase/tools/index_status.ts";
import { indexedRepository } from "../indexed_repository.ts";

/** More files than a prompt looks at one by one. */
const MANY = 6001;

Deno.test("a big tree is compared anew in the background once the last time is a minute ago", async () => {
  const files = Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`f/${at}.txt`, `word${at}\n`]));
  using indexed = indexedRepository(files);
  await indexed.build();
  const { stored } = openIndex(indexed.cacheDir);
  const compared = Date.parse(stored?.meta("time") ?? "");
  stored?.close();
  const stateAt = async (ms: number) => {
    const time = new Date(ms).toISOString();
    return (await status({}, { ...indexed.context(), time })).data["index"];
  };
  Deno.utimeSync(`${indexed.repository.root}/.git/index`, new Date(compared), new Date(compared - 1000));
  assertEquals(await stateAt(compared + 59_000), "ready");
  assertEquals(await stateAt(compared + 61_000), "stale");
  Deno.utimeSync(`${indexed.repository.root}/.git/index`, new Date(compared), new Date(compared + 1000));
  assertEquals(await stateAt(compared + 59_500), "stale");
});
