import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { homeWithTools } from "./configured_tools.ts";
import { contextOf, hookOf, SHOP } from "./context_runs.ts";
import { makeFolder, makeHome, makeRepo, runBinary } from "./harness.ts";
import { sampled } from "./share.ts";

/** Stands in every file that must not be quoted. */
const MARK = "zanzibarMarker";
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

Deno.test("AC-006 sensitive names are neither quoted nor named, though git tracks them", async () => {
  const body = `export const ${MARK} = "hidden-value";\n`;
  await using repo = await makeRepo({
    ...SHOP,
    "src/open.ts": `export const ${MARK} = "open-value";\n`,
    ...Object.fromEntries(SENSITIVE.map((path) => [path, body])),
  });
  const asked = [
    ASK,
    ...sampled(SENSITIVE).map((path) => `what does ${path} define as ${MARK}? show the file ${path}`),
  ];
  for (const prompt of asked) {
    const { envelope } = await contextOf({ cwd: repo.path }, prompt);
    const { for_model, for_user } = envelope.fused_context;
    const given = JSON.stringify([for_model, for_user.results_text, envelope.tool_results]);
    assert(!given.includes("hidden-value"), prompt);
    // What may be quoted is: the same word was looked for everywhere.
    assertStringIncludes(given, "open-value", prompt);
    const { ranked_paths, items } = for_model.structured;
    const named = [ranked_paths, (items as { path?: string }[]).map(({ path }) => path)].flat();
    assert(named.includes("src/open.ts"));
    assertEquals(named.filter((path) => SENSITIVE.includes(String(path))), [], prompt);
  }
});

Deno.test("AC-006 .env.example is an ordinary file", async () => {
  await using repo = await makeRepo({ ...SHOP, ".env.example": "ZANZIBAR_URL=fill me in\n" });
  const { stdout } = await contextOf({ cwd: repo.path }, "where is ZANZIBAR_URL set?");
  assertStringIncludes(stdout, ".env.example");
});

Deno.test("AC-006 nothing outside of the repository is read: .., absolute paths, symlinks to files and folders", async () => {
  await using outside = await makeFolder({ "outside.ts": `export const ${MARK} = "outside-value";\n` });
  await using repo = await makeRepo({ ...SHOP, "src/inside.ts": `export const ${MARK} = "inside-value";\n` });
  await Deno.symlink(`${outside.path}/outside.ts`, `${repo.path}/src/link.ts`);
  await Deno.symlink(outside.path, `${repo.path}/src/linked`);
  await repo.git("add", "-A");
  await repo.git("commit", "-q", "-m", "Link");
  const name = outside.path.split("/").at(-1);
  for (
    const path of [
      `${outside.path}/outside.ts`,
      `../${name}/outside.ts`,
      "src/link.ts",
      "src/linked/outside.ts",
      "/etc/passwd",
    ]
  ) {
    const { stdout } = await contextOf({ cwd: repo.path }, `what does ${path} say about ${MARK}?`);
    assertStringIncludes(stdout, "inside-value");
    assert(!stdout.includes("outside-value"), path);
    assert(!stdout.includes("root:x:0"), path);
  }
});

Deno.test("AC-006 through a link in the configuration's place no other file is quoted, by no command", async () => {
  await using outside = await makeFolder({ "auto-tools.yaml": `${MARK}: hidden-value\n` });
  for (const link of ["config", "config/auto-tools.yaml"]) {
    await using repo = await makeRepo(SHOP);
    await using home = await makeHome();
    const target = link === "config" ? outside.path : `${outside.path}/auto-tools.yaml`;
    if (link !== "config") await Deno.mkdir(`${repo.path}/config`);
    await Deno.symlink(target, `${repo.path}/${link}`);
    const place = { cwd: repo.path, home };
    const { envelope, stdout } = await contextOf(place, "where is the retry delay computed?");
    assertStringIncludes(envelope.fused_context.for_user.limits_text, "symbolic link");
    const others = await Promise.all([["doctor"], ["trust", "--yes"]].map((args) => runBinary(args, place)));
    const texts = others.map((other) => other.stdout + other.stderr);
    for (const text of [stdout, ...texts]) {
      assert(!text.includes(MARK) && !text.includes("hidden-value"), text);
    }
    for (const { code } of others) assert(code !== 0);
  }
});

Deno.test("AC-006 a hostile repository's git configuration runs nothing", async () => {
  await using repo = await makeRepo(SHOP);
  const touch = `touch ${repo.path}/ran`;
  for (
    const key of [
      "core.fsmonitor",
      "core.pager",
      "diff.external",
      "core.sshCommand",
      "alias.ls-files",
      "core.editor",
    ]
  ) {
    await repo.git("config", key, key.startsWith("alias") ? `!${touch}` : touch);
  }
  await repo.git("config", "diff.evil.textconv", touch);
  await repo.git("config", "filter.evil.clean", touch);
  repo.write(".gitattributes", "*.ts diff=evil filter=evil\n");
  repo.write(".git/hooks/post-index-change", `#!/bin/sh\n${touch}\n`);
  await Deno.chmod(`${repo.path}/.git/hooks/post-index-change`, 0o755);
  repo.write("src/login.ts", "export const changed = 1;\n");
  const env = { CI_AUTO_TOOLS_TIER_MAX: "2" };
  const { code } = await contextOf(
    { cwd: repo.path, env },
    "which hotspot changed most, and why does withRetries fail?",
  );
  assertEquals(code, 0);
  assertEquals([...Deno.readDirSync(repo.path)].some(({ name }) => name === "ran"), false);
});

