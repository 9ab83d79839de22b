import { AutoToolsError } from "../../contract/error_codes.ts";
import { REDACTED } from "../../guard/span.ts";
import { attempt } from "../../settings/attempt.ts";
import { jsonText } from "../../tools/mcp_result.ts";
import type { Isolate } from "../isolate/isolate.ts";
import { cleanText } from "../output/clean_text.ts";

/** Hidden values that a batch gives to tools: each is looked for in all that comes back. A shorter one stands anywhere by chance. */
const MAX_GIVEN = 100;
const LEAST_GIVEN = 4;

export type HiddenValues = ReturnType<typeof hiddenValues>;

/** What redaction hides of a batch's results: a model sees and selects what is left, and a tool is given what the marks there stand for. */
export function hiddenValues(nonce: string, isolate: Isolate, signal: AbortSignal) {
  const mark = new RegExp(`<${nonce}-(\\d+)>`, "g");
  const hidden: string[] = [];
  const given = new Map<string, string>();
  /** A text without marks, and without what has been given to tools. */
  const masked = (text: string) =>
    [...given].reduce((all, [raw, instead]) => all.replaceAll(raw, () => instead), text.replaceAll(mark, ""));
  return {
    masked,
    /** A value as a model may see it, with marks; of one that redaction leaves no JSON nothing. */
    async shown(value: unknown): Promise<unknown> {
      // A line for each value.
      const lines = jsonText(value, 1).split("\n");
      const { text } = await cleanText(masked(lines.join("\n")), isolate, signal);
      const marked = text.split("\n").map((line, at) => {
        if (line === lines[at]) return line;
        const sign = `<${nonce}-${hidden.push(lines[at] ?? "") - 1}>`;
        return line.replace(/(?:<redacted>|")(?=,?$)/, (end) => end === '"' ? sign + end : `"${end}${sign}"`);
      });
      return attempt(() => JSON.parse(marked.join("\n"))) ?? REDACTED;
    },
    /** Arguments with what their marks stand for. Throws `AutoToolsError` where that is too much. */
    given(args: Record<string, unknown>): Record<string, unknown> {
      return JSON.parse(JSON.stringify(args), (_, part) => {
        const [[sign = "", at = ""] = []] = typeof part === "string" ? part.matchAll(mark) : [];
        const line = hidden[Number(at)]?.replace(/,$/, "");
        if (sign === "" || line === undefined) return part;
        const [raw] = Object.values(attempt(() => JSON.parse(`{${line}}`)) ?? JSON.parse(`[${line}]`));
        const pair = [String(raw), part.replace(sign, "")] as const;
        const [written, instead] = pair.map((text) => JSON.stringify(text).slice(1, -1));
        if (pair[0].length >= LEAST_GIVEN) given.set(...pair).set(written ?? "", instead ?? "");
        if (given.size <= 2 * MAX_GIVEN) return raw;
        throw new AutoToolsError("E_INVALID_ARGS", `more than ${MAX_GIVEN} secrets are referred to`);
      });
    },
  };
}
