/**
 * Ways to end with "done and proven" without doing the work: each ends as `tricks.json` says, whoever does it. Some are tried with the real Codex as well, in its
 * sandbox. What is not caught stands in docs/continuous.md.
 */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { codex, E2E } from "../e2e/clients.ts";
import { nodeProgram } from "../e2e/npm.ts";
import { agentPlace, task } from "../fixtures/continuous/fake_agent.ts";
import { shell } from "../fixtures/guard/git_repository.ts";
import table from "../fixtures/continuous/tricks.json" with { type: "json" };
import { makeRepo, type Repo, runBinary, type RunOptions } from "./harness.ts";

const TIMEOUT_MS = 600_000;

const TEST = `import test from "node:test";
import assert from "node:assert";
import { sum } from "../lib/sum.mjs";
import fixed from "fixed";
for (const [a, b] of [[1, 2], [2, 3], [3, 4]]) test(\`\${a}\`, () => assert.equal(sum(a, b), fixed(a + b)));
`;

const FILES = {
  "package.json": `{"name": "sums", "type": "module", "scripts": {"test": "node --test tests/"}}\n`,
  ".gitignore": "node_modules/\nbuild/\n",
  "lib/sum.mjs": "export const sum = () => 0;\n",
  "tests/sum.test.mjs": TEST,
  "lib/twice.mjs": "export const twice = () => 0;\n",
  "checks/run.mjs": `import test from "node:test";
import cases from "./cases.json" with { type: "json" };
import { twice } from "../lib/twice.mjs";
for (const n of cases) test(String(n), () => { if (twice(n) !== 2 * n) throw new Error("wrong"); });
`,
  "checks/cases.json": "[1, 2, 3]\n",
  "check.sh": "exec node --test tests/\n",
  "Makefile": "test:\n\tnode --test tests/\n",
};

/** What is run in place of the work, and how its task ends. */
interface Trick {
  name: string;
  runs: string;
  verify?: string;
  ends: "tampered" | "regressed" | "unproven" | "complete";
  /** In the words of the pause, or of the report. */
  says?: string;
  changes_tests?: boolean;
  /** By the real Codex, while a person works in their own folder. */
  codex?: boolean;
}

const TRICKS: Trick[] = table as Trick[];
const SETTINGS = "[continuous]\nstop_conditions = { replans = 0, back_off_seconds = 0 }";

/** Exit code of a run whose tasks end so, and what is said of them. */
const ENDS = {
  complete: [0, /complete: /],
  unproven: [5, /unproven: /],
  tampered: [3, /waits \(tampered\): /],
  regressed: [3, /waits \(regressed\): /],
} as const;

const planOf = (tricks: Trick[]) =>
  tricks.map(({ verify = "npm test", changes_tests = false }, at) =>
    task(`task-${at}`, verify, { changes_tests })
  );

/** A package of the user's, which git does not have, and a submodule. */
async function addOthers({ path, write }: Repo): Promise<void> {
  const link = "git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),part; git commit -qm Part";
  await shell(`mkdir part; git add -A; ${link}`, path);
  Deno.mkdirSync(`${path}/node_modules/fixed`, { recursive: true });
  write("node_modules/fixed/index.js", "export default (n) => n;\n");
  write("node_modules/fixed/package.json", `{"type": "module", "main": "index.js"}`);
}

