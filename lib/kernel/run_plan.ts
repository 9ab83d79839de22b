import { claimToolKey } from "../tools/channel.ts";
import type { Job } from "./job.ts";
import type { Plan } from "./plan.ts";
import { type Run, runTools } from "./run.ts";
import type { RunOutcome } from "./run_outcome.ts";

/** The one capability to call tools, claimed as the kernel loads. */
const key = claimToolKey();

/**
 * Runs the plan's tools and makes of what they say what the model and the user get.
 *
 * The tools are started before anything else: the session is read, and the code that fuses and renders is loaded, while they run.
 */
export async function runPlan(
  job: Job,
  plan: Plan,
  runId: Promise<string>,
  before: readonly string[],
): Promise<RunOutcome> {
  const { places, request } = job;
  const [runs, session, { runOutcome }, id] = await Promise.all([
    ran(job, plan),
    import("./session_memory.ts").then(({ readSession }) =>
      readSession(places, request.client.session_id, request.held)
    ),
    import("./run_outcome.ts"),
    runId,
  ]);
  return await runOutcome(job, plan, id, { runs, session, before });
}

/** Without a place to look in, or without a tool, nothing is started. */
async function ran(job: Job, plan: Plan): Promise<Run[]> {
  const { prepared, world, began } = job;
  if (prepared.rootError) {
    const error = { code: prepared.rootError.code, message: prepared.rootError.message };
    return plan.tools.map((planned) => ({
      planned,
      status: error.code === "E_TIMEOUT" ? "timeout" : "skipped",
      startedAt: world.now().toISOString(),
      durationMs: 0,
      error,
    }));
  }
  if (plan.tools.length === 0) return [];
  const channel = job.openTools(job);
  try {
    return await runTools(plan.tools, {
      call: (call) => channel.call(key, call),
      now: () => world.now(),
      elapsed: () => world.elapsed(),
      maxConcurrency: prepared.settings.budget.max_concurrency,
      deadline: began + prepared.settings.budget.wall_ms,
    });
  } finally {
    channel.close();
  }
}
