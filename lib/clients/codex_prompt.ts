import { LIMITS, withDetail } from "../contract/limits.ts";
import { attempt } from "../settings/attempt.ts";

/** Characters (code points) that Codex takes on stdin; one more and it exits 1 without a turn. Measured with Codex 0.169.0. */
export const MAX_PROMPT_CHARS = 1_048_576;

/** Why codex would not take a prompt, which is never cut; undefined where it takes it. */
export function whyRefused(prompt: string): string | undefined {
  if (prompt.trim() === "") return "The prompt is empty";
  if (fits(prompt)) return undefined;
  return `The prompt is over the ${MAX_PROMPT_CHARS} characters that codex takes; ` +
    "put the long part into a file and name the file in the prompt";
}

/**
 * Context stands before the user's words, which end the message unchanged; without context the message is
 * exactly the prompt. Where Codex cannot take both, the context gives way.
 */
export function withContext(context: string, prompt: string): { text: string; limits: string[] } {
  const whole = context === "" ? prompt : `${context}\n\n${prompt}`;
  if (fits(whole)) return { text: whole, limits: [] };
  const detail =
    `context left out: with it the prompt is over the ${MAX_PROMPT_CHARS} characters that codex takes`;
  return { text: prompt, limits: [withDetail(LIMITS.budgetExceeded, detail)] };
}

function fits(text: string): boolean {
  return text.length <= MAX_PROMPT_CHARS || Array.from(text).length <= MAX_PROMPT_CHARS;
}

/** The text of a prompt that came as bytes: UTF-8, or UTF-16 with a byte order mark, as Codex takes them; undefined for anything else. */
export function decodePrompt(bytes: Uint8Array): string | undefined {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe
    ? "utf-16le"
    : bytes[0] === 0xfe && bytes[1] === 0xff
    ? "utf-16be"
    : "utf-8";
  return attempt(() => new TextDecoder(encoding, { fatal: true }).decode(bytes));
}
