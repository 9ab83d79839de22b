import { EXIT } from "../contract/error_codes.ts";
import type { Envelope } from "../contract/envelope.ts";
import { LIMITS, withDetail } from "../contract/limits.ts";
import type { OrchestrationRequest } from "../kernel/request.ts";
import { CLIENT_CAP } from "../settings/defaults.ts";
import type { World } from "../settings/world.ts";
import { type CodexEnd, runCodex, type TurnKind } from "./codex_exec.ts";
import { ignoreSessionFolder } from "./codex_ignore.ts";
import { noticeLines } from "./codex_notices.ts";
import { EXEC, plannedCodexCommand, sessionLimit } from "./codex_plan.ts";
import { type CodexProgram, findCodex, hasResumeLast } from "./codex_program.ts";
import { fitPrompt } from "./codex_prompt.ts";
import { guessRoot } from "./codex_root.ts";
import { type CodexSession, forgetSession, readSession, writeSession } from "./codex_session.ts";

export type Orchestrate = (request: OrchestrationRequest, world: World) => Promise<Envelope>;

/** What a turn needs from outside: the kernel, the world, and a place for lines to the user (stderr). */
export interface TurnContext {
  world: World;
  orchestrate: Orchestrate;
  say(lines: readonly string[]): void;
  /** Settles when the user gives the turn up before codex has been started; never rejects. */
  givenUp?: Promise<void>;
}

/** One prompt for codex. */
export interface Turn {
  prompt: string;
  cwd: string;
  /** The user's own arguments for codex. */
  codexArgs: readonly string[];
  /** Start a new session, whatever the repository has. */
  fresh?: boolean;
  /** Value of the world's `elapsed()` from which the wall budget counts. */
  began?: number;
}

/** Exit code of a turn that was given up before codex ran: 128 + SIGINT, as shells have it. */
export const GIVEN_UP = 130;

/**
 * One whole turn: orchestrate, put the context before the prompt, hand it to codex in this repository's session, remember the session. Returns
 * codex's exit code. Nothing but a prompt that codex cannot take, or no codex, keeps the prompt from it.
 */
export async function takeTurn(turn: Turn, context: TurnContext): Promise<number> {
  const { world, say } = context;
  const program = findCodex(world);
  if (!program) {
    say([
      "codex is not installed: there is no executable `codex` on PATH",
      'Install it with `npm install -g @openai/codex`; `codex-auto context "PROMPT"` shows the context without it',
    ]);
    return EXIT.toolsFailed;
  }
  const refused = fitPrompt("", turn.prompt);
  if (refused.kind === "refused") {
    say([refused.message]);
    return EXIT.usage;
  }
  const guess = guessRoot(turn.cwd, world);
  const remembered = await sessionToGoOn(guess, program, turn);
  const memory = remembered.resumable ? remembered.session.memory : world.nonce(8);
  const prepared = await inTime(prepare(turn, memory, context), context.givenUp);
  if (!prepared) return GIVEN_UP;

  const root = prepared.root ?? guess;
  const known = root === guess ? remembered : await sessionToGoOn(root, program, turn);
  say(prepared.notices(known.limits));
  const call = { program, args: turn.codexArgs, cwd: turn.cwd };
  const run = (kind: TurnKind, text: string) => runCodex({ ...call, turn: kind, text }, world);
  if (!known.resumable) {
    const end = await run({ kind: "exec" }, prepared.text);
    await remember(root, { hasLast: known.hasLast, program, memory }, end, context);
    return end.code;
  }
  const { session } = known;
  const end = await run(
    session.threadId ? { kind: "resume", threadId: session.threadId } : { kind: "resume-last" },
    prepared.text,
  );
  if (end.code === 0 || end.begun || end.interrupted) {
    const left = end.threadId !== undefined && session.threadId !== undefined &&
      end.threadId !== session.threadId;
    if (left) {
      say([
        `[Limits] codex went on in thread ${end.threadId}, not in ${session.threadId}: it does not know the earlier turns`,
      ]);
    }
    const threadId = end.threadId ?? session.threadId;
    const next = { hasLast: true, program, memory: left ? world.nonce(8) : session.memory };
    await remember(root, next, { ...end, ...(threadId ? { threadId } : {}) }, context);
    return end.code;
  }
  // What was left out because the lost thread had it has to be said again.
  const again = await inTime(prepare(turn, world.nonce(8), context), context.givenUp);
  if (!again) return GIVEN_UP;
  say([`[Limits] ${sessionLimit(`codex exec resume ended with ${end.code}`)}`]);
  const stateless = await run({ kind: "exec" }, again.text);
  await remember(root, { hasLast: true, program, memory: again.memory }, stateless, context);
  return stateless.code;
}

type KnownSession =
  & { hasLast: boolean | undefined; limits: string[] }
  & ({ resumable: true; session: CodexSession } | { resumable: false });

/** What the repository has to go on with. Asks codex whether it has `--last` once a version, and before the first turn, so that a plan can tell. */
async function sessionToGoOn(root: string, program: CodexProgram, turn: Turn): Promise<KnownSession> {
  const stored = turn.fresh ? forgetSession(root) : readSession(root);
  const session = stored.kind === "session" ? stored.session : undefined;
  const asked = session?.program === program.identity ? session.hasLast : undefined;
  const hasLast = asked ?? await hasResumeLast(program, turn.cwd);
  const limits = stored.kind === "unusable" ? [stored.message] : [];
  if (!session) return { resumable: false, hasLast, limits };
  if (hasLast) return { resumable: true, session, hasLast, limits };
  return { resumable: false, hasLast, limits: [sessionLimit("codex exec resume has no --last")] };
}

interface Prepared {
  text: string;
  memory: string;
  /** Undefined where the kernel failed. */
  root: string | undefined;
  notices(limits: readonly string[]): string[];
}

async function prepare(turn: Turn, memory: string, { world, orchestrate }: TurnContext): Promise<Prepared> {
  try {
    const envelope = await orchestrate(wrapperRequest(turn, memory), world);
    const fitted = fitPrompt(envelope.fused_context.for_model.additional_context, turn.prompt);
    const own = fitted.kind === "fits" ? fitted.limits : [];
    return {
      text: fitted.kind === "fits" ? fitted.text : turn.prompt,
      memory,
      root: envelope.inputs.repo_root,
      notices: (limits) => noticeLines(envelope, [...own, ...limits]),
    };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const limit = withDetail(LIMITS.orchestratorUnavailable, detail);
    return {
      text: turn.prompt,
      memory,
      root: undefined,
      notices: (limits) => [limit, ...limits].map((each) => `[Limits] ${each}`),
    };
  }
}

/** What the wrapper asks of the kernel. */
export function wrapperRequest(turn: Turn, sessionId?: string): OrchestrationRequest {
  return {
    prompt: turn.prompt,
    client: {
      name: "codex-cli",
      event: "cli",
      ...(sessionId === undefined ? {} : { session_id: sessionId }),
    },
    cwd: turn.cwd,
    cap: CLIENT_CAP.wrapper,
    plannedCodexCommand: turn.fresh ? () => EXEC : plannedCodexCommand,
    ...(turn.began === undefined ? {} : { began: turn.began }),
  };
}

async function inTime<T>(work: Promise<T>, givenUp: Promise<void> | undefined): Promise<T | undefined> {
  return await (givenUp ? Promise.race([work, givenUp.then(() => undefined)]) : work);
}

/** Remembers a turn that took place. What cannot be written is said; the turn stands. */
async function remember(
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
