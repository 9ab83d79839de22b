import type { World } from "../settings/world.ts";

/** Where Codex names its thread in the metadata of a call. */
const CODEX_TURN = "x-codex-turn-metadata";

/**
 * The client's own id of the conversation, which stays when it is resumed: Claude Code names it in our environment, Codex with each call. Undefined
 * where neither does.
 */
export function conversationOf(
  meta: Readonly<Record<string, unknown>> | undefined,
  world: World,
): string | undefined {
  return codexThread(meta?.[CODEX_TURN]) ?? text(meta?.["threadId"]) ?? world.env("CLAUDE_CODE_SESSION_ID");
}

function codexThread(turn: unknown): string | undefined {
  if (typeof turn !== "object" || turn === null) return undefined;
  return text(Reflect.get(turn, "thread_id")) ?? text(Reflect.get(turn, "session_id"));
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
