import { runBounded } from "./bounded_process.ts";
import { parseJson, textAt, valueAt } from "./json_path.ts";
import { type Bench, type Check, failed, ok, PROBE_FILE, PROBE_PROMPT, warning } from "./check.ts";

/** ms for a whole run: the longest wall budget, its grace, and a slow start. */
const CONTEXT_MS = 12_000;

/** The tools run in their sandbox and find the one thing there is to find in the doctor's repository. */
export async function checkTools({ program, repo, env }: Bench): Promise<Check> {
  const name = "tools and sandbox";
  const args = ["context", "--format", "json", "--repo", repo, PROBE_PROMPT];
  const outcome = await runBounded(program, { args, cwd: repo, env, timeoutMs: CONTEXT_MS });
  if (outcome.kind !== "ended") {
    return failed(name, sayNot(outcome), `try: ${program} context "${PROBE_PROMPT}"`);
  }
  const envelope = parseJson(outcome.stdout);
  if (textAt(envelope, "fused_context", "for_model", "additional_context").includes(PROBE_FILE)) {
    return ok(name, `found ${PROBE_FILE} in a repository made for this, ${outcome.ms} ms`);
  }
  const limits = textAt(envelope, "fused_context", "for_user", "limits_text") ||
    outcome.stderr.trim().slice(0, 300);
  return failed(
    name,
    `nothing was found where ${PROBE_FILE} answers; exit ${outcome.code}; ${limits}`,
    "read docs/auto-tools.md, Troubleshooting",
  );
}

/** What the index of the repository the doctor was called in can do by now. */
export async function checkIndex(root: string | undefined, { program, env }: Bench): Promise<Check> {
  const name = "code index";
  if (root === undefined) {
    return warning(name, "not in a git repository", "run the doctor in the repository it is about");
  }
  const args = ["context", "--format", "json", "--tool", "ci_index_status", "--repo", root, "index status"];
  const { XDG_CACHE_HOME: _cache, ...kept } = env;
  const outcome = await runBounded(program, { args, cwd: root, env: kept, timeoutMs: CONTEXT_MS });
  if (outcome.kind !== "ended") return failed(name, sayNot(outcome), `try: ${program} index`);
  const results = valueAt(parseJson(outcome.stdout), "tool_results");
  const status: unknown = Array.isArray(results) ? results[0] : undefined;
  if (textAt(status, "status") === "ok") return ok(name, textAt(status, "summary") || "ready");
  const why = textAt(status, "error", "message") || outcome.stderr.trim().slice(0, 300) ||
    `exit ${outcome.code}`;
  return warning(name, `its state could not be read: ${why}`, `try: ${program} index`);
}

function sayNot(outcome: { kind: "not started"; reason: string } | { kind: "too late"; ms: number }): string {
  return outcome.kind === "not started"
    ? `could not be started: ${outcome.reason}`
    : `no answer within ${outcome.ms} ms`;
}
