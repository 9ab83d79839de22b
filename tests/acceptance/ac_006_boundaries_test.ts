import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { STORES_BY_CONTENT, STORES_BY_NAME, UNRECOGNIZED } from "../fixtures/guard/credential_files.ts";
import { toolSetting } from "./configured_tools.ts";
import { contextOf, hookOf, rebuilt, SHOP } from "./context_runs.ts";
import { assertHas, makeFolder, runBinary, setting } from "./harness.ts";
import { keptFiles } from "./planted_repository.ts";

/** Stands in every file that is looked for. */
const MARK = "zanzibarMarker";
/** Stands in those that must not be quoted, and in no other. */
const HIDDEN = "quetzalcoatlValue";
const ASK = `where is ${MARK} defined?`;

const SENSITIVE = [
  ".env",
  ".env.local",
  "server.pem",
  "deploy/tls.key",
  "id_rsa",
  "home/.ssh/config",
  "app/secrets/token.ts",
  "secrets/top.ts",
  ".npmrc",
  "nested/.npmrc",
];

/** Of names that are the same to a file system that folds case or parts, one; git takes no `.git` and no invisible character. */
function plain(paths: readonly string[]): string[] {
  const byFolded = new Map(paths.map((path) => [path.toLowerCase(), path]));
  return [...byFolded.values()].filter((path) => /^[ -~\u4e00-\u9fff]+$/.test(path));
}

const STORES: Readonly<Record<string, string>> = Object.fromEntries([
  ...plain([...SENSITIVE, ...STORES_BY_NAME]).map((path) => [path, `${MARK} = ${HIDDEN}\n`]),
  // As a further line or field these do not change what the file is.
  ...STORES_BY_CONTENT.map(([path, text]) => [
    path,
    text.startsWith("{") ? text.replace("{", `{"${MARK}": "${HIDDEN}",\n`) : `${text}# ${MARK} ${HIDDEN}\n`,
  ]),
]);

Deno.test("AC-006 sensitive names and stores of credentials are neither quoted nor named, with an index and without; values that a configuration calls secrets are not shown, and counted", async () => {
  await using at = await setting({
    ...SHOP,
    "src/open.ts": `export const ${MARK} = "open-value";\n`,
    ".env.example": "exampleWord is what stands here\n",
    "config/ferry.yaml": "ferry:\n  harbour: bremerhaven\n  password: kingfisher\n  token: ${FERRY_TOKEN}\n",
    ...STORES,
    ...Object.fromEntries(UNRECOGNIZED.map((path) => [path, `${MARK} = ${HIDDEN}\n`])),
  });
  const paths = Object.keys(STORES);
  const asked = [...SENSITIVE, ...paths.filter((_, index) => index % 12 === 0)];
  const byName = Object.values(Object.groupBy(asked, (_, index) => index % 2))
    .map((some = []) => `what do ${some.join(", ")} say of ${MARK}?`);
  for (const indexed of [false, true]) {
    if (indexed) await rebuilt(at);
    // Cold, all but the listing is the same for every prompt.
    for (const prompt of [ASK, ...indexed ? byName : []]) {
      const { envelope, context, paths: found } = await contextOf(at, prompt);
      const { for_model, for_user } = envelope.fused_context;
      const given = JSON.stringify([context, for_user.results_text, envelope.tool_results]);
      assert(!given.includes(HIDDEN), `${prompt}: ${given}`);
      const named = JSON.stringify([found, for_model.structured["ranked_paths"], envelope.tool_results]);
      assertEquals(paths.filter((path) => named.includes(JSON.stringify(path))), [], prompt);
      if (prompt === ASK) {
        assertStringIncludes(given, "open-value", "the same word was looked for everywhere");
      }
      // What is never indexed does not make an index look old.
      const state = envelope.tool_results.find(({ tool }) => tool === "ci_index_status")?.data?.["index"];
      if (indexed) assertEquals(state, "ready");
    }
  }
  const example = await contextOf(at, "where is exampleWord mentioned in .env.example?");
  assertStringIncludes(example.stdout, "exampleWord is what");
  const { envelope, stdout: ferry } = await contextOf(at, "which harbour does config/ferry.yaml use?");
  assertHas(ferry, "bremerhaven", "${FERRY_TOKEN}");
  assert(!ferry.includes("kingfisher"));
  assert(envelope.tool_results.some(({ redactions }) => redactions.some(({ kind }) => kind === "setting")));
  const { stdout } = await runBinary(["index", "status"], at);
  assert(!paths.some((path) => stdout.includes(path)), stdout);
  assertStringIncludes(stdout, `not read    ${UNRECOGNIZED.length} of no known type: `);
});

