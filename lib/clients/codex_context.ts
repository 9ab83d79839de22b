import { globSync } from "node:fs";
import type { Envelope } from "../contract/envelope.ts";
import { unavailable } from "../contract/limits.ts";
import { planRunId, refusal } from "../kernel/envelope.ts";
import type { OrchestrationRequest } from "../kernel/request.ts";
import { addedLine, limitsForUser } from "../kernel/user_line.ts";
import { CLIENT_CAP } from "../settings/defaults.ts";
import { clientFolder } from "../settings/mcp_servers/client_places.ts";
import type { World } from "../settings/world.ts";
import { type CodexSession, EXEC, plannedCodexCommand, withSessionLimits } from "./codex_session.ts";

export type Orchestrate = (request: OrchestrationRequest, world: World) => Promise<Envelope>;

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

export type PromptInContext = Awaited<ReturnType<typeof contextOf>>;

/**
 * Orchestrates a turn; where the kernel fails, the prompt stands alone and [Limits] says so. `memory`: name of the conversation for the kernel;
 * `added`: what stands before the user's words; `lines`: what the user sees of it.
 */
export async function contextOf(
  turn: Turn,
  { memory, thread_id }: Pick<CodexSession, "memory" | "thread_id">,
  orchestrate: Orchestrate,
  world: World,
) {
  try {
    const began = turn.began ?? world.elapsed();
    // Codex keeps a record of each thread, in folders by day.
    const cwd = `${clientFolder("codex", world)}/sessions`;
    const held = `${cwd}/${globSync(`*/*/*/*-${thread_id}.jsonl`, { cwd })[0]}`;
    const envelope = await orchestrate({ ...wrapperRequest(turn, memory), held }, world);
    const context = envelope.fused_context.for_model.additional_context;
    // Context stands before the user's words, which end the message unchanged.
    const added = context === "" ? "" : `${context}\n\n`;
    const line = addedLine(envelope, world.elapsed() - began) ?? [];
    return { text: added + turn.prompt, added, memory, lines: [line, limitsForUser(envelope)].flat() };
  } catch (error) {
    return { text: turn.prompt, added: "", memory, lines: [`[Limits] ${unavailable(error)}`] };
  }
}

/** The plan of a turn, from a world that plans. `available` is false where the kernel failed. */
export async function planTurn(turn: Turn, world: World, orchestrate: Orchestrate) {
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
    client: { name: "codex-cli", event: "cli", session_id: sessionId },
    cwd: turn.cwd,
    cap: CLIENT_CAP.wrapper,
    plannedCodexCommand: turn.fresh ? () => EXEC : plannedCodexCommand,
    began: turn.began,
  };
}
