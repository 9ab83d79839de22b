import { findProgram } from "../../settings/find_program.ts";
import type { World } from "../../settings/world.ts";
import { beginning, type Bench, type Check, failed, ok, PROBE_FILE, PROBE_PROMPT, warning } from "./check.ts";
import { type Outcome, parseJson, runBounded, textAt } from "./process.ts";

/** ms for a whole run: the longest wall budget, its grace, and a slow start. */
const RUN_MS = 12_000;
/** Lines of the index's own report that are repeated: its state, and how much is in it. */
const INDEX_LINES = 3;

type Ended = Extract<Outcome, { kind: "ended" }>;

/** A program that is run, and what its answer proves. */
interface Proof {
  program: string;
  args: string[];
  cwd?: string;
  env?: Record<string, string>;
  /** What is said where the answer proves it; undefined where it does not. */
  proves(answer: Ended): string | undefined;
  /** What is wrong where it does not; else what it printed on stderr. */
  problem?(answer: Ended): string;
  remedy: string;
}

async function prove(name: string, { program, remedy, proves, problem, ...run }: Proof): Promise<Check> {
  const outcome = await runBounded(program, { ...run, timeoutMs: RUN_MS });
  const detail = outcome.kind === "ended" ? proves(outcome) : undefined;
  if (detail !== undefined) return ok(name, detail);
  const why = outcome.kind === "none"
    ? outcome.why
    : problem?.(outcome) ?? (beginning(outcome.stderr, 300) || `exit ${outcome.code}`);
  return failed(name, why, remedy);
}

/** Without git there is no repository root, no file list and no history; nothing needs both clients. */
export async function checkOther(name: "git" | "claude" | "codex", world: World): Promise<Check> {
  const program = findProgram(name, world);
  if (program === undefined) {
    return name === "git"
      ? failed(name, "not on PATH", "install git with the system's packages")
      : warning(name, "not on PATH");
  }
  const check = await prove(name, {
    program,
    args: ["--version"],
    proves: ({ code, stdout }) =>
      code === 0 ? `${stdout.trim().split("\n")[0]?.replace("git version ", "")} (${program})` : undefined,
    remedy: `run "${name} --version" yourself`,
  });
  return check.status === "failed" && name !== "git" ? { ...check, status: "warning" } : check;
}

/** An index can be built and kept; the checks after this one use it. */
export function checkIndexing({ program, repo, env }: Bench): Promise<Check> {
  return prove("indexing", {
    program,
    args: ["index", "build", "--repo", repo],
    cwd: repo,
    env,
    proves: ({ code, ms }) => code === 0 ? `built one for that repository, ${ms} ms` : undefined,
    remedy: `try: ${program} index build`,
  });
}

/** The tools run in their sandbox and find the one thing there is to find in the doctor's repository. */
export function checkTools({ program, repo, env }: Bench): Promise<Check> {
  const said = ({ stdout }: Ended, ...path: string[]) => textAt(parseJson(stdout), "fused_context", ...path);
  return prove("tools and sandbox", {
    program,
    args: ["context", "--format", "json", "--repo", repo, PROBE_PROMPT],
    cwd: repo,
    env,
    proves: (answer) =>
      said(answer, "for_model", "additional_context").includes(PROBE_FILE)
        ? `found ${PROBE_FILE} in a repository made for this, ${answer.ms} ms`
        : undefined,
    problem: (answer) =>
      `nothing was found where ${PROBE_FILE} answers; exit ${answer.code}; ${
        said(answer, "for_user", "limits_text") || beginning(answer.stderr, 300)
      }`,
    remedy: `try: ${program} context "a question about your code"`,
  });
}

/** What the index of the repository the doctor was called in can do by now. */
export async function checkIndex(root: string | undefined, { program }: Bench): Promise<Check> {
  const name = "code index";
  if (root === undefined) {
    return warning(name, "not in a git repository", "run the doctor in the repository it is about");
  }
  const lines = (text: string) => text.trim().split("\n", INDEX_LINES).map((line) => line.trim());
  return await prove(name, {
    program,
    args: ["index", "status", "--repo", root],
    cwd: root,
    proves: ({ code, stdout }) => code === 0 ? lines(stdout).join("; ").replace(/ {2,}/g, " ") : undefined,
    remedy: `try: ${program} index status`,
  });
}
