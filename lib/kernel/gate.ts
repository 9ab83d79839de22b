import type { Switches } from "../settings/control_plane.ts";
import { type Intent, readIntent } from "./intent/intent.ts";

export type Gate =
  | { open: true; intent: Intent }
  | { open: false; intent: Intent | undefined; reason: "off" | "machine" | "not-code" };

/** The decision before everything else, from a prompt's words and the switches: most prompts must cost nothing. `asked`: the user asked for context in so many words, so intent does not decide. */
export function gate(prompt: string, switches: Switches, asked = false): Gate {
  if (switches.autoTools === "off") return { open: false, intent: undefined, reason: "off" };
  const intent = readIntent(prompt);
  if (intent.machine) return { open: false, intent, reason: "machine" };
  if (switches.autoTools === "on" || asked) return { open: true, intent: { ...intent, mayBeCode: false } };
  return intent.isCode || intent.mayBeCode
    ? { open: true, intent }
    : { open: false, intent, reason: "not-code" };
}

/** What the words of a prompt that may be about code are to the repository where it was typed. */
export type Belonging = "own" | "some" | "foreign" | undefined;

/** The decision once the repository was asked: foreign words close the gate; its own make the prompt one about code. */
export function repositoryGate(decision: Gate, belonging: Belonging): Gate {
  if (!decision.open || !decision.intent.mayBeCode) return decision;
  const { intent } = decision;
  const hasContent = intent.concepts.some(({ kind }) => kind !== "weak");
  const isForeign = belonging === "foreign" || belonging === undefined && !hasContent;
  if (isForeign && !intent.asksMessage) {
    return { open: false, intent, reason: "not-code" };
  }
  // Without an index, a name with humps is enough to look closer.
  const isCode = belonging === "own" || belonging === undefined && intent.symbols.length > 0;
  return isCode ? { open: true, intent: { ...intent, mayBeCode: false } } : decision;
}
