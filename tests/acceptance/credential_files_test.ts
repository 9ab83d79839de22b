import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  QUOTABLE_BY_NAME,
  STORES_BY_CONTENT,
  STORES_BY_NAME,
  UNRECOGNIZED,
} from "../fixtures/guard/credential_files.ts";
import { contextOf, SHOP } from "./context_runs.ts";
import { makeHome, makeRepo, runBinary } from "./harness.ts";
import { rebuilt } from "./indexed_home.ts";
import { sampled } from "./share.ts";

/** Stands in every file, so that all are looked for. */
const MARK = "zanzibarMarker";
/** Stands in those that are not to be quoted, and in no other. */
const HIDDEN = "quetzalcoatlValue";
const OPEN = "src/open.ts";

/** Of names that are the same to a file system that folds case or parts, one; git takes no `.git` and no invisible character. */
const plain = (paths: readonly string[]) => {
  const seen = new Set<string>();
  return paths.filter((path) => {
    const folded = path.toLowerCase();
    return /^[ -~\u4e00-\u9fff]+$/.test(path) && !seen.has(folded) && seen.add(folded);
  });
};

const STORES: Readonly<Record<string, string>> = Object.fromEntries([
  ...plain(STORES_BY_NAME).map((path) => [path, `${MARK} = ${HIDDEN}\n`]),
  // As a further line or field these do not change what the file is.
  ...STORES_BY_CONTENT.map(([path, text]) => [
    path,
    text.startsWith("{") ? text.replace("{", `{"${MARK}": "${HIDDEN}",\n`) : `${text}# ${MARK} ${HIDDEN}\n`,
  ]),
]);

const question = (path: string) => `what does ${path} say of ${MARK}? show the file ${path}`;

Deno.test("stores of credentials are neither quoted nor named, with an index and without", async () => {
  const unrecognized = UNRECOGNIZED.map((path) => [path, `${MARK} = ${HIDDEN}\n`]);
  await using repo = await makeRepo({
    ...SHOP,
    [OPEN]: `export const ${MARK} = "open-value";\n`,
    ...STORES,
    ...Object.fromEntries(unrecognized),
  });
  await using home = await makeHome();
  const paths = Object.keys(STORES);
  const asked = paths.filter((_, at) => at % 12 === 0);
  for (const indexed of [false, true]) {
    const place = { cwd: repo.path, home };
    if (indexed) await rebuilt(place);
    for (const prompt of [`where is ${MARK} defined?`, ...sampled(asked).map(question)]) {
      const { envelope } = await contextOf(place, prompt);
      const { for_model, for_user } = envelope.fused_context;
      const given = JSON.stringify([
        for_model.additional_context,
        for_user.results_text,
        envelope.tool_results,
      ]);
      assert(!given.includes(HIDDEN), `${prompt}: ${given}`);
      const { ranked_paths } = for_model.structured;
      const named = JSON.stringify([ranked_paths, envelope.tool_results]);
      assertEquals(paths.filter((path) => named.includes(JSON.stringify(path))), [], prompt);
      if (prompt.startsWith("where")) assertStringIncludes(given, "open-value");
      // What is never indexed does not make an index look old.
      const state = envelope.tool_results.find(({ tool }) => tool === "ci_index_status")?.data?.["index"];
      if (indexed) assertEquals(state, "ready");
    }
  }
  const { stdout } = await runBinary(["index", "status"], { cwd: repo.path, home });
  assert(!paths.some((path) => stdout.includes(path)), stdout);
  assertStringIncludes(stdout, `not read    ${UNRECOGNIZED.length} of no known type: `);
});

Deno.test("what resembles a store is quoted when it is asked for", async () => {
  const paths = plain(QUOTABLE_BY_NAME).filter((_, at) => at % 5 === 0);
  const words = paths.map((_, at) => `zanzibar${String.fromCharCode(97 + at % 26)}${at}`);
  await using repo = await makeRepo({
    ...SHOP,
    ...Object.fromEntries(paths.map((path, at) => [path, `${words[at]} is what ${MARK} says here\n`])),
  });
  const unquoted: string[] = [];
  for (const [at, path] of paths.entries()) {
    const { stdout } = await contextOf({ cwd: repo.path }, `where is ${words[at]} mentioned in ${path}?`);
    if (!stdout.includes(`${words[at]} is what`)) unquoted.push(path);
  }
  assertEquals(unquoted, []);
});

Deno.test("values that a configuration calls secrets are not shown, and counted; the rest of it is", async () => {
  await using repo = await makeRepo({
    ...SHOP,
    "config/ferry.yaml": "ferry:\n  harbour: bremerhaven\n  password: kingfisher\n  token: ${FERRY_TOKEN}\n",
  });
  await using home = await makeHome();
  for (const indexed of [false, true]) {
    if (indexed) await rebuilt({ cwd: repo.path, home });
    const { stdout, envelope } = await contextOf(
      { cwd: repo.path, home },
      "which harbour does config/ferry.yaml use?",
    );
    assertStringIncludes(stdout, "bremerhaven");
    assertStringIncludes(stdout, "${FERRY_TOKEN}");
    assert(!stdout.includes("kingfisher"));
    assert(envelope.tool_results.some(({ redactions }) => redactions.some(({ kind }) => kind === "setting")));
  }
});
