import { answerBytes, headOfAnswer, jsonBytes } from "../output/answer_size.ts";
import type { CallResult } from "./batch_call.ts";

/** Bytes that a call which did not work has for its text, tried in turn. */
const SHARES = [400, 150, 0];
const CUT = "… (cut: this answer is full)";

/** Shortens what is told of calls that did not work, where the whole would be too long for an answer. Outputs were measured when they came. */
export function fitResults(results: readonly CallResult[], maxBytes: number): CallResult[] {
  let fitted = [...results];
  for (const share of SHARES) {
    if (jsonBytes(fitted) <= maxBytes) break;
    fitted = results.map((result) => {
      const { status, text = "" } = result;
      if (status === "ok" || answerBytes(text) <= share) return result;
      return { ...result, text: `${headOfAnswer(text, share)}${CUT}` };
    });
  }
  return fitted;
}