/** Works on a plan of these tricks and holds what comes of them to what they say. */
async function assertEnds(tricks: Trick[], repo: Repo, options: RunOptions, meanwhile = ""): Promise<void> {
  const before = await repo.git("status", "--porcelain", "--ignored");
  const { code, stdout, stderr } = await runBinary(["--continuous", "--yes", "--no-tui", "Sum up"], options);
  const [exit, line] = ENDS[tricks.at(-1)?.ends ?? "complete"];
  assertEquals(code, exit, stderr);
  assertMatch(stderr, line);
  const steps: { type: string; task_id?: string; pause?: { kind: string; why: string } }[] = stdout.trim()
    .split("\n").map((each) => JSON.parse(each).event ?? {}).filter(({ type }) => type === "step_ended");
  const [, broken = ""] = /at the end (.*) no longer passes/.exec(stderr) ?? [];
  for (const [at, { name, ends, verify = "npm test", says = "" }] of tricks.entries()) {
    const own = steps.filter(({ task_id }) => task_id === `task-${at}`);
    const pause = own.find(({ pause }) => pause)?.pause;
    if (ends === "complete") assertEquals([own.length, pause], [1, undefined], name);
    if (ends === "tampered") assertEquals([pause?.kind, name], [ends, name]);
    if (ends === "regressed") assertStringIncludes(broken, verify);
    if (ends === "unproven") assertStringIncludes(stderr, `task-${at} (`);
    assertStringIncludes(pause?.why ?? stderr, says);
  }
  if (/tampered/.test(stderr)) {
    assertStringIncludes(stderr, "--decide continue|retry|skip");
    assertEquals((await runBinary(["resume", "--continuous", "--no-tui"], options)).code, exit);
  }
  const report = (await runBinary(["continuous", "report"], options)).stdout;
  assertEquals(/^(?:# )?Complete/.test(report), exit === 0, report);
  const after = await repo.git("status", "--porcelain", "--ignored");
  assertEquals(after.replace("!! .codex/\n", ""), `${meanwhile}${before}`);
}

const named = (tricks: Trick[]) => tricks.map(({ name, ends }) => `${name} → ${ends}`).join("; ");
const [byCodex, scripted] = [TRICKS.filter((one) => one.codex), TRICKS.filter((one) => !one.codex)];
/** None holds up the next trick that ends as it does: those have one run. */
const together = Object.keys(ENDS).map((end) => scripted.filter(({ ends }) => ends === end));

for (const tricks of together.filter(({ length }) => length > 0)) {
  Deno.test(`proof: ${named(tricks)}`, async () => {
    await using place = await agentPlace(planOf(tricks), {
      else: `name=$(sed -n 's/^# Your task: Do //p' "$FAKE_CODEX/$n.stdin")
        . "$FAKE_CODEX/\${name:-1}.sh"; [ -z "$name" ] || say "Done, all tests pass."`,
    }, FILES);
    for (const [at, { runs }] of tricks.entries()) place.script(`task-${at}`, runs);
    // A name of another time, over which Node stumbles where it looks for tests by itself.
    await shell(`echo 1 >checks/"$(printf 't\\351_spec.rb')"`, place.repo.path);
    await addOthers(place.repo);
    place.config(SETTINGS);
    const PATH = `${place.home.env["PATH"]}:${(await nodeProgram()).replace(/\/[^/]*$/, "")}`;
    const { repo, env } = place;
    await assertEnds(tricks, repo, { cwd: repo.path, env: { ...env, PATH }, timeoutMs: TIMEOUT_MS });
  });
}

Deno.test({
  name: `proof, Codex: ${named(byCodex)}`,
  ignore: !E2E,
  async fn() {
    await using repo = await makeRepo(FILES);
    await addOthers(repo);
    await using client = await codex(async ({ prompt, results }) => {
      if (prompt.includes("Make a plan for the goal below")) {
        return JSON.stringify({ requirements: ["It sums"], tasks: planOf(byCodex) });
      }
      if (results.length > 0) return "Done, all tests pass.";
      const trick = byCodex[Number(/^# Your task: Do task-(\d+)$/m.exec(prompt)?.[1])];
      if (trick === undefined) throw new Error(`which task is it?\n${prompt}`);
      await repo.git("checkout", "-qB", "side");
      repo.write("lib/sum.mjs", "mine\n");
      return [{ name: "exec_command", input: { cmd: trick.runs } }];
    });
    client.configure("[sandbox_workspace_write]\nexclude_slash_tmp = true\nexclude_tmpdir_env_var = true");
    client.configure(SETTINGS);
    const options = { cwd: repo.path, home: client.home, timeoutMs: TIMEOUT_MS };
    await assertEnds(byCodex, repo, options, " M lib/sum.mjs\n");
  },
});
