import type { Envelope } from "../contract/envelope.ts";

/** What of an envelope a hook hands to the model: of a plan nothing, since it holds nothing of the repository. */
export function injectionOf({ run_id, fused_context }: Envelope): string {
  return run_id.startsWith("plan-") ? "" : fused_context.for_model.additional_context;
}

/**
 * The one JSON object a hook prints. Both clients take this shape; `systemMessage` is all a person sees. Codex makes an empty developer
 * message of an empty context, so for Codex nothing to inject is said by leaving the field out.
 */
export function hookOutput(
  client: "claude" | "codex",
  additionalContext: string,
  systemMessage?: string,
): string {
  const injection = client === "codex" && additionalContext === ""
    ? {}
    : { hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext } };
  return JSON.stringify({ ...injection, ...(systemMessage === undefined ? {} : { systemMessage }) }) + "\n";
}
