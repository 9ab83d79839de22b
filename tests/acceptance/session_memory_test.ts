/** CONTRACT 1.7: what a session was already given and has not changed is named, not injected again. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { contextOf, hookOf, SHOP } from "./context_runs.ts";
import { makeHome, makeRepo } from "./harness.ts";
import { build } from "./indexed_home.ts";

const PROMPT = "where is retryDelay computed?";
const CODE = "return 100 * 2 ** attempt;";
const AGAIN = "Given earlier in this session and unchanged: ";

Deno.test("what a session was given is named and not quoted again; what changed since, and another session, is given it", async () => {
  await using repo = await makeRepo(SHOP);
  await using home = await makeHome();
  const ask = (session_id: string) => hookOf({ cwd: repo.path, home }, { prompt: PROMPT, session_id });
  assertStringIncludes((await ask("one")).context, CODE);

  const again = await ask("one");
  assertEquals(again.code, 0);
  assert(!again.context.includes(CODE), again.context);
  assertStringIncludes(again.context, AGAIN);
  assertStringIncludes(again.context.split(AGAIN)[1] ?? "", "src/retry.ts:");

  assertStringIncludes((await ask("two")).context, CODE);

  repo.write("src/retry.ts", (SHOP["src/retry.ts"] ?? "").replace(CODE, "return 250 * attempt;"));
  assertStringIncludes((await ask("one")).context, "return 250 * attempt;");
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