const CLAMPED: { tool: string; args: Record<string, number>; limits: string[] }[] = [
  {
    tool: "ci_graph_rag",
    args: { depth: 10, budget: 99999, top_k: 500 },
    limits: ["depth clamped to 2", "budget clamped to 8000", "top_k clamped to 10"],
  },
  { tool: "ci_search", args: { limit: 1000 }, limits: ["limit clamped to 10"] },
  { tool: "ci_call_chain", args: { depth: 9 }, limits: ["depth clamped to 3"] },
  { tool: "ci_hotspot", args: { days: 9999, top: 999 }, limits: ["days clamped to 30", "top clamped to 20"] },
];
for (const { tool, args, limits } of CLAMPED) {
  Deno.test(`AC-006 arguments of ${tool} are clamped before the call, and each is said`, async () => {
    await using repo = await makeRepo(SHOP);
    const env = { CI_AUTO_TOOLS_TIER_MAX: "2" };
    const { envelope } = await contextOf({ cwd: repo.path, env }, "who calls retryDelay?", [
      "--tool",
      tool,
      "--args",
      JSON.stringify(args),
    ]);
    const planned = envelope.tool_plan.tools.find((each) => each.tool === tool);
    for (const limit of limits) {
      assertStringIncludes(envelope.fused_context.for_user.limits_text, `[Limits] ${tool}: ${limit}`);
      const [key = "", , , max] = limit.split(" ");
      assertEquals(planned?.args[key], Number(max));
    }
  });
}

for (const args of [{ limit: "many" }, { limit: -1 }, { path: "../../etc" }]) {
  Deno.test(`AC-006 arguments that make no sense are refused: ${JSON.stringify(args)}`, async () => {
    await using repo = await makeRepo(SHOP);
    const { envelope } = await contextOf({ cwd: repo.path }, "retryDelay", [
      "--tool",
      "ci_search",
      "--args",
      JSON.stringify(args),
    ]);
    const [result] = envelope.tool_results;
    assertEquals([result?.status, result?.error?.code], ["skipped", "E_INVALID_ARGS"]);
    assertStringIncludes(envelope.fused_context.for_user.limits_text, "ci_search");
  });
}

Deno.test("AC-006 a way around the kernel is refused with the empty injection", async () => {
  await using repo = await makeRepo(SHOP);
  const limit = "[Limits] tool invocation must go through orchestrator";
  const direct = await runBinary(["tool", "ci_search", "retryDelay"], { cwd: repo.path });
  const envelope = JSON.parse(direct.stdout);
  assertEquals(envelope.fused_context.for_model.additional_context, "");
  assertEquals(envelope.fused_context.for_user.limits_text, limit);
  const named = await hookOf({ cwd: repo.path }, { prompt: "where is retryDelay?", tool: "ci_search" });
  assertEquals({ code: named.code, context: named.context }, { code: 0, context: "" });
  assertStringIncludes(named.systemMessage ?? "", limit);
});

Deno.test("AC-006 a key that a tool was configured with, was given, or that stands where a setting should, is not shown", async () => {
  await using repo = await makeRepo({ "src/a.ts": `export const ${MARK} = 1;\n` });
  const key = `${"gh"}p_${"a1B2c3D4e5F6".repeat(3)}`;
  await using home = await homeWithTools({
    docs: {
      mode: "good",
      args: { query: "{{prompt}}", token: "q8f7w6e5r4t3y2u1", headers: [`Bearer ${key}`] },
    },
  });
  const planned = await contextOf({ cwd: repo.path, home }, ASK, ["--dry-run"]);
  const docs = planned.envelope.tool_plan.tools.find(({ tool }) => tool === "docs");
  assertEquals(docs?.args, { query: ASK, token: "<redacted>", headers: ["Bearer <redacted>"] });

  await using plain = await makeHome();
  const searched = ["--tool", "ci_search", "--args"];
  for (
    const [args, env] of [
      [[...searched, JSON.stringify({ query: key, symbols: [key] })], {}],
      [[...searched, JSON.stringify({ [key]: 1 })], {}],
      [["--tool", key], {}],
      [[], { CI_AUTO_TOOLS: key }],
    ] satisfies [string[], Record<string, string>][]
  ) {
    const { stdout, stderr } = await contextOf({ cwd: repo.path, home: plain, env }, ASK, args);
    assertStringIncludes(stdout, "redacted", args.join(" "));
    assert(!(stdout + stderr).includes(key), stdout);
  }
  assertEquals(await filesHolding(plain.path, key), []);
});

/** Files below a folder whose bytes hold a text. */
async function filesHolding(folder: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) found.push(...await filesHolding(path, text));
    else if (isFile && new TextDecoder("latin1").decode(await Deno.readFile(path)).includes(text)) {
      found.push(path);
    }
  }
  return found;
}
