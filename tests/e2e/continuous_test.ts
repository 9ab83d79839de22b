/** A goal worked to its end by the real Codex, with a scripted model. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  assertHas,
  makeRepo,
  namesIn,
  type Repo,
  runBinary,
  type RunOptions,
  textOf,
  until,
} from "../acceptance/harness.ts";
import { procText, remaining } from "../tools/living.ts";
import { codex, E2E } from "./clients.ts";
import type { Script, ToolUse } from "./mock_model.ts";

const TIMEOUT_MS = 180_000;

const FILES = {
  "package.json": `{"name": "sums", "type": "module"}\n`,
  ".gitignore": "node_modules/\n",
  "tests/add.test.mjs": `import test from "node:test";
import assert from "node:assert";
import { add } from "../lib/add.mjs";
test("add", () => assert.equal(add(2, 3), 5));
`,
  "tests/sub.test.mjs": `import test from "node:test";
import assert from "node:assert";
import { sub } from "../lib/sub.mjs";
test("sub", () => assert.equal(sub(2, 3), -1));
`,
};

function task(task_id: string, title: string, verify: string, changes: Record<string, unknown> = {}) {
  return {
    task_id,
    title,
    description: `${title}.`,
    depends_on: [],
    breakpoint: false,
    risk: "low",
    changes_tests: false,
    verify: [verify],
    ...changes,
  };
}

const ADD = task("add", "Write lib/add.mjs", "node --test tests/add.test.mjs");
const ADD_PATCH = `*** Begin Patch
*** Add File: lib/add.mjs
+export const add = (a, b) => a + b;
*** End Patch`;
const SUB = task("sub", "Write lib/sub.mjs", "node --test tests/sub.test.mjs", {
  depends_on: ["add"],
  breakpoint: true,
});
const REQUIREMENTS = ["add and sub work", "there are notes"];
const NOTES = task("notes", "Write NOTES by hand", "grep -q approved NOTES", { depends_on: ["sub"] });
const NOTES_FILE = task("notes-file", "Write NOTES.md", "grep -q approved NOTES.md", { depends_on: ["sub"] });
const FIRST_PLAN = { requirements: REQUIREMENTS, tasks: [ADD, SUB, NOTES] };
const SECOND_PLAN = { requirements: REQUIREMENTS, tasks: [ADD, SUB, NOTES_FILE] };

function write(path: string, text: string): ToolUse {
  const cmd = `mkdir -p "$(dirname ${path})" && printf '%s\\n' ${JSON.stringify(text)} > ${path}`;
  return { name: "exec_command", input: { cmd } };
}

/** A model that goes by its prompt alone, so that it does the same after a crash. */
function model() {
  const seen = { prompts: [] as string[], plans: 0, slow: false };
  const script: Script = ({ prompt, results }) => {
    if (results.length > 0) return "I have done what was asked. Everything works.";
    if (prompt.includes("Review the changes below")) return JSON.stringify({ verdicts: [], concerns: [] });
    seen.prompts.push(prompt);
    if (prompt.includes("Make a plan for the goal below")) {
      seen.plans++;
      return JSON.stringify(prompt.includes("Why a new plan is needed") ? SECOND_PLAN : FIRST_PLAN);
    }
    if (seen.slow) return [{ name: "exec_command", input: { cmd: "touch busy; sleep 60" } }];
    const title = /^# Your task: (.*)$/m.exec(prompt)?.[1] ?? "";
    const works: Record<string, () => ToolUse> = {
      "Write lib/add.mjs": () => ({ name: "apply_patch", input: { patch: ADD_PATCH } }),
      "Write lib/sub.mjs": () => write("lib/sub.mjs", "export const sub = (a, b) => a - b;"),
      "Write NOTES by hand": () => write("NOTES", "draft"),
      "Write NOTES.md": () => write("NOTES.md", "approved"),
    };
    const work = works[title];
    if (work === undefined) throw new Error(`What is asked? ${prompt.slice(-2000)}`);
    return [work()];
  };
  return Object.assign(seen, { script });
}

/** What every run has to come to, however it got there. */
async function assertWorked(repo: Repo, report: string): Promise<void> {
  assertStringIncludes(report, "Complete: 3 of 3 tasks done and proven");
  for (const { verify } of SECOND_PLAN.tasks) {
    assertStringIncludes(report, `\`${verify[0]}\` passed at the end`);
  }
  assertEquals(await repo.git("status", "--porcelain", "-uall"), "");
  const [branch = ""] = (await repo.git("for-each-ref", "--format=%(refname)", "refs/heads/auto")).split(
    "\n",
  );
  const log = await repo.git("log", "--reverse", "--format=%s", `HEAD..${branch}`);
  assertEquals(log.trim().split("\n"), [
    "Write lib/add.mjs",
    "Write lib/sub.mjs",
    "Write NOTES.md",
  ]);
  const files = (await repo.git("diff", "--name-only", "HEAD", branch)).trim().split("\n");
  assertEquals(files, ["NOTES.md", "lib/add.mjs", "lib/sub.mjs"]);
}

