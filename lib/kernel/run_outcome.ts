import type { ToolResult } from "../contract/envelope.ts";
import { LIMITS, withDetail } from "../contract/limits.ts";
import { writeArtifact } from "../context_files/store.ts";
import { DEFAULTS } from "../settings/defaults.ts";
import { listAt } from "../settings/json.ts";
import { sha256Hex } from "../settings/sha256.ts";
import { afterRun } from "./after_run.ts";
import { contractOrder, fuse, type FusedItem, placeOf } from "./fuse.ts";
import { historicalSignals } from "./intent/intent.ts";
import type { Plan } from "./plan.ts";
import type { RenderInputs } from "./render.ts";
import { CUT_LIMIT_ROOM, renderForModel, renderWhole, resultsText, selectBlocks, sizeOf } from "./render.ts";
import type { Job } from "./request.ts";
import type { Run } from "./run.ts";
import { type SessionMemory, withoutGiven } from "./session_memory.ts";

const MAX_CUT = 20;

export function runOutcome(
  job: Job,
  plan: Plan,
  runId: string,
  { runs, session, before }: { runs: readonly Run[]; session: SessionMemory; before: readonly string[] },
) {
  const { prepared, world, request, query } = job;
  const limits = [...before, ...runs.flatMap((run) => run.limits)];
  const fused = fuse(runs.flatMap(({ output }) => output?.findings ?? []), DEFAULTS.maxItemChars);
  const best = fused.ranked.slice(0, DEFAULTS.maxItems);
  const { fresh, given } = withoutGiven(best, session);
  const inputs: RenderInputs = {
    runId,
    commit: prepared.repository?.commit,
    time: world.now().toISOString(),
    tools: runs.flatMap(({ result: { status, tool } }) => status === "ok" ? [tool] : []),
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
  if (left.length > 0) limits.push(keepWhole(job, runId, fused.ranked, left.length));
  const text = renderForModel(inputs, selection);
  const shown = text === "" ? [] : selection.shown;
  const leftOut = (items: readonly FusedItem[], why: string) =>
    items.map((item) => ({ place: placeOf(item), why }));
  const cut = [
    leftOut(text === "" ? selection.shown : [], "the client takes less than the frame needs"),
    leftOut(selection.left, "did not fit into what the client takes"),
    leftOut(beyond, `not among the ${DEFAULTS.maxItems} best places`),
  ].flat().slice(0, MAX_CUT);
  const { quoted } = selection;
  limits.push(...afterRun(job, { runs, shown, quoted, earlier: given, cut, limits, text, runId }));
  const ranked = [...textsOf(runs, "ci_search", "ranked"), ...fused.ranked.flatMap(({ path }) => path ?? [])];
  const cutTools = new Set(left.map(({ tool }) => tool));
  const results = runs.map(({ result }) =>
    marked(result, plan.clamped.get(result.tool), cutTools.has(result.tool))
  );
  return {
    results,
    context: text,
    // For programs: every item in contract order; files, most likely first, as the search ranks them, evidence or not, then what other tools found; what the model got.
    structured: {
      commit: prepared.repository?.commit ?? null,
      items: fused.items,
      ranked_paths: [...new Set(ranked)],
      shown_paths: [...new Set(shown.map((item) => item.path ?? item.title))],
      already_given: given,
    },
    resultsText: resultsText(results, [...shown].sort(contractOrder)),
    limits,
    historical: historicalSignals(
      query.read,
      session.prompts,
      textsOf(runs, "ci_index_status", "changed_files"),
    ),
  };
}

function textsOf(runs: readonly Run[], tool: string, key: string): string[] {
  const said = runs.find(({ result }) => result.tool === tool)?.output?.data;
  return listAt(said, key).filter((each) => typeof each === "string");
}

/** Clamped arguments and cut results carry their code though the tool itself went well. */
function marked(result: ToolResult, clamped: readonly string[] | undefined, isCut: boolean): ToolResult {
  const cut = isCut ? { message: LIMITS.budgetExceeded, code: "E_BUDGET_EXCEEDED" as const } : undefined;
  const held = clamped && { message: clamped.join("; "), code: "E_INVALID_ARGS" as const };
  const error = result.error ?? held ?? cut;
  return { ...result, ...(error && { error }), truncated: isCut || result.truncated };
}

/** Writes what did not fit, with all the rest, as a context file. Returns the text for [Limits] that says where it is, or why it is nowhere. */
function keepWhole(
  { places, request, prepared, world }: Job,
  runId: string,
  items: readonly FusedItem[],
  left: number,
): string {
  const cut = `${left} of ${items.length} places left out`;
  const alone = withDetail(LIMITS.budgetExceeded, cut);
  /** What does not fit into the room that is kept for it would push out what was found. */
  const withRest = (...rests: readonly string[]) =>
    rests.map((rest) => withDetail(LIMITS.budgetExceeded, `${cut}; ${rest}`))
      .find((text) => sizeOf(text, request.cap.unit) <= CUT_LIMIT_ROOM) ?? alone;
  if (places.data === undefined) return alone;
  try {
    const conversation = request.client.session_id ?? `repo-${sha256Hex(prepared.root).slice(0, 12)}`;
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
