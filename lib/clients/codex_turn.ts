import { EXIT } from "../contract/error_codes.ts";
import { prepare } from "../kernel/prepare.ts";
import { caught } from "../settings/attempt.ts";
import { findProgram, type World } from "../settings/world.ts";
import { contextOf, type Orchestrate, type PromptInContext, type Turn } from "./codex_context.ts";
import { hasResumeLast, runCodex } from "./codex_exec.ts";
import { NO_LAST, readSession, SESSION_FOLDER, sessionLimit, writeSession } from "./codex_session.ts";
import { ignoreFolder } from "./git_exclude.ts";

/** What a turn needs from outside: the kernel, the world, and a place for lines to the user (stderr). */
export interface TurnContext {
  world: World;
  orchestrate: Orchestrate;
  say(lines: readonly string[]): void;
  /** Settles when the user gives the turn up before codex has been started; never rejects. */
  givenUp?: Promise<void>;
}

/** Exit code of a turn that was given up before codex ran: 128 + SIGINT, as shells have it. */
export const GIVEN_UP = 130;

export const NO_CODEX = [
  "codex is not installed: there is no executable `codex` on PATH",
  'Install it with `npm install -g @openai/codex`; `codex-auto context "PROMPT"` shows the context without it',
];

/**
 * One whole turn: orchestrate, put the context before the prompt, hand it to codex in this repository's session, remember the session. Returns codex's exit code, or
 * ours where the prompt was not sent to codex. A new session takes the place of another once it has begun.
 */
export async function takeTurn(turn: Turn, context: TurnContext): Promise<{ code: number; sent: boolean }> {
  const { world, orchestrate, say, givenUp } = context;
  const notSent = (code: number, ...why: string[]) => {
    say(why);
    return { code, sent: false };
  };
  const program = findProgram("codex", world);
  if (!program) return notSent(EXIT.toolsFailed, ...NO_CODEX);
  if (turn.prompt.trim() === "") return notSent(EXIT.usage, "The prompt is empty");
  const contextFor = (session: Parameters<typeof contextOf>[1] = { memory: world.nonce(8) }) => {
    const found = contextOf(turn, session, orchestrate, world);
    return givenUp ? Promise.race([found, givenUp.then(() => undefined)]) : found;
  };
  const { root } = await prepare(turn.cwd, world);
  const { session, asked, limits } = await sessionToGoOn(root, program, turn);
  const found = await contextFor(session);
  if (!found) return notSent(GIVEN_UP);
  say([...new Set([...found.lines, ...limits.map((limit) => `[Limits] ${limit}`)])]);
  const hasLast = await asked;
  const run = (resume: readonly string[], message: PromptInContext) =>
    runCodex({ program, args: turn.codexArgs, cwd: turn.cwd, resume, ...message });
  const remember = async (
    { code, threadId }: { code: number; threadId: string | undefined },
    memory: string,
  ) => {
    // Of an ephemeral turn codex keeps nothing to go on with, nor of one that failed before it began.
    if (turn.codexArgs.includes("--ephemeral") || (code !== 0 && threadId === undefined)) return;
    const updated_at = world.now().toISOString();
    const keep = async () => {
      writeSession(root, { thread_id: threadId, has_last: hasLast, memory, updated_at });
      await ignoreFolder(root, SESSION_FOLDER);
    };
    // What cannot be written is said; the turn stands.
    await keep().catch(caught(Error, ({ message }) => {
      say([`[Limits] the wrapper session is not remembered: ${message}`]);
    }));
  };

  let message = found;
  if (session) {
    const { thread_id: threadId } = session;
    const end = await run(["resume", threadId ?? "--last"], message);
    const reached = end.threadId ?? threadId;
    const left = threadId !== undefined && reached !== threadId;
    if (left) {
      const where = `went on in thread ${reached}, not in ${threadId}`;
      say([`[Limits] codex ${where}: it does not know the earlier turns`]);
    }
    if (end.code === 0 || end.threadId !== undefined || end.interrupted) {
      await remember({ ...end, threadId: reached }, left ? world.nonce(8) : session.memory);
      return { code: end.code, sent: true };
    }
    // The context is found anew: what was left out because the lost session had it has to be said again.
    const anew = await contextFor();
    if (!anew) return notSent(GIVEN_UP);
    say([`[Limits] ${sessionLimit(`codex exec resume ended with ${end.code}`)}`]);
    message = anew;
  }
  const end = await run([], message);
  await remember(end, message.memory);
  return { code: end.code, sent: end.code === 0 || end.threadId !== undefined };
}

/** What the repository has to go on with, and why not where it could have been expected. Codex is asked for `--last` until it is known to have it. */
async function sessionToGoOn(root: string, program: string, turn: Turn) {
  const { session, problem }: ReturnType<typeof readSession> = turn.fresh ? {} : readSession(root);
  const asked = session?.has_last ? Promise.resolve(true) : hasResumeLast(program, turn.cwd);
  if (!session) return { asked, limits: problem === undefined ? [] : [problem] };
  const answer = await asked;
  if (answer) return { session, asked, limits: [] };
  const why = answer === false ? NO_LAST : "codex exec resume --help did not answer";
  return { asked, limits: [sessionLimit(why)] };
}
