import type { Envelope, PlannedTool } from "../contract/envelope.ts";
import { LIMITS, limitsText } from "../contract/limits.ts";
import { fenced } from "../guard/injection/fence.ts";
import { problemText } from "../settings/control_plane.ts";
import { sha256Hex } from "../settings/sha256.ts";
import { claimToolKey } from "../tools/channel.ts";
import { DEGRADED_TO, envelopeOf, type Parts, planRunId, runRunId } from "./envelope.ts";
import { type Belonging, gate, repositoryGate } from "./gate.ts";
import type { Intent } from "./intent/intent.ts";
import { clean, makePlan, type Plan, shownArgs, toolPlanText } from "./plan.ts";
import type { Prepared } from "./prepare.ts";
import { shapedQuery, withTopics } from "./query.ts";
import type { Job } from "./request.ts";
import { failed, type Run, runTools } from "./run.ts";
import { readSession } from "./session_memory.ts";

const CLOSED_REASONS = {
  off: "CI_AUTO_TOOLS=off",
  machine: "no person typed this prompt (it is empty, a slash command or a notice of the client)",
  "not-code": "the prompt is not about code",
} as const;

/** The way from a prompt to its envelope, once the sandbox is on its way. See `orchestrate`. */
export async function orchestrated(known: Omit<Job, "query">, asked: boolean, belonging: Belonging) {
  const { request, switches, topics } = known;
  const query = shapedQuery(request.prompt);
  const decision = repositoryGate(gate(query.read, switches, asked), belonging);
  if (decision.intent?.continues) query.forTools = withTopics(query.forTools, topics);
  const job: Job = { ...known, query };
  if (!decision.open) {
    const planText = toolPlanText([], CLOSED_REASONS[decision.reason]);
    return envelope(job, decision.intent, [], { planText, limits: baseLimits(job) });
  }
  return switches.mode === "plan" ? planned(job, decision.intent) : await ran(job, decision.intent);
}

/** The plan alone: no tool is called, and the same input gives the same bytes but for `created_at`. */
function planned(job: Job, intent: Intent): Envelope {
  const { tools, refused, limits: held } = makePlan(job, intent);
  const limits = [...baseLimits(job), ...held];
  const planText = toolPlanText(tools);
  // A plan holds no chance: what a repository cannot know is the prompt.
  const nonce = sha256Hex(`${job.query.prompt}\n${job.prepared.root}`).slice(0, 16);
  const context = `${planText}\n${fenced(limitsText(limits), "repository-data", nonce)}`;
  return envelope(job, intent, tools, {
    results: refused,
    context: tools.length === 0 ? "" : context,
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
  const plan = makePlan(job, intent);
  const loaded = import("./run_outcome.ts").then(({ runOutcome }) => ({
    runOutcome,
    session: readSession(places, prepared.root, request.client.session_id, request.held),
  }));
  const [runs, { runOutcome, session }] = await Promise.all([runsOf(job, plan), loaded]);
  const run_id = runRunId(query.prompt, prepared.root, world.now());
  const before = [...baseLimits(job), ...plan.limits];
  const { historical, results, ...outcome } = runOutcome(job, plan, run_id, { runs, session, before });
  return envelope(job, { signals: [...intent.signals, ...historical] }, plan.tools, {
    ...outcome,
    run_id,
    results: [...results, ...plan.refused],
    planText: toolPlanText(plan.tools),
  });
}

/** Without a place to look in, or without a tool, nothing is run. */
async function runsOf({ prepared, world, began, channel }: Job, plan: Plan): Promise<Run[]> {
  const { rootError, settings: { budget } } = prepared;
  if (rootError) {
    const { code, message } = rootError;
    const status = code === "E_TIMEOUT" ? "timeout" : "skipped";
    const at = world.now().toISOString();
    return plan.tools.map((planned) => ({ planned, ...failed(planned.tool, { status, code, message }, at) }));
  }
  if (channel === undefined) return [];
  return await runTools(plan.tools, {
    call: (call) => channel.call(key, call),
    world,
    maxConcurrency: budget.max_concurrency,
    deadline: began + budget.wall_ms,
  });
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

/** A setting that could not be used outweighs what became of the tools: it is what the user can mend. */
function degradedBy(
  { settings: { problems: [problem] }, limits: place }: Prepared,
  tools: readonly PlannedTool[],
  results: Envelope["tool_results"],
  limits: readonly string[],
): Envelope["degraded"] | undefined {
  const state = (reason: string, degraded_to: string) => ({ is_degraded: true, reason, degraded_to });
  if (problem) return state(clean(problemText(problem)), DEGRADED_TO.defaults);
  const first = results.find(({ status }) => status !== "ok");
  if (first) {
    const tiers = new Map(tools.map(({ tool, tier }) => [tool, tier]));
    const usable = results.some(({ status, tool }) => status === "ok" && tiers.get(tool) !== 0);
    const timedOut = results.some(({ status }) => status === "timeout");
    if (timedOut) return state(LIMITS.toolTimeout, usable ? DEGRADED_TO.partial : DEGRADED_TO.planOnly);
    return state(first.summary, usable ? DEGRADED_TO.partial : DEGRADED_TO.empty);
  }
  const cut = limits.find((limit) => limit.startsWith(LIMITS.budgetExceeded));
  if (cut !== undefined) return state(cut, DEGRADED_TO.partial);
  const isBare = place.includes(LIMITS.noGitRoot);
  return isBare ? { is_degraded: false, reason: LIMITS.noGitRoot, degraded_to: "" } : undefined;
}

type Told = Omit<Parts, "now" | "client" | "inputs" | "tool_plan" | "run_id" | "degraded">;

function envelope(
  { request, world, prepared, query, switches }: Job,
  intent: Pick<Intent, "signals"> | undefined,
  tools: readonly PlannedTool[],
  { run_id, ...told }: Told & { run_id?: string },
): Envelope {
  const { root, rootSource, settings } = prepared;
  const isPlan = switches.mode === "plan";
  const command = isPlan ? request.plannedCodexCommand?.(root) : undefined;
  const tool_plan: Envelope["tool_plan"] = {
    tier_max: settings.tierMax,
    ...(command === undefined ? {} : { planned_codex_command: command }),
    budget: settings.budget,
    tools: tools.map((tool) => ({ ...tool, args: shownArgs(tool.args, query.forTools) })),
  };
  const { prompt } = query;
  const now = world.now();
  return envelopeOf({
    ...told,
    run_id: run_id ?? (isPlan ? planRunId(prompt, root, tool_plan) : runRunId(prompt, root, now)),
    now,
    client: request.client,
    inputs: { prompt, repo_root: root, repo_root_source: rootSource, signals: intent?.signals ?? [] },
    tool_plan,
    degraded: degradedBy(prepared, tools, told.results ?? [], told.limits),
  });
}
