import type { CodexEnd } from "./codex_exec.ts";
import { ignoreSessionFolder } from "./codex_ignore.ts";
import { sessionLimit } from "./codex_plan.ts";
import type { Turn, TurnContext } from "./codex_prepared.ts";
import { type CodexProgram, hasResumeLast } from "./codex_program.ts";
import { type CodexSession, forgetSession, readSession, writeSession } from "./codex_session.ts";

/** What a turn has to go on with, and why not where it could have been expected. */
export type KnownSession =
  & { hasLast: Promise<boolean | undefined>; limits: string[] }
  & ({ resumable: true; session: CodexSession } | { resumable: false });

/**
 * What the repository has to go on with. Asks codex whether it has `--last` once a version, from the first
 * turn on, so that a plan can tell; that turn's context is found meanwhile.
 */
export async function sessionToGoOn(root: string, program: CodexProgram, turn: Turn): Promise<KnownSession> {
  const stored = turn.fresh ? forgetSession(root) : readSession(root);
  const session = stored.kind === "session" ? stored.session : undefined;
  const asked = session?.program === program.identity ? session.hasLast : undefined;
  const hasLast = asked === undefined ? hasResumeLast(program, turn.cwd) : Promise.resolve(asked);
  const limits = stored.kind === "unusable" ? [stored.message] : [];
  if (!session) return { resumable: false, hasLast, limits };
  const answer = await hasLast;
  if (answer) return { resumable: true, session, hasLast, limits };
  const why = answer === false
    ? "codex exec resume has no --last"
    : "codex exec resume --help did not answer";
  return { resumable: false, hasLast, limits: [sessionLimit(why)] };
}

/** Remembers a turn that took place. What cannot be written is said; the turn stands. */
export async function remember(
  root: string,
  next: { hasLast: boolean | undefined; program: CodexProgram; memory: string },
  end: CodexEnd,
  { world, say }: TurnContext,
): Promise<void> {
  if (end.code !== 0 && !end.begun) return;
  const limits: string[] = [];
  try {
    writeSession(root, {
      ...(end.threadId === undefined ? {} : { threadId: end.threadId }),
      ...(next.hasLast === undefined ? {} : { hasLast: next.hasLast }),
      program: next.program.identity,
      memory: next.memory,
      updatedAt: world.now().toISOString(),
    });
    await ignoreSessionFolder(root);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    limits.push(`the wrapper session is not remembered: ${error.message}`);
  }
  say(limits.map((limit) => `[Limits] ${limit}`));
}
