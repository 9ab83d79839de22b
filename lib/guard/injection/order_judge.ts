import { revealed } from "./hidden_text.ts";
import { foreignOrdersIn } from "./languages.ts";
import { ALWAYS, BESIDE_MARKUP, COMBINED } from "./rules.ts";
import { addsUpToOrder, signalsIn } from "./order_score.ts";

/** Tells whether a part of a text is an order to a model; `suspicious` is one that stood beside fake markup. */
export type Judge = (part: string, suspicious: boolean) => boolean;

/** Signs of comments and quotations at the beginning of a line, which part what belongs together. */
const DECORATION = /\n[ \t]*(?:\/\/+|#+|\*+|--|;+|\/\*+|>)?[ \t]*/g;

/**
 * A judge of the parts of one text. Of all rules it keeps those that can match somewhere in the text: mostly few.
 *
 * @param mark what stands for an order that was removed; it says nothing.
 */
export function judgeOf(text: string, mark: string): Judge {
  const whole = revealed(text.replace(DECORATION, " ")).toLowerCase();
  const always = ALWAYS.filter((order) => order.mayMatch(whole));
  const combined = COMBINED.filter((signals) => signals.every((signal) => signal.mayMatch(whole)));
  const foreign = foreignOrdersIn(whole);
  const groups = signalsIn(whole);
  return (part, suspicious) => {
    const plain = revealed(part);
    const lower = plain.toLowerCase();
    return always.some((order) => order.mayMatch(lower) && order.test(plain)) ||
      combined.some((signals) =>
        signals.every((signal) => signal.mayMatch(lower)) && signals.every((signal) => signal.test(plain))
      ) ||
      foreign.some((order) => order.mayMatch(lower) && order.test(plain)) ||
      groups !== undefined && addsUpToOrder(plain, lower, groups) ||
      suspicious && BESIDE_MARKUP.test(plain.replaceAll(mark, "").replaceAll(mark.slice(1, -1), ""));
  };
}
