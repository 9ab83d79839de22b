import { findProgram } from "../../settings/find_program.ts";
import { beginning, type Bench, type Check, failed, ok, PROBE_FILE, PROBE_PROMPT, warning } from "./check.ts";
import { type Outcome, parseJson, runBounded, textAt } from "./process.ts";

/** ms for a whole run: the longest wall budget, its grace, and a slow start. */
const RUN_MS = 12_000;
/** Lines of the index's own report that are repeated: its state, and how much is in it. */
const INDEX_LINES = 3;

/** The git since which there is all that is called: continuous runs need `GIT_CONFIG_COUNT` and `rev-parse --path-format`. */
const GIT_NEEDED = { major: 2, minor: 31 };

type Ended = Extract<Outcome, { kind: "ended" }>;

/** A program that is run, and what its answer proves. */
interface Proof {
  program: string;
  args: string[];
  cwd?: string;
  env?: Record<string, string>;
  /** What is said where the answer proves it; undefined where it does not. */
  proves(answer: Ended): string | undefined;
  remedy: string;
}

async function prove(name: string, { program, remedy, proves, ...run }: Proof): Promise<Check> {
  const outcome = await runBounded(program, { ...run, timeoutMs: RUN_MS });
  if (outcome.kind === "none") return failed(name, outcome.why, remedy);
  const detail = proves(outcome);
  if (detail !== undefined) return ok(name, detail);
  return failed(name, `exit ${outcome.code}: ${beginning(outcome.stderr, 300)}`, remedy);
}

/** Without git there is no repository root, no file list and no history; nothing needs both clients. */
export async function checkOther(name: "git" | "claude" | "codex", { world }: Bench): Promise<Check> {
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
  if (name !== "git") return check.status === "failed" ? { ...check, status: "warning" } : check;
  const { major, minor } = GIT_NEEDED;
  const [, hasMajor = 0, hasMinor = 0] = /^(\d+)\.(\d+)/.exec(check.detail)?.map(Number) ?? [];
  const detail = `${check.detail}; ${major}.${minor} or later is needed`;
  if (check.status === "failed" || hasMajor > major || (hasMajor === major && hasMinor >= minor)) {
    return { ...check, detail };
  }
  return warning(name, detail, "install a newer git: prompts get their context, continuous runs may fail");
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
  return prove("tools and sandbox", {
    program,
    args: ["context", "--format", "json", "--repo", repo, PROBE_PROMPT],
    cwd: repo,
    env,
    proves({ stdout, ms }) {
      const found = textAt(parseJson(stdout), "fused_context", "for_model", "additional_context");
      return found.includes(PROBE_FILE)
        ? `found ${PROBE_FILE} in a repository made for this, ${ms} ms`
        : undefined;
    },
    remedy: `try: ${program} context "a question about your code"`,
  });
}

/** What the index of the repository the doctor was called in can do by now. */
export async function checkIndex(
  { program, prepared: { root, rootSource, rootError } }: Bench,
): Promise<Check> {
  const name = "code index";
  if (rootError !== undefined || rootSource === "cwd") {
    const why = rootError?.message ?? "not in a git repository";
    return warning(name, why, "run the doctor in the repository it is about");
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
