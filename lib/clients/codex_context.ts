import type { Envelope } from "../contract/envelope.ts";
import { unavailable } from "../contract/limits.ts";
import { planRunId, refusal } from "../kernel/envelope.ts";
import type { OrchestrationRequest } from "../kernel/request.ts";
import { whatWasFound } from "../kernel/user_line.ts";
import { CLIENT_CAP } from "../settings/defaults.ts";
import type { World } from "../settings/world.ts";
import { EXEC, plannedCodexCommand, withSessionLimits } from "./codex_session.ts";

/** Places that the line of results names. */
const NAMED_PLACES = 4;

export type Orchestrate = (request: OrchestrationRequest, world: World) => Promise<Envelope>;

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

/** A prompt with its context, ready for codex. */
export interface PromptInContext {
  text: string;
  memory: string;
  /** What the user sees of it. */
  lines: string[];
}

/**
 * Orchestrates a turn; where the kernel fails, the prompt stands alone and [Limits] says so.
 *
 * @param memory name of the conversation, under which the kernel remembers what it was given.
 */
export async function contextOf(
  turn: Turn,
  memory: string,
  orchestrate: Orchestrate,
  world: World,
): Promise<PromptInContext> {
  try {
    const envelope = await orchestrate(wrapperRequest(turn, memory), world);
    const context = envelope.fused_context.for_model.additional_context;
    // Context stands before the user's words, which end the message unchanged.
    const text = context === "" ? turn.prompt : `${context}\n\n${turn.prompt}`;
    return { text, memory, lines: noticeLines(envelope) };
  } catch (error) {
    return { text: turn.prompt, memory, lines: [`[Limits] ${unavailable(error)}`] };
  }
}

/**
 * The plan of a turn, from a world that plans. Starts neither tool nor codex; `available` is false where the
 * kernel failed.
 */
export async function planTurn(
  turn: Turn,
  world: World,
  orchestrate: Orchestrate,
): Promise<{ envelope: Envelope; available: boolean }> {
  try {
    const envelope = await orchestrate(wrapperRequest(turn), world);
    return { envelope: turn.fresh ? envelope : withSessionLimits(envelope), available: true };
  } catch (error) {
    // The prompt is left out: what would have redacted it may be what failed.
    const empty = await refusal(unavailable(error), turn.cwd, world);
    const plan = { ...empty.tool_plan, planned_codex_command: plannedCodexCommand(turn.cwd) };
    const run_id = await planRunId("", turn.cwd, plan);
    return { envelope: { ...empty, run_id, tool_plan: plan }, available: false };
  }
}

function wrapperRequest(turn: Turn, sessionId?: string): OrchestrationRequest {
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

/**
 * What the user sees of a turn, on stderr before codex's own output: which tools ran, what was found, and
 * each limit with its exact text. Nothing for a prompt that needed nothing.
 */
function noticeLines({ tool_results: ran, fused_context }: Envelope): string[] {
  const tools = ran.map(({ tool, status, duration_ms }) => `${tool} ${status} ${duration_ms} ms`);
  const found = whatWasFound(fused_context.for_model, NAMED_PLACES);
  const lines = ran.length === 0 ? [] : [`[Auto Tools] ${tools.join(", ")}`, `[Results] ${found}`];
  const limits = fused_context.for_user.limits_text.split("\n");
  return [...lines, ...limits.filter((line) => line !== "[Limits] none")];
}
