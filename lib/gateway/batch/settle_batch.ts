import type { ApprovedCall, PermissionRequest } from "../permissions/approval.ts";
import { riskText } from "../permissions/question.ts";
import type { CallResult, PlannedCall } from "./plan_batch.ts";

/** UTF-16 units of why a call did not work: of as many calls as a batch may have, all fit one answer. */
export const MAX_FAILURE = 400;

/** What the user has said of a call; undefined where nothing yet. */
export type Word = "given" | "refused" | undefined;

/** A call that waits for the user's word, with exactly what it would be given. */
export interface WaitingCall {
  request: PermissionRequest;
  args: Record<string, unknown>;
}

export interface SettledBatch {
  /** What is known of each call before anything runs; undefined for those that will. */
  results: (CallResult | undefined)[];
  /** What the user is to be asked. */
  waiting: WaitingCall[];
  /** What lets the calls run that will. */
  used: ApprovedCall[];
}

/**
 * The last of what is decided before anything runs. A call that cannot run is told, what changes something runs only if there was none such, and from the
 * first call on that waits for the user's word, or has it against itself, nothing runs.
 */
export function settleBatch(
  plan: readonly PlannedCall[],
  wordOn: (request: PermissionRequest) => Word,
): SettledBatch {
  const refusedAt = plan.findIndex(({ kind }) => kind === "refused");
  const waiting: WaitingCall[] = [];
  const used: ApprovedCall[] = [];
  let stop: { at: number; word: Word } | undefined;
  const results = plan.map((planned, at): CallResult | undefined => {
    if (planned.kind === "refused") {
      const text = planned.text.slice(0, MAX_FAILURE).toWellFormed();
      return { name: planned.name, status: "error", text };
    }
    const { call: { name, arguments: args }, tool, request } = planned;
    if (refusedAt >= 0 && tool.risk !== "read") {
      const text = `not run: call ${refusedAt + 1} of this batch was refused, so nothing was changed`;
      return { name, status: "error", text };
    }
    const word = request === undefined ? "given" : wordOn(request);
    if (word !== "given") stop ??= { at, word };
    if (word === "refused") return { name, status: "error", text: REFUSED };
    if (word === undefined && request !== undefined) {
      waiting.push({ request, args });
      return { name, status: "permission", text: permissionText(request) };
    }
    if (stop !== undefined) {
      return stop.word === "refused"
        ? { name, status: "error", text: `not run: the user has refused call ${stop.at + 1}` }
        : { name, status: "permission", text: `not run: waits for call ${stop.at + 1}` };
    }
    if (request !== undefined) used.push(request);
    return undefined;
  });
  return { results, waiting, used };
}

const REFUSED =
  "refused by the user, for good: do not make this call again, nor reach the same another way. Go on without it, or ask the user what they want instead.";

function permissionText(request: PermissionRequest): string {
  return [
    `needs the user's approval (${
      riskText(request)
    }). Nobody but the user can give it, in a terminal of their own:`,
    `codex-auto allow ${request.tool} --once | --session | --always`,
    "Tell the user, and make this call and those after it once they have approved.",
  ].join("\n");
}
