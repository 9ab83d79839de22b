/** Nights: a goal worked by the real Codex with a scripted model, `kill -9` at instants that chance names, resumed until it is done. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { makeRepo, type Repo, runBinary, runProgram, scaled, textOf } from "../acceptance/harness.ts";
import { codex, E2E } from "../e2e/clients.ts";
import type { Script } from "../e2e/mock_model.ts";
import { remaining } from "../tools/living.ts";

/** One night a language at the usual scale. */
const NIGHTS = scaled(5);
const KILLS_A_NIGHT = NIGHTS > 1 ? 5 : 2;
/** ms in which a kill comes, from the start of the program: a night alone takes longer. */
const KILL_WITHIN_MS = Number(Deno.env.get("AUTO_TOOLS_KILL_WITHIN_MS") ?? 6000);
const TIMEOUT_MS = 300_000;

/** What is written, task by task: a name, what it computes of 3 and 2, and what comes of it. */
const TASKS = [["add", "+", 5], ["sub", "-", 1], ["mul", "*", 6]] as const;
const TITLES = TASKS.map(([name]) => `Write ${name}`);

/** A project in a language: where a function and its test stand, what is in them, and how the test is run. Whatever that writes is ignored by git. */
type Shape = Record<"source" | "code" | "test" | "check" | "verify", string>;
const SHAPES: Shape[] = JSON.parse(
  Deno.readTextFileSync(new URL("../fixtures/continuous/languages.json", import.meta.url)),
);

const placed = (text: string, name: string, sign = "", is = 0) =>
  text.replaceAll("NAME", name).replaceAll("SIGN", sign).replaceAll("RESULT", `${is}`).replaceAll(
    "RUNTIME",
    Deno.execPath(),
  );

/** Goes by its prompt alone, so that it does the same after a crash. The first try at `sub` is wrong; `mul` commits by itself; each leaves a process and an ignored file. */
function model({ source, code, verify }: Shape): Script {
  const tasks = TASKS.map(([name], at) => ({
    task_id: name,
    title: TITLES[at],
    description: "",
    depends_on: TASKS.slice(0, at).map(([each]) => each),
    breakpoint: false,
    risk: "low",
    changes_tests: false,
    verify: [placed(verify, name)],
  }));
  return ({ prompt, results }) => {
    if (results.length > 0) return "I have done what was asked.";
    if (prompt.includes("Review the changes below")) return JSON.stringify({ verdicts: [], concerns: [] });
    if (prompt.includes("Make a plan for the goal below")) return JSON.stringify({ requirements: [], tasks });
    const [, title = ""] = /^# Your task: (.*)$/m.exec(prompt) ?? [];
    const [name, sign] = TASKS[TITLES.indexOf(title)] ?? ["", ""];
    const file = placed(source, name);
    const isFirst = !prompt.includes("Your earlier attempts");
    const text = placed(code, name, name === "sub" && isFirst ? "+" : sign);
    const commit = name === "mul" ? "&& git add -A && git commit -qm mine" : "";
    const cmd =
      `mkdir -p $(dirname ${file}) out; (sleep 300 >/dev/null 2>&1 &) ; touch out/${name}.seen; cat >${file} <<'END' ${commit}\n${text}\nEND`;
    return [{ name: "exec_command", input: { cmd } }];
  };
}

/** Everything of the user's folder but what the run keeps: files with their modes and times, links, index, HEAD, configuration and other branches. */
async function held({ path: cwd }: Repo): Promise<string> {
  const look = `ls -A | grep -vxE '\\.(git|codex)' | tar --sort=name -cT - | sha256sum
sha256sum .git/index .git/HEAD .git/config; git for-each-ref | grep -v refs/heads/auto/
find .codex -mindepth 1 -maxdepth 2 2>/dev/null | grep -vxE '\\.codex/state(/continuous)?'`;
  return (await runProgram("bash", ["-c", look], { cwd, env: { PATH: "/usr/bin:/bin" } })).stdout;
}

