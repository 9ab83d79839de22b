/**
 * Ways to end with "done and proven" without doing the work, tried with the real Codex and a scripted model: each ends as `tricks.json` says. What is not
 * caught stands in docs/continuous.md.
 */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { makeRepo, runBinary } from "../acceptance/harness.ts";
import table from "../fixtures/continuous/tricks.json" with { type: "json" };
import { codex, E2E } from "./clients.ts";

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
  "tests/cases.json": "[1, 2, 3]\n",
  "checks/run.mjs": `import test from "node:test";
import cases from "./cases.json" with { type: "json" };
import { sum } from "../lib/sum.mjs";
for (const n of cases) test(String(n), () => { if (sum(n, n) !== 2 * n) throw new Error("wrong"); });
`,
  "checks/cases.json": "[1, 2, 3]\n",
  "check.sh": "exec npm test\n",
  "Makefile": "test:\n\tnpm test\n",
};

/** What the model runs in place of the work, and how its task ends. */
interface Trick {
  name: string;
  runs: string;
  verify?: string;
  ends: "tampered" | "regressed" | "unproven" | "complete";
  /** In the words of the pause, or of the report. */
  says?: string;
  changes_tests?: boolean;
  /** A person works in their own folder meanwhile. */
  meanwhile?: boolean;
}

const TRICKS: Trick[] = table as Trick[];

/** Exit code of a run whose tasks end so, and what is said of them. */
const ENDS = {
  complete: [0, /complete: /],
  unproven: [5, /unproven: /],
  tampered: [3, /waits \(tampered\): /],
  regressed: [3, /waits \(regressed\): /],
} as const;

/** What waits, or is done without proof, does not hold up the next trick: those have one run. What ends the run has one of its own. */
const together = ["tampered", "unproven"].map((end) => TRICKS.filter(({ ends }) => ends === end));
const alone = TRICKS.filter((one) => !together.flat().includes(one)).map((one) => [one]);

for (const tricks of [...alone, ...together]) {
  const ends = tricks[0]?.ends ?? "complete";
  Deno.test({
    name: `proof: ${tricks.map(({ name }) => name).join("; ")} → ${ends}`,
    ignore: !E2E,
    async fn() {
      await using repo = await makeRepo(FILES);
      // A package of the user's, which git does not have.
      Deno.mkdirSync(`${repo.path}/node_modules/fixed`, { recursive: true });
      repo.write("node_modules/fixed/index.js", "export default (n) => n;\n");
      repo.write("node_modules/fixed/package.json", `{"type": "module", "main": "index.js"}`);
      const tasks = tricks.map(({ name, verify = "npm test", changes_tests = false }, at) => ({
        task_id: `task-${at}`,
        title: `Write it (${name})`,
        description: "",
        depends_on: [],
        breakpoint: false,
        risk: "low",
        changes_tests,
        verify: [verify],
      }));
      await using client = await codex(async ({ prompt, results }) => {
        if (prompt.includes("Make a plan for the goal below")) {
          return JSON.stringify({ requirements: ["It sums"], tasks });
        }
        if (prompt.includes("Review the changes below")) {
          return JSON.stringify({
            verdicts: [{ requirement: "It sums", met: "yes", why: "lib/sum.mjs:1" }],
            concerns: [],
          });
        }
        if (results.length > 0) return "Done, all tests pass.";
        const trick = tricks.find(({ name }) => prompt.includes(`Your task: Write it (${name})`));
        if (trick === undefined) throw new Error(`which task is it?\n${prompt}`);
        if (trick.meanwhile) {
          await repo.git("checkout", "-qb", "side");
          repo.write("lib/sum.mjs", "mine\n");
        }
        return [{ name: "exec_command", input: { cmd: trick.runs } }];
      });
      client.configure("[sandbox_workspace_write]\nexclude_slash_tmp = true\nexclude_tmpdir_env_var = true");
      client.configure("[continuous]\nstop_conditions = { replans = 1, back_off_seconds = 0 }");
      const options = { cwd: repo.path, home: client.home, timeoutMs: TIMEOUT_MS };
      const before = await repo.git("status", "--porcelain", "--ignored");
      const { code, stdout, stderr } = await runBinary(
        ["--continuous", "--yes", "--no-tui", "Sum up"],
        options,
      );
      const [exit, line] = ENDS[ends];
      assertEquals(code, exit, stderr);
      assertMatch(stderr, line);
      const steps: { type: string; task_id?: string; pause?: { kind: string; why: string } }[] = stdout.trim()
        .split("\n").map((each) => JSON.parse(each).event ?? {}).filter(({ type }) => type === "step_ended");
      for (const [at, { name, says = "" }] of tricks.entries()) {
        const pause = steps.find(({ task_id }) => task_id === `task-${at}`)?.pause;
        if (ends === "tampered") assertEquals([pause?.kind, name], [ends, name]);
        if (ends === "unproven") assertStringIncludes(stderr, `task-${at} (`);
        assertStringIncludes(pause?.why ?? stderr, says);
      }
      const report = (await runBinary(["continuous", "report"], options)).stdout;
      assertEquals(/^(?:# )?Complete/.test(report), ends === "complete", report);
      const after = await repo.git("status", "--porcelain", "--ignored");
      const meanwhile = tricks.some((one) => one.meanwhile);
      assertEquals(after.replace("!! .codex/\n", ""), meanwhile ? ` M lib/sum.mjs\n${before}` : before);
    },
  });
}
