import { runBounded, whyNoAnswer } from "./bounded_process.ts";
import { parseJson, textAt } from "./json_path.ts";
import { beginning, type Bench, type Check, failed, ok, PROBE_FILE, PROBE_PROMPT, warning } from "./check.ts";

/** ms for a whole run: the longest wall budget, its grace, and a slow start. */
const CONTEXT_MS = 12_000;

/** Lines of the index's own report that are repeated: its state, and how much is in it. */
const INDEX_LINES = 3;

/** The tools run in their sandbox and find the one thing there is to find in the doctor's repository. */
export async function checkTools({ program, repo, env }: Bench): Promise<Check> {
  const name = "tools and sandbox";
  const args = ["context", "--format", "json", "--repo", repo, PROBE_PROMPT];
  const outcome = await runBounded(program, { args, cwd: repo, env, timeoutMs: CONTEXT_MS });
  if (outcome.kind !== "ended") {
    return failed(name, whyNoAnswer(outcome), `try: ${program} context "${PROBE_PROMPT}"`);
  }
  const envelope = parseJson(outcome.stdout);
  if (textAt(envelope, "fused_context", "for_model", "additional_context").includes(PROBE_FILE)) {
    return ok(name, `found ${PROBE_FILE} in a repository made for this, ${outcome.ms} ms`);
  }
  const limits = textAt(envelope, "fused_context", "for_user", "limits_text") ||
    beginning(outcome.stderr, 300);
  return failed(
    name,
    `nothing was found where ${PROBE_FILE} answers; exit ${outcome.code}; ${limits}`,
    `try: ${program} context "a question about your code"`,
  );
}

/** An index can be built and kept; the checks after this one use it. */
export async function checkIndexing({ program, repo, env }: Bench): Promise<Check> {
  const name = "indexing";
  const outcome = await runBounded(program, {
    args: ["index", "build", "--repo", repo],
    cwd: repo,
    env,
    timeoutMs: CONTEXT_MS,
  });
  if (outcome.kind !== "ended") return failed(name, whyNoAnswer(outcome), `try: ${program} index build`);
  if (outcome.code === 0) return ok(name, `built one for that repository, ${outcome.ms} ms`);
  return failed(
    name,
    beginning(outcome.stderr, 300) || `exit ${outcome.code}`,
    `try: ${program} index build`,
  );
}

/** What the index of the repository the doctor was called in can do by now. */
export async function checkIndex(root: string | undefined, { program }: Bench): Promise<Check> {
  const name = "code index";
  if (root === undefined) {
    return warning(name, "not in a git repository", "run the doctor in the repository it is about");
  }
  const outcome = await runBounded(program, {
    args: ["index", "status", "--repo", root],
    cwd: root,
    timeoutMs: CONTEXT_MS,
  });
  if (outcome.kind !== "ended") return failed(name, whyNoAnswer(outcome), `try: ${program} index status`);
  const lines = outcome.stdout.trim().split("\n").map((line) => line.trim().replace(/ {2,}/g, " "));
  if (outcome.code === 0) return ok(name, lines.slice(0, INDEX_LINES).join("; "));
  return failed(
    name,
    beginning(outcome.stderr, 300) || `exit ${outcome.code}`,
    `try: ${program} index status`,
  );
}