Deno.test("AC-006 through a link in the configuration's place no other file is quoted, by no command", async () => {
  await using outside = await makeFolder({ "auto-tools.yaml": `${MARK}: ${HIDDEN}\n` });
  await using at = await setting(SHOP);
  await Deno.mkdir(`${at.cwd}/config`);
  await Deno.symlink(`${outside.path}/auto-tools.yaml`, `${at.cwd}/config/auto-tools.yaml`);
  const { limits, stdout } = await contextOf(at, "where is the retry delay computed?");
  assertStringIncludes(limits, "symbolic link");
  const trust = await runBinary(["trust", "--yes"], at);
  assert(trust.code !== 0);
  const texts = stdout + trust.stdout + trust.stderr;
  assert(!texts.includes(MARK) && !texts.includes(HIDDEN), texts);
});

const CLAMPED: [tool: string, args: Record<string, number>, most: Record<string, number>][] = [
  ["ci_graph_rag", { depth: 10, budget: 99999, top_k: 500 }, { depth: 2, budget: 8000, top_k: 10 }],
  ["ci_search", { limit: 1000 }, { limit: 10 }],
  ["ci_call_chain", { depth: 9 }, { depth: 3 }],
  ["ci_hotspot", { days: 9999, top: 999 }, { days: 30, top: 20 }],
];

Deno.test("AC-006 arguments are clamped before the call, or refused where they make no sense, and each is said", async () => {
  await using at = await setting(SHOP);
  const place = { ...at, env: { CI_AUTO_TOOLS_TIER_MAX: "2" } };
  const run = (calls: readonly (readonly [tool: string, args: unknown, ...more: unknown[]])[]) =>
    contextOf(
      place,
      "who calls retryDelay?",
      calls.flatMap(([tool, args]) => ["--tool", tool, "--args", JSON.stringify(args)]),
    );
  const { envelope, limits } = await run(CLAMPED);
  for (const [tool, , most] of CLAMPED) {
    const planned = envelope.tool_plan.tools.find((each) => each.tool === tool);
    for (const [key, value] of Object.entries(most)) {
      assertStringIncludes(limits, `[Limits] ${tool}: ${key} clamped to ${value}`);
      assertEquals(planned?.args[key], value);
    }
  }
  const refused = await run([
    ["ci_search", { limit: "many" }],
    ["ci_graph_rag", { depth: -1 }],
    ["ci_impact", { path: "../../etc" }],
  ]);
  for (const { tool, status, error } of refused.envelope.tool_results) {
    assertEquals([status, error?.code], ["skipped", "E_INVALID_ARGS"]);
    assertStringIncludes(refused.limits, tool);
  }
});

Deno.test("AC-006 a way around the kernel is refused with the empty injection", async () => {
  await using at = await setting(SHOP);
  const limit = "[Limits] tool invocation must go through orchestrator";
  const { stdout, stderr } = await runBinary(["tool", "ci_search", "retryDelay"], at);
  const { fused_context } = JSON.parse(stdout);
  assertEquals([fused_context.for_model.additional_context, fused_context.for_user.limits_text], ["", limit]);
  assertStringIncludes(stderr, limit);
  const hook = await hookOf(at, { prompt: "where is retryDelay?", tool: "ci_search" });
  assertEquals([hook.code, hook.context], [0, ""]);
  assertStringIncludes(hook.systemMessage ?? "", limit);
});

Deno.test("AC-006 a key that a tool was configured with, was given, or that stands where a setting should, is not shown", async () => {
  const files = { "src/a.ts": `export const ${MARK} = 1;\n` };
  const key = `${"gh"}p_${"a1B2c3D4e5F6".repeat(3)}`;
  const args = { query: "{{prompt}}", token: "q8f7w6e5r4t3y2u1", headers: [`Bearer ${key}`] };
  await using tools = await toolSetting({ docs: { mode: "good", args } }, {}, files);
  const { envelope } = await contextOf(tools, ASK, ["--dry-run"]);
  const docs = envelope.tool_plan.tools.find(({ tool }) => tool === "docs");
  assertEquals(docs?.args, { query: ASK, token: "<redacted>", headers: ["Bearer <redacted>"] });

  await using at = await setting(files);
  const search = (args: unknown) => ["--tool", "ci_search", "--args", JSON.stringify(args)];
  const given = [...search({ query: key, symbols: [key] }), ...search({ [key]: 1 }), "--tool", key];
  const { stdout, stderr } = await contextOf({ ...at, env: { CI_AUTO_TOOLS: key } }, ASK, given);
  assertStringIncludes(stdout, "redacted");
  assert(!(stdout + stderr).includes(key), stdout);
  const kept = [...keptFiles(at.home.path)].filter(({ text }) => text.includes(key.toLowerCase()));
  assertEquals(kept, []);
});