async function night(shape: Shape): Promise<void> {
  const tests = TASKS.map(([name, , is]) => [placed(shape.test, name), placed(shape.check, name, "", is)]);
  const more = { ".gitignore": "out\n__pycache__\n", Makefile: "test-%:\n\tsh tests/$*.sh\n" };
  await using repo = await makeRepo({ ...Object.fromEntries(tests), ...more, "mine.txt": "one\n" });
  await using client = await codex(model(shape));
  client.configure(
    "[sandbox_workspace_write]\nexclude_slash_tmp = true\nexclude_tmpdir_env_var = true\n[continuous]\nstop_conditions = { back_off_seconds = 0 }",
  );
  repo.write("mine.txt", "changed by hand\n");
  repo.write("new 文.txt", "in no commit\n");
  Deno.symlinkSync("mine.txt", `${repo.path}/link`);
  const before = await held(repo);
  const SIGN = `sign-${crypto.randomUUID()}`;
  const { HOME = "", PATH = "", RUSTUP_HOME = `${HOME}/.rustup` } = Deno.env.toObject();
  const env = { SIGN, RUSTUP_HOME, PATH: `${client.home.env["PATH"]}:${PATH}` };
  const auto = (args: string[], killAfterMs?: number) => {
    const when = new Promise((resolve) => setTimeout(resolve, killAfterMs));
    const signal = killAfterMs === undefined ? {} : { signal: { name: "SIGKILL" as const, when } };
    return runBinary(args, { cwd: repo.path, home: client.home, timeoutMs: TIMEOUT_MS, env, ...signal });
  };
  let killed = 0;
  for (let rounds = 0;; rounds++) {
    assert(rounds < KILLS_A_NIGHT + 15, "the night does not end");
    const runs = (await auto(["continuous", "list"])).stdout;
    if (runs.includes("  complete  ")) break;
    assertEquals(/unusable|unproven|incomplete/.test(runs), false, runs);
    const args = runs === "" ? ["--continuous", "--yes", "Sums"] : ["resume", "--continuous", "--yes"];
    const after = killed < KILLS_A_NIGHT ? Math.random() * KILL_WITHIN_MS : undefined;
    // One that had ended before it could be killed is a `TypeError`.
    const end = await auto([...args, "--no-tui"], after).catch((error: TypeError) => error);
    if (end instanceof Error) continue;
    assert(end.signal === "SIGKILL" || [0, 3].includes(end.code), end.stderr);
    if (end.signal !== "SIGKILL") continue;
    killed++;
    const left = (await remaining(SIGN)).map((pid) => textOf(`/proc/${pid}/cmdline`) ?? "");
    // The index in the background is meant to outlive us.
    assertEquals(left.filter((command) => command !== "" && !command.includes("--background")), []);
  }
  const report = (await auto(["continuous", "report"])).stdout;
  assertStringIncludes(report, "Complete: 3 of 3 tasks done and proven");
  const lines = async (...args: string[]) => (await repo.git(...args)).trim().split("\n");
  assertEquals(await lines("log", "--reverse", "--format=%s", "HEAD..auto/sums"), TITLES);
  const changed = await lines("diff", "--name-only", "HEAD", "auto/sums");
  assertEquals(changed.sort(), TASKS.map(([name]) => placed(shape.source, name)).sort());
  assertEquals(await held(repo), before);
  assert(killed > 0);
}

/** Whether what runs its tests is there, as the names of its programs stand in `verify`. */
const canRun = ({ verify }: Shape) => {
  const [needed = "sh"] = /\b(?:python3|rustc|go|make)\b/.exec(verify) ?? [];
  return new Deno.Command("sh", { args: ["-c", `command -v ${needed}`], stdout: "null" }).outputSync()
    .success;
};

for (let at = 1; at <= NIGHTS; at++) {
  const shape = SHAPES[at % SHAPES.length] ?? SHAPES[0] as Shape;
  const what = `one commit a task (${shape.source}), and the user's folder byte for byte as it was`;
  Deno.test({
    name: `night ${at}, killed at ${KILLS_A_NIGHT} instants: ${what}`,
    ignore: !E2E || !canRun(shape),
    fn: () => night(shape),
  });
}
