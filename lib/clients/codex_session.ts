import type { Envelope } from "../contract/envelope.ts";
import { LIMITS, limitsText, withDetail } from "../contract/limits.ts";
import { recover } from "../settings/attempt.ts";
import { readOwnFile } from "../settings/own_files.ts";
import { writeFileAtomic } from "../settings/write_file.ts";
import { isThreadId } from "./codex_output.ts";

export interface CodexSession {
  thread_id?: string | undefined;
  /** Whether `codex exec resume` has `--last`; undefined until it has answered. */
  has_last?: boolean | undefined;
  /** Our own name for the conversation, under which the kernel remembers what it was given; a new thread gets a new one. */
  memory: string;
  /** RFC 3339; end of the latest turn. */
  updated_at: string;
}

/** What a repository has to go on with; a file that cannot be used is said so and is as good as none. */
type StoredSession = { session?: CodexSession; problem?: string };

const RESUME_LAST = "codex exec resume --last";
export const EXEC = "codex exec";
export const SESSION_FOLDER = ".devbooks/cache/auto-tools";
const VERSION = 1;
/** Bytes; ours are below 1 kB. */
const MAX_BYTES = 65_536;

function sessionFile(repoRoot: string): string {
  return `${repoRoot}/${SESSION_FOLDER}/codex-session.json`;
}

export function readSession(repoRoot: string): StoredSession {
  const file = sessionFile(repoRoot);
  const read = () => {
    const text = readOwnFile(file, MAX_BYTES, repoRoot);
    return text === undefined ? {} : { session: parseSession(text) };
  };
  return recover(read, Error, (error) => ({
    problem: error instanceof SyntaxError ? `${file}: damaged; a new session is started` : error.message,
  }));
}

function parseSession(text: string): CodexSession {
  const { version, ...session } = Object(JSON.parse(text));
  const { thread_id, has_last, memory, updated_at } = session;
  if (
    version !== VERSION || typeof updated_at !== "string" ||
    typeof memory !== "string" || !/^[0-9a-f]{1,64}$/.test(memory) ||
    !(thread_id === undefined || isThreadId(thread_id)) ||
    !(has_last === undefined || typeof has_last === "boolean")
  ) throw new SyntaxError("no session of ours");
  return { thread_id, has_last, memory, updated_at };
}

/** Writes the session file, whole or not at all, 0600. Throws `NotOurs`, or what the file system says. */
export function writeSession(repoRoot: string, session: CodexSession): void {
  const text = JSON.stringify({ version: VERSION, ...session }, null, 2);
  writeFileAtomic(sessionFile(repoRoot), `${text}\n`, { base: repoRoot });
}

/** The codex command that a turn in this repository would run next, for plans: the plan names the command, not the thread. */
export function plannedCodexCommand(repoRoot: string): string {
  return readSession(repoRoot).session?.has_last === true ? RESUME_LAST : EXEC;
}

/** The exact text for a session that is not gone on with, and the code that stands for it. */
export function sessionLimit(detail: string): string {
  return withDetail(LIMITS.sessionUnavailable, `E_SESSION: ${detail}`);
}

export const NO_LAST = "codex exec resume has no --last";

/** Why codex's part of the plan is less than a resumed session, added to the plan's limits. */
export function withSessionLimits(plan: Envelope): Envelope {
  const { session, problem } = readSession(plan.inputs.repo_root);
  const limit = problem ?? (session?.has_last === false ? sessionLimit(NO_LAST) : undefined);
  if (limit === undefined) return plan;
  const { for_user } = plan.fused_context;
  const limits = for_user.limits_text === limitsText([]) ? [] : [for_user.limits_text];
  return {
    ...plan,
    degraded: plan.degraded.is_degraded
      ? plan.degraded
      : { is_degraded: true, reason: limit, degraded_to: "stateless-exec" },
    fused_context: {
      ...plan.fused_context,
      for_user: { ...for_user, limits_text: [...limits, limitsText([limit])].join("\n") },
    },
  };
}
