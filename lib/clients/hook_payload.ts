import { typedText } from "./typed_text.ts";

/** What a client tells its hook about a prompt, as far as it is used. */
export interface HookPayload {
  /** Without what the client puts around what was typed. */
  prompt: string;
  cwd: string | undefined;
  sessionId: string | undefined;
  /** The client's own record of the conversation, absolute. */
  transcript: string | undefined;
  /** The client's event; only `UserPromptSubmit` is answered. */
  event: string;
  /** The payload asks for a tool by name, which no entry may. */
  namesTool: boolean;
}

/** Keys by which a payload would name a tool. Neither client's UserPromptSubmit payload has one. */
const TOOL_KEYS = ["tool", "tools", "tool_name", "tool_input", "tool_call", "tool_calls", "tool_plan"];

/**
 * Reads a payload of Claude Code or Codex; both send the same fields. Unknown fields are survived, fields of a wrong type count as absent.
 * Throws `SyntaxError` for what is no JSON object.
 */
export function readPayload(text: string): HookPayload {
  const value = parsed(text.replace(/^\uFEFF/, ""));
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new SyntaxError("Payload is not a JSON object");
  }
  // Asked for by name: a payload may have any number of other fields.
  const textOf = (key: string) => {
    const field: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
    return typeof field === "string" && field !== "" ? field : undefined;
  };
  const absolute = (path: string | undefined) => path?.startsWith("/") ? path : undefined;
  return {
    prompt: typedText(textOf("prompt") ?? ""),
    cwd: absolute(textOf("cwd")),
    sessionId: textOf("session_id"),
    transcript: absolute(textOf("transcript_path")),
    event: textOf("hook_event_name") ?? "UserPromptSubmit",
    namesTool: TOOL_KEYS.some((key) => Object.hasOwn(value, key)),
  };
}

/** The parser's own message quotes the payload, and the prompt with it; only the place is passed on. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const place = / at position \d+/.exec(error.message)?.[0] ?? "";
    throw new SyntaxError(text.trim() === "" ? "it is empty" : `it is not JSON${place}`);
  }
}
