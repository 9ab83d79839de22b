import type { Envelope } from "../contract/envelope.ts";
import { LIMITS, withDetail } from "../contract/limits.ts";
import { DEFAULTS } from "../settings/defaults.ts";
import { DEGRADED_TO } from "./envelope.ts";
import { afterRun } from "./after_run.ts";
import { type SessionMemory, withoutGiven } from "./session_memory.ts";
import { contractOrder, fuse, type FusedItem } from "./fuse.ts";
import { historicalSignals } from "./intent/history.ts";
import type { Job } from "./request.ts";
import type { Plan } from "./plan.ts";
import {
  CUT_LIMIT_ROOM,
  renderForModel,
  type RenderInputs,
  renderWhole,
  selectBlocks,
  sizeOf,
} from "./render.ts";
import { limitsOf, resultsText, toolResult } from "./results.ts";
import type { Run } from "./run.ts";
import { sha256Hex } from "../settings/sha256.ts";

/** Makes of what the tools said, cleaned already, what the model and the user get. */
export async function runOutcome(
  job: Job,
  plan: Plan,
  runId: string,
  { runs, session, before }: { runs: readonly Run[]; session: SessionMemory; before: readonly string[] },
) {
  const { prepared, world, request, query } = job;
  const limits = [...before, ...plan.limits, ...runs.flatMap(limitsOf)];
  const fused = fuse(runs.flatMap(({ output }) => output?.findings ?? []), DEFAULTS.maxItemChars);
  const best = fused.ranked.slice(0, DEFAULTS.maxItems);
  const { fresh, given } = await withoutGiven(best, session);
  const inputs: RenderInputs = {
    runId,
    commit: prepared.repository?.commit,
    time: world.now().toISOString(),
    tools: runs.filter(({ status }) => status === "ok").map(({ planned }) => planned.tool),
    items: fresh,
    alreadyGiven: given,
    limits,
    nonce: world.nonce(8),
    // The smaller of what the configuration allows (in characters) and what the client takes.
    cap: { ...request.cap, size: Math.min(request.cap.size, prepared.settings.budget.max_injected_chars) },
    maxSnippets: DEFAULTS.maxSnippets,
  };
  const selection = selectBlocks(inputs);
  const beyond = fused.ranked.slice(DEFAULTS.maxItems);
  const left = [...selection.left, ...beyond];
  if (left.length > 0) limits.push(await keepWhole(job, runId, fused.ranked, left.length));
  const text = renderForModel(inputs, selection);
  const shown = text === "" ? [] : selection.shown;
  const leftOut = (items: readonly FusedItem[], why: string) => items.map((item) => ({ item, why }));
  const cut = [
    leftOut(text === "" ? selection.shown : [], "the client takes less than the frame needs"),
    leftOut(selection.left, "did not fit into what the client takes"),
    leftOut(beyond, `not among the ${DEFAULTS.maxItems} best places`),
  ].flat();
  const { quoted } = selection;
  const ranked = [textsOf(runs, "ci_search", "ranked"), fused.ranked.flatMap(({ path }) => path ?? [])]
    .flat();
  limits.push(...await afterRun(job, { runs, shown, quoted, earlier: given, cut, limits, text, runId }));
  const cutTools = new Set(left.map(({ tool }) => tool));
  return {
    results: runs.map((run) =>
      toolResult(run, plan.clamped.get(run.planned.tool) ?? [], cutTools.has(run.planned.tool))
    ),
    context: text,
    // For programs: every item in contract order; files, most likely first, as the search ranks them, evidence or not, then what other tools found; what the model got.
    structured: {
      commit: prepared.repository?.commit ?? null,
      items: fused.items,
      ranked_paths: [...new Set(ranked)],
      shown_paths: [...new Set(shown.map((item) => item.path ?? item.title))],
      already_given: given,
    },
    resultsText: resultsText(runs, [...shown].sort(contractOrder)),
    limits,
    historical: historicalSignals(query.read, {
      prompts: session.prompts,
      changedFiles: textsOf(runs, "ci_index_status", "changed_files"),
    }),
    degraded: degradedByRun(runs, limits),
  };
}

function textsOf(runs: readonly Run[], tool: string, key: string): string[] {
  const said = runs.find(({ planned }) => planned.tool === tool)?.output?.data[key];
  return Array.isArray(said) ? said.filter((each) => typeof each === "string") : [];
}

function degradedByRun(runs: readonly Run[], limits: readonly string[]): Envelope["degraded"] | undefined {
  const degraded = (reason: string, degraded_to: string) => ({ is_degraded: true, reason, degraded_to });
  const failed = runs.filter(({ status }) => status !== "ok");
  if (failed.length === 0) {
    const cut = limits.find((limit) => limit.startsWith(LIMITS.budgetExceeded));
    return cut === undefined ? undefined : degraded(cut, DEGRADED_TO.partial);
  }
  const timedOut = failed.some(({ status }) => status === "timeout");
  const usable = runs.some(({ status, planned }) => status === "ok" && planned.tier > 0);
  const reason = timedOut ? LIMITS.toolTimeout : failed[0]?.error?.message ?? LIMITS.toolUnavailable;
  return degraded(reason, usable ? DEGRADED_TO.partial : timedOut ? DEGRADED_TO.planOnly : DEGRADED_TO.empty);
}

/** Writes what did not fit, with all the rest, as a context file. Returns the text for [Limits] that says where it is, or why it is nowhere. */
async function keepWhole(
  { places, request, prepared, world }: Job,
  runId: string,
  items: readonly FusedItem[],
  left: number,
): Promise<string> {
  const cut = `${left} of ${items.length} places left out`;
  const alone = withDetail(LIMITS.budgetExceeded, cut);
  /** What does not fit into the room that is kept for it would push out what was found. */
  const withRest = (...rests: readonly string[]) =>
    rests.map((rest) => withDetail(LIMITS.budgetExceeded, `${cut}; ${rest}`))
      .find((text) => sizeOf(text, request.cap.unit) <= CUT_LIMIT_ROOM) ?? alone;
  if (places.data === undefined) return alone;
  try {
    const { writeArtifact } = await import("../context_files/store.ts");
    const conversation = request.client.session_id ?? `repo-${(await sha256Hex(prepared.root)).slice(0, 12)}`;
    const kept = writeArtifact({
      dataDir: places.data,
      conversation,
      toolCallId: runId,
      content: renderWhole(items),
      extension: "txt",
      hint: "places found for one prompt",
      limits: prepared.settings.retention,
    }, world);
    return withRest(`all of them: ${kept.path}`, `all of them: codex-auto files show ${kept.id}`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return withRest(`no context file: ${why.slice(0, 120)}`, "no context file");
  }
}
