import { EXIT } from "../contract/error_codes.ts";
import { attempt } from "../settings/attempt.ts";
import type { World } from "../settings/world.ts";
import { type Orchestrate, prepare, type Turn } from "./codex_context.ts";
import { type CodexEnd, runCodex, type TurnKind } from "./codex_exec.ts";
import { type CodexProgram, findCodex, hasResumeLast } from "./codex_program.ts";
import { fitPrompt } from "./codex_prompt.ts";
import {
  type CodexSession,
  forgetSession,
  NO_LAST,
  readSession,
  SESSION_FOLDER,
  sessionFile,
  sessionLimit,
  writeSession,
} from "./codex_session.ts";
import { ignoreFolder } from "./git_exclude.ts";

/** What a turn needs from outside: the kernel, the world, and a place for lines to the user (stderr). */
export interface TurnContext {
  world: World;
  orchestrate: Orchestrate;
  say(lines: readonly string[]): void;
  /** Settles when the user gives the turn up before codex has been started; never rejects. */
  givenUp?: Promise<void>;
}

/** How a turn ended: codex's exit code, or ours where the prompt was not sent to codex. */
export interface TurnEnd {
  code: number;
  sent: boolean;
}

/** Exit code of a turn that was given up before codex ran: 128 + SIGINT, as shells have it. */
export const GIVEN_UP = 130;

/**
 * One whole turn: orchestrate, put the context before the prompt, hand it to codex in this repository's
 * session, remember the session. Nothing but a prompt that codex cannot take, or no codex, keeps the prompt
 * from it.
 */
export async function takeTurn(turn: Turn, context: TurnContext): Promise<TurnEnd> {
  const { world, orchestrate, say, givenUp } = context;
  const program = findCodex(world);
  if (!program) {
    say([
      "codex is not installed: there is no executable `codex` on PATH",
      'Install it with `npm install -g @openai/codex`; `codex-auto context "PROMPT"` shows the context without it',
    ]);
    return { code: EXIT.toolsFailed, sent: false };
  }
  const refused = fitPrompt("", turn.prompt);
  if (refused.kind === "refused") {
    say([refused.message]);
    return { code: EXIT.usage, sent: false };
  }
  const contextFor = (memory: string) => {
    const prepared = prepare(turn, memory, orchestrate, world);
    return givenUp ? Promise.race([prepared, givenUp.then(() => undefined)]) : prepared;
  };
  const guess = guessRoot(turn.cwd, world);
  const guessed = await sessionToGoOn(guess, program, turn);
  const prepared = await contextFor(guessed.session?.memory ?? world.nonce(8));
  if (!prepared) return { code: GIVEN_UP, sent: false };

  const root = prepared.root ?? guess;
  const known = root === guess ? guessed : await sessionToGoOn(root, program, turn);
  const { session, limits } = known;
  say([...new Set([...prepared.lines, ...limits.map((limit) => `[Limits] ${limit}`)])]);
  const hasLast = await known.hasLast;
  const run = (kind: TurnKind, text: string) =>
    runCodex({ program, args: turn.codexArgs, cwd: turn.cwd, turn: kind, text }, world);
  const remember = async (end: CodexEnd, memory: string) => {
    // Of an ephemeral turn codex keeps nothing to go on with, nor of one that failed before it began.
    if (turn.codexArgs.includes("--ephemeral") || (end.code !== 0 && end.threadId === undefined)) return;
    const next = { threadId: end.threadId, hasLast, program: program.identity, memory };
    await keep(root, { ...next, updatedAt: world.now().toISOString() }, say);
  };

  let { text, memory } = prepared;
  if (session) {
    const { threadId } = session;
    const end = await run(threadId ? { kind: "resume", threadId } : { kind: "resume-last" }, text);
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
    const anew = await contextFor(world.nonce(8));
    if (!anew) return { code: GIVEN_UP, sent: false };
    say([`[Limits] ${sessionLimit(`codex exec resume ended with ${end.code}`)}`]);
    ({ text, memory } = anew);
  }
  const end = await run({ kind: "exec" }, text);
  await remember(end, memory);
  return { code: end.code, sent: true };
}

/**
 * What the repository has to go on with, and why not where it could have been expected. Asks codex whether it
 * has `--last` once a version, from the first turn on, so that a plan can tell; that turn's context is found
 * meanwhile.
 */
async function sessionToGoOn(root: string, program: CodexProgram, turn: Turn): Promise<{
  session?: CodexSession;
  hasLast: Promise<boolean | undefined>;
  limits: string[];
}> {
  const stored = turn.fresh ? forgetSession(root) : readSession(root);
  const session = stored.kind === "session" ? stored.session : undefined;
  const asked = session?.program === program.identity ? session.hasLast : undefined;
  const hasLast = asked === undefined ? hasResumeLast(program, turn.cwd) : Promise.resolve(asked);
  if (!session) return { hasLast, limits: stored.kind === "unusable" ? [stored.message] : [] };
  const answer = await hasLast;
  if (answer) return { session, hasLast, limits: [] };
  const why = answer === false ? NO_LAST : "codex exec resume --help did not answer";
  return { hasLast, limits: [sessionLimit(why)] };
}

/** Remembers a turn that took place. What cannot be written is said; the turn stands. */
async function keep(root: string, session: CodexSession, say: TurnContext["say"]): Promise<void> {
  try {
    writeSession(root, session);
    await ignoreFolder(root, SESSION_FOLDER, sessionFile(root));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    say([`[Limits] the wrapper session is not remembered: ${error.message}`]);
  }
}

/**
 * Where the session file most likely is, before the kernel has resolved the repository root (and where it
 * could not): the root named in the environment, else the nearest folder upwards that has a `.git`, else the
 * folder itself.
 */
function guessRoot(cwd: string, world: World): string {
  const real = (path: string) => attempt(() => Deno.realPathSync(path));
  const named = world.env("CI_AUTO_TOOLS_REPO_ROOT");
  const start = (named === undefined ? undefined : real(named)) ?? real(cwd) ?? cwd;
  if (named !== undefined) return start;
  for (let folder = start; folder !== ""; folder = folder.slice(0, folder.lastIndexOf("/"))) {
    if (real(`${folder}/.git`) !== undefined) return folder;
  }
  return start;
}
