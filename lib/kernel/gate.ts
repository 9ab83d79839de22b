import type { Switches } from "../settings/control_plane.ts";
import { type Intent, readIntent } from "./intent/intent.ts";

/** Whether a prompt is worth any work, decided from its words and the switches alone. */
export type Gate =
  | { open: true; intent: Intent }
  | { open: false; intent: Intent | undefined; reason: "off" | "machine" | "not-code" | "errand" };

/**
 * The decision before everything else: most prompts must cost nothing, so nothing is read, started or loaded for it.
 *
 * @param asked the user asked for context in so many words (a command, a named tool): intent is read but does not decide.
 */
export function gate(prompt: string, switches: Switches, asked = false): Gate {
  if (switches.autoTools === "off") return { open: false, intent: undefined, reason: "off" };
  const intent = readIntent(prompt);
  if (intent.machine) return { open: false, intent, reason: "machine" };
  // Whoever asks for context in so many words means this repository.
  if (switches.autoTools === "on" || asked) return { open: true, intent: { ...intent, mayBeCode: false } };
  if (!intent.isCode && !intent.mayBeCode) return { open: false, intent, reason: "not-code" };
  if (intent.errand) return { open: false, intent, reason: "errand" };
  return { open: true, intent };
}
