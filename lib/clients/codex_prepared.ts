import type { Envelope } from "../contract/envelope.ts";
import { LIMITS, withDetail } from "../contract/limits.ts";
import type { OrchestrationRequest } from "../kernel/request.ts";
import { CLIENT_CAP } from "../settings/defaults.ts";
import type { World } from "../settings/world.ts";
import { noticeLines } from "./codex_notices.ts";
import { EXEC, plannedCodexCommand } from "./codex_plan.ts";
import { fitPrompt } from "./codex_prompt.ts";

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

/** A prompt with its context, ready for codex. */
export interface Prepared {
  text: string;
  memory: string;
  /** Undefined where the kernel failed. */
  root: string | undefined;
  notices(limits: readonly string[]): string[];
}

/** Orchestrates a turn; where the kernel fails, the prompt stands alone and [Limits] says so. */
export async function prepare(
  turn: Turn,
  memory: string,
  { world, orchestrate }: TurnContext,
): Promise<Prepared> {
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

/** The work's result, or undefined once the user has given the turn up. */
export async function unlessGivenUp<T>(
  work: Promise<T>,
  givenUp: Promise<void> | undefined,
): Promise<T | undefined> {
  return await (givenUp ? Promise.race([work, givenUp.then(() => undefined)]) : work);
}
