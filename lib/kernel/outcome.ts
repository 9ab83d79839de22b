import type { Envelope, PlannedTool, ToolResult } from "../contract/envelope.ts";
import { LIMITS, limitsText } from "../contract/limits.ts";
import { fenced } from "../guard/injection/fence.ts";
import { redact } from "../guard/secrets/redact.ts";
import { problemText } from "../settings/control_plane.ts";
import { sha256Hex } from "../settings/sha256.ts";
import { claimToolKey } from "../tools/channel.ts";
import { toolSpecs } from "../tools/registry.ts";
import { DEGRADED_TO, envelopeOf, type Parts, planRunId, runRunId } from "./envelope.ts";
import { type Belonging, gate, repositoryGate } from "./gate.ts";
import type { Intent } from "./intent/intent.ts";
import { makePlan, type Plan } from "./plan.ts";
import type { Prepared } from "./prepare.ts";
import { shapedQuery, withTopics } from "./query.ts";
import type { Job } from "./request.ts";
import { shownArgs, toolPlanText } from "./results.ts";
import { type Run, runTools } from "./run.ts";

const CLOSED_REASONS = {
  off: "CI_AUTO_TOOLS=off",
  machine: "no person typed this prompt (it is empty, a slash command or a notice of the client)",
  "not-code": "the prompt is not about code",
} as const;

/** The way from a prompt to its envelope, once the sandbox is on its way. See `orchestrate`. */
export async function orchestrated(
  known: Omit<Job, "query">,
  asked: boolean,
  belonging: Belonging,
): Promise<Envelope> {
  const { request, switches, topics } = known;
  const query = shapedQuery(request.prompt);
  const decision = repositoryGate(gate(query.read, switches, asked), belonging);
  if (decision.intent?.continues) query.forTools = withTopics(query.forTools, topics);
  const job: Job = { ...known, query };
  if (!decision.open) {
    const planText = toolPlanText([], CLOSED_REASONS[decision.reason]);
    return await envelope(job, decision.intent, [], { planText, limits: baseLimits(job) });
  }
  return switches.mode === "plan" ? await planned(job, decision.intent) : await ran(job, decision.intent);
}

/** The plan alone: no tool is called, and the same input gives the same bytes but for `created_at`. */
async function planned(job: Job, intent: Intent): Promise<Envelope> {
  const plan = planFor(job, intent);
  const limits = [...baseLimits(job), ...plan.limits];
  const planText = toolPlanText(plan.tools, "none fits the prompt");
  // A plan holds no chance: what a repository cannot know is the prompt.
  const nonce = (await sha256Hex(`${job.query.prompt}\n${job.prepared.root}`)).slice(0, 16);
  return await envelope(job, intent, plan.tools, {
    results: refusedResults(job, plan),
    context: plan.tools.length === 0
      ? ""
      : `${planText}\n${fenced(limitsText(limits), "repository-data", nonce)}`,
    planText,
    resultsText: "[Results] none (plan only, no tool was called)",
    limits,
  });
}

/** The one capability to call tools, claimed as the kernel loads. */
const key = claimToolKey();

/** Runs the plan and says what came of it. While the tools run, the session is read, and the code that fuses and renders is loaded. */
async function ran(job: Job, intent: Intent): Promise<Envelope> {
  const { places, request, query, prepared, world } = job;
  const plan = planFor(job, intent);
  const [runs, session, { runOutcome }, run_id] = await Promise.all([
    runsOf(job, plan),
    import("./session_memory.ts").then(({ readSession }) =>
      readSession(places, request.client.session_id, request.held)
    ),
    import("./run_outcome.ts"),
    runRunId(query.prompt, prepared.root, world.now()),
  ]);
  const told = { runs, session, before: baseLimits(job) };
  const { historical, results, ...outcome } = await runOutcome(job, plan, run_id, told);
  return await envelope(job, { signals: [...intent.signals, ...historical] }, plan.tools, {
    ...outcome,
    run_id,
    results: [...results, ...refusedResults(job, plan)],
    planText: toolPlanText(plan.tools, "none fits the prompt"),
  });
}

