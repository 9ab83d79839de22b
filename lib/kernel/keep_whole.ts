import { LIMITS, withDetail } from "../contract/limits.ts";
import { sha256Hex } from "../settings/sha256.ts";
import type { FusedItem } from "./fuse.ts";
import type { Job } from "./job.ts";
import { CUT_LIMIT_ROOM, renderWhole } from "./render.ts";
import { sizeOf } from "./size.ts";

/** Writes what did not fit, with all the rest, as a context file. Returns the text for [Limits] that says where it is, or why it is nowhere. */
export async function keepWhole(
  job: Job,
  runId: string,
  items: readonly FusedItem[],
  left: number,
): Promise<string> {
  const { places, request, prepared, world } = job;
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
      text: renderWhole(items),
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