/** Settles once a file stands in the worktree of a run, and gives the worktree. */
async function inWorktree(home: string, name: string): Promise<string> {
  const found = () => worktrees(home).find((place) => textOf(`${place}/${name}`) !== undefined);
  await until(() => found() !== undefined, `${name} in a worktree`);
  return found() ?? "";
}

function worktrees(home: string): string[] {
  const base = `${home}/.local/share/auto-tools/continuous`;
  const trees = namesIn(base).map((id) => `${base}/${id}/tree`);
  return trees.flatMap((trees) => namesIn(trees).map((tree) => `${trees}/${tree}`));
}

Deno.test({
  name:
    "three tasks, a model that answers 500 first, a kill in the middle of a command, a breakpoint and, after a task that fails, a new plan: worked to the end, and the report is true",
  ignore: !E2E,
  async fn(t) {
    const scripted = model();
    await using repo = await makeRepo(FILES);
    await using client = await codex(scripted.script);
    // Codex's sandbox puts an empty .git over each folder it may write, and a codex that is killed leaves it there.
    client.configure(
      "[sandbox_workspace_write]\nexclude_slash_tmp = true\nexclude_tmpdir_env_var = true\n[continuous]\nstop_conditions = { provider_failures = 1, retries = 0, back_off_seconds = 0.1 }",
    );
    const auto = (args: string[], options: Partial<RunOptions> = {}) =>
      runBinary(args, { cwd: repo.path, home: client.home, timeoutMs: TIMEOUT_MS, ...options });
    const waits = async (args: string[], ...said: string[]) => {
      const { code, stderr } = await auto([...args, "--no-tui"]);
      assertEquals(code, 3, stderr);
      assertHas(stderr, ...said);
      return stderr;
    };
    const GO_ON = ["resume", "--continuous"];

    await t.step(
      "a model that answers 500 is waited for, then a person is asked, and nothing is lost",
      async () => {
        client.model.behave(500);
        const down = "waits (provider): The model could not be reached 2 times in a row";
        const said = await waits(["--continuous", "Sums with notes"], down);
        assertEquals(client.model.requests.length, 2);
        assert(!said.includes("`continuous` is ignored"));
        client.model.behave("answers");
        await waits(GO_ON, "waits (preview): The plan has 3 tasks");
      },
    );

    await t.step("a kill leaves neither a process nor a trace of codex's sandbox", async () => {
      const sign = `sign-${crypto.randomUUID()}`;
      scripted.slow = true;
      const end = await auto([...GO_ON, "--no-tui"], {
        env: { SIGN: sign },
        signal: { name: "SIGKILL", when: inWorktree(client.home.path, "busy") },
      });
      scripted.slow = false;
      assertEquals(end.signal, "SIGKILL", end.stderr);
      assertEquals((await remaining(sign)).flatMap(notOurIndex), []);
      assertEquals(namesIn(repo.path).sort(), [".codex", ".git", ".gitignore", "package.json", "tests"]);
      const left = namesIn(await inWorktree(client.home.path, "busy")).sort();
      assertEquals(left, [".git", ".gitignore", "busy", "package.json", "tests"]);
    });

    await waits(GO_ON, 'waits (breakpoint): "Write lib/sub.mjs" (risk low) waits for your word');
    const SIGN = `sign-${crypto.randomUUID()}`;
    const rest = await auto([...GO_ON, "--no-tui"], { env: { SIGN } });
    assertEquals(rest.code, 0, rest.stderr);
    assertEquals((await remaining(SIGN)).flatMap(notOurIndex), []);
    assertEquals(scripted.plans, 2);
    const report = await auto(["continuous", "report"]);
    await assertWorked(repo, report.stdout);
    assertStringIncludes(report.stdout, "4 steps");
    const events = rest.stdout.trim().split("\n").map((line) => JSON.parse(line));
    assertEquals(events.at(-1).end, "complete");
    assert(scripted.prompts.some((prompt) => prompt.includes("run_id")), "no prompt had context");
  },
});

/** What a process runs; nothing for the index in the background, which is meant to outlive us. */
function notOurIndex(pid: number): string[] {
  const command = procText(pid, "cmdline").replaceAll("\0", " ").trim();
  return command === "" || command.includes("--background") ? [] : [command];
}
