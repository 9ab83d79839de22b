import type { StepEnd } from "./executor.ts";

/** What no waiting mends: the account, the model's name, the request itself. */
const FOR_GOOD =
  /\b(?:401|403)\b|unauthori[sz]ed|forbidden|authenticat|api key|not logged in|\blog ?in\b|quota|usage limit|billing|credit|does not exist|not supported|unknown model|invalid model/i;
/** The conversation has grown too long: the next attempt begins a new one. */
const TOO_LONG = /context (?:window|length)|maximum context|too many tokens|prompt is too long/i;

/** What the provider's words about a failed turn mean for the step. What is not known is taken for a passing trouble, and that is waited out a few times only. */
export function whyProviderFails(message: string): StepEnd {
  if (TOO_LONG.test(message)) return "broke";
  return FOR_GOOD.test(message) ? "unavailable" : "provider";
}