/** Without a place to look in, or without a tool, nothing is run. */
async function runsOf({ prepared, world, began, channel }: Job, plan: Plan): Promise<Run[]> {
  const { rootError, settings: { budget } } = prepared;
  if (rootError) {
    const { code, message } = rootError;
    return plan.tools.map((planned) => ({
      planned,
      status: code === "E_TIMEOUT" ? "timeout" : "skipped",
      startedAt: world.now().toISOString(),
      durationMs: 0,
      error: { code, message },
    }));
  }
  if (channel === undefined) return [];
  return await runTools(plan.tools, {
    call: (call) => channel.call(key, call),
    now: () => world.now(),
    elapsed: () => world.elapsed(),
    maxConcurrency: budget.max_concurrency,
    deadline: began + budget.wall_ms,
  });
}

function planFor({ prepared, query, request, switches, topics }: Job, intent: Intent): Plan {
  const plan = makePlan({
    specs: toolSpecs(prepared.settings.tools),
    intent,
    tierMax: switches.tierMax,
    disabled: prepared.settings.disable,
    query: query.forTools,
    repoRoot: prepared.root,
    named: request.tools ?? [],
    topics: topics.files,
  });
  return {
    ...plan,
    refused: plan.refused.map((each) => ({ ...each, tool: clean(each.tool), reason: clean(each.reason) })),
    limits: plan.limits.map(clean),
  };
}

/** A value that was not understood may be a secret in the wrong place. */
function clean(text: string): string {
  return redact(text).text;
}

function baseLimits({ prepared, query, places }: Job): string[] {
  const { settings, limits, rootError } = prepared;
  return [
    ...settings.problems.map((problem) => clean(`configuration: ${problemText(problem)}`)),
    ...(rootError ? [clean(`repository root: ${rootError.message}`)] : []),
    ...limits,
    ...places.refused.map(clean),
    ...settings.limits,
    ...query.limits,
  ];
}

function refusedResults({ world }: Job, plan: Plan): ToolResult[] {
  return plan.refused.map(({ tool, code, reason }) => ({
    tool,
    status: "skipped",
    started_at: world.now().toISOString(),
    duration_ms: 0,
    summary: reason,
    error: { message: reason, code },
    redactions: [],
    truncated: false,
  }));
}

/** A setting that could not be used outweighs what became of the tools: it is what the user can mend. */
function degradedBy(prepared: Prepared, run: Parts["degraded"]): Parts["degraded"] {
  const problem = prepared.settings.problems[0];
  if (problem) {
    return { is_degraded: true, reason: clean(problemText(problem)), degraded_to: DEGRADED_TO.defaults };
  }
  const isBare = prepared.limits.includes(LIMITS.noGitRoot);
  return run ?? (isBare ? { is_degraded: false, reason: LIMITS.noGitRoot, degraded_to: "" } : undefined);
}

async function envelope(
  { request, world, prepared, query, switches }: Job,
  intent: Pick<Intent, "signals"> | undefined,
  tools: readonly PlannedTool[],
  parts: Omit<Parts, "now" | "client" | "inputs" | "tool_plan" | "run_id"> & { run_id?: string },
): Promise<Envelope> {
  const { root, rootSource, settings } = prepared;
  const isPlan = switches.mode === "plan";
  const command = isPlan ? request.plannedCodexCommand?.(root) : undefined;
  const toolPlan: Envelope["tool_plan"] = {
    tier_max: settings.tierMax,
    ...(command === undefined ? {} : { planned_codex_command: command }),
    budget: settings.budget,
    tools: tools.map((tool) => ({ ...tool, args: shownArgs(tool.args, query.forTools) })),
  };
  const { prompt } = query;
  return envelopeOf({
    ...parts,
    run_id: parts.run_id ??
      (isPlan ? await planRunId(prompt, root, toolPlan) : await runRunId(prompt, root, world.now())),
    now: world.now(),
    client: request.client,
    inputs: { prompt, repo_root: root, repo_root_source: rootSource, signals: intent?.signals ?? [] },
    tool_plan: toolPlan,
    degraded: degradedBy(prepared, parts.degraded),
  });
}
