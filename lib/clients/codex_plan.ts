import type { Envelope } from "../contract/envelope.ts";
import { LIMITS, limitsText, withDetail } from "../contract/limits.ts";
import { readSession } from "./codex_session.ts";

export const RESUME_LAST = "codex exec resume --last";
export const EXEC = "codex exec";

/**
 * The codex command that a turn in this repository would run next, for plans; starts no codex. A session
 * whose thread id is known is resumed by that id instead of `--last`; the plan names the command, not the
 * thread.
 *
 * Both entries go by it. The contract ties the command to the repository having a wrapper session, not to the
 * entry, so a prompt on the command line goes on with that session as the loop's turns do: what a plan shows
 * is what the same call without `--dry-run` does.
 */
export function plannedCodexCommand(repoRoot: string): string {
  const stored = readSession(repoRoot);
  return stored.kind === "session" && stored.session.hasLast === true ? RESUME_LAST : EXEC;
}

/** The exact text for a session that is not gone on with, and the code that stands for it. */
export function sessionLimit(detail: string): string {
  return withDetail(LIMITS.sessionUnavailable, `E_SESSION: ${detail}`);
}

/** Why codex's part of the plan is less than a resumed session, added to the plan's limits. */
export function withSessionLimits(plan: Envelope): Envelope {
  const stored = readSession(plan.inputs.repo_root);
  if (stored.kind === "none" || (stored.kind === "session" && stored.session.hasLast !== false)) return plan;
  const limit = stored.kind === "unusable" ? stored.message : sessionLimit("codex exec resume has no --last");
  const { for_user } = plan.fused_context;
  const limits = for_user.limits_text === limitsText([]) ? [] : [for_user.limits_text];
  const degraded = plan.degraded.is_degraded
    ? plan.degraded
    : { is_degraded: true, reason: limit, degraded_to: "stateless-exec" };
  return {
    ...plan,
    degraded,
    fused_context: {
      ...plan.fused_context,
      for_user: { ...for_user, limits_text: [...limits, limitsText([limit])].join("\n") },
    },
  };
}
