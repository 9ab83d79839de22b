import { prepare } from "../../kernel/prepare.ts";
import type { World } from "../../settings/world.ts";

export interface Verdict {
  status: "ok" | "warning" | "failed";
  detail: string;
  remedy?: string | undefined;
}

/** Proves something: returns what it has seen, or a warning; nothing where there is nothing to look at. Throws `Unproven`, or `SetupError`. */
export type Prove = (bench: Bench) => Found | Promise<Found>;
export type Found = string | Verdict | undefined;

/** Why a thing is not proved, and what to do about it where that is not what is always done. */
export class Unproven extends Error {
  override readonly name = "Unproven";

  constructor(message: string, readonly remedy?: string) {
    super(message);
  }
}

export type Bench = Awaited<ReturnType<typeof makeBench>>;

export const PROBE_PROMPT = "where is retryWithBackoff defined?";
export const PROBE_FILE = "retry.ts";

export const warning = (detail: string, remedy?: string): Verdict => ({ status: "warning", detail, remedy });

/** The place of the checks, which leave what they make in a folder of their own. */
export async function makeBench(folder: string, world: World) {
  const cwd = Deno.cwd();
  const repo = `${folder}/repo`;
  await Deno.mkdir(repo, { mode: 0o700 });
  const code =
    "/** Calls again after a growing pause. */\nexport function retryWithBackoff(call: () => void): void {\n  call();\n}\n";
  await Deno.writeTextFile(`${repo}/${PROBE_FILE}`, code);
  // The user's switches are out of the way.
  const env = {
    CI_AUTO_TOOLS: "on",
    CI_AUTO_TOOLS_MODE: "run",
    CI_AUTO_TOOLS_DRY_RUN: "0",
    CI_AUTO_TOOLS_TIER_MAX: "1",
    CI_AUTO_TOOLS_REPO_ROOT: repo,
    CI_AUTO_TOOLS_BUDGET_WALL_MS: "5000",
    XDG_CACHE_HOME: `${folder}/cache`,
    XDG_STATE_HOME: `${folder}/state`,
    XDG_DATA_HOME: `${folder}/data`,
  };
  return {
    program: Deno.execPath(),
    /** The folder the doctor was called in, and what holds there. */
    cwd,
    prepared: await prepare(cwd, world),
    /** `PROBE_FILE` in it answers `PROBE_PROMPT`. */
    repo,
    env,
    world,
  };
}
