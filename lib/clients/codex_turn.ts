import { EXIT } from "../contract/error_codes.ts";
import { remember, sessionToGoOn } from "./codex_continuity.ts";
import { type CodexEnd, runCodex, type TurnKind } from "./codex_exec.ts";
import { sessionLimit } from "./codex_plan.ts";
import { prepare, type Turn, type TurnContext, unlessGivenUp } from "./codex_prepared.ts";
import { findCodex } from "./codex_program.ts";
import { fitPrompt } from "./codex_prompt.ts";
import type { CodexSession } from "./codex_session.ts";
import type { World } from "../settings/world.ts";

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
  const { world, say } = context;
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
  const guess = guessRoot(turn.cwd, world);
  const remembered = await sessionToGoOn(guess, program, turn);
  const memory = remembered.resumable ? remembered.session.memory : world.nonce(8);
  const prepared = await unlessGivenUp(prepare(turn, memory, context), context.givenUp);
  if (!prepared) return { code: GIVEN_UP, sent: false };

  const root = prepared.root ?? guess;
  const known = root === guess ? remembered : await sessionToGoOn(root, program, turn);
  say(prepared.notices(known.limits));
  const run: Run = (kind, text) =>
    runCodex({ program, args: turn.codexArgs, cwd: turn.cwd, turn: kind, text }, world);
  const hasLast = await known.hasLast;
  const keep: Keep = async (end, next) => {
    // Codex keeps no record of such a turn, so there is nothing to go on with.
    if (turn.codexArgs.includes("--ephemeral")) return;
    await remember(root, { program, hasLast, ...next }, end, context);
  };
  let fresh = prepared;
  if (known.resumable) {
    const end = await resume(known.session, prepared.text, run, keep, context);
    if (end.code === 0 || end.begun || end.interrupted) return { code: end.code, sent: true };
    const retry = await prepareRetry(turn, end.code, context);
    if (!retry) return { code: GIVEN_UP, sent: false };
    fresh = retry;
  }
  const end = await run({ kind: "exec" }, fresh.text);
  await keep(end, { memory: fresh.memory });
  return { code: end.code, sent: true };
}

/**
 * What the retry of a turn sends as a stateless one, once its session could not be resumed; undefined where the user has given the turn up.
 * The context is found anew: what was left out because the lost session had it has to be said again.
 */
async function prepareRetry(turn: Turn, resumeCode: number, context: TurnContext) {
  const retry = await unlessGivenUp(prepare(turn, context.world.nonce(8), context), context.givenUp);
  if (retry) context.say([`[Limits] ${sessionLimit(`codex exec resume ended with ${resumeCode}`)}`]);
  return retry;
}

type Run = (kind: TurnKind, text: string) => Promise<CodexEnd>;
type Keep = (end: CodexEnd, next: { memory: string }) => Promise<void>;

/**
 * Goes on with a session, by its thread id where that is known, and says so where codex went on elsewhere.
 */
async function resume(
  { threadId, memory }: CodexSession,
  text: string,
  run: Run,
  keep: Keep,
  { say, world }: TurnContext,
): Promise<CodexEnd> {
  const end = await run(threadId ? { kind: "resume", threadId } : { kind: "resume-last" }, text);
  const reached = end.threadId ?? threadId;
  const left = threadId !== undefined && reached !== threadId;
  if (left) {
    say([
      `[Limits] codex went on in thread ${reached}, not in ${threadId}: it does not know the earlier turns`,
    ]);
  }
  await keep(
    { ...end, ...(reached === undefined ? {} : { threadId: reached }) },
    { memory: left ? world.nonce(8) : memory },
  );
  return end;
}

/**
 * Where the session file most likely is, before the kernel has resolved the repository root (and where it
 * could not): the root named in the environment, else the nearest folder upwards that has a `.git`, else the
 * folder itself.
 */
function guessRoot(cwd: string, world: World): string {
  const start = realPath(world.env("CI_AUTO_TOOLS_REPO_ROOT")) ?? realPath(cwd) ?? cwd;
  if (world.env("CI_AUTO_TOOLS_REPO_ROOT") !== undefined) return start;
  for (let folder = start; folder !== ""; folder = folder.slice(0, folder.lastIndexOf("/"))) {
    if (realPath(`${folder}/.git`) !== undefined) return folder;
  }
  return start;
}

function realPath(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    return Deno.realPathSync(path);
  } catch (error) {
    // Not there, or not ours to see.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
