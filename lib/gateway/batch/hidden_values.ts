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
  const hidden: (readonly [raw: unknown, instead: string])[] = [];
  const given = new Map<string, string>();
  /** A text without marks, and without what has been given to tools. */
  const masked = (text: string) =>
    [...given].reduce((all, [raw, instead]) => all.replaceAll(raw, () => instead), text.replaceAll(mark, ""));
  return {
    masked,
    /** A value as a model may see it, with marks. */
    async shown(value: unknown): Promise<unknown> {
      const lines = jsonText(value, 1).split("\n");
      const { text } = await cleanText(masked(lines.join("\n")), isolate, signal);
      const clean = text.split("\n");
      const marked = lines.map((line, at) => {
        const own = line === clean[at] ? undefined : holderOf(line);
        if (own === undefined) return line;
        const [left = REDACTED] = Object.values(holderOf(clean[at]) ?? {});
        const sign = (raw: unknown) => `${left}<${nonce}-${hidden.push([raw, String(left)]) - 1}>`;
        const hiding = JSON.stringify(own, (_, raw) => typeof raw === "object" ? raw : sign(raw));
        return hiding.slice(1, -1) + (line.endsWith(",") ? "," : "");
      });
      return JSON.parse(marked.join("\n"));
    },
    /** Arguments with what their marks stand for. Throws `AutoToolsError` where that is too much. */
    given(args: Record<string, unknown>): Record<string, unknown> {
      return JSON.parse(JSON.stringify(args), (_, part) => {
        const [[, at] = []] = typeof part === "string" ? part.matchAll(mark) : [];
        const [raw = part, instead] = hidden[Number(at)] ?? [];
        if (instead === undefined || String(raw).length < LEAST_GIVEN) return raw;
        given.set(String(raw), instead).set(inJson(String(raw)), inJson(instead));
        if (given.size <= 2 * MAX_GIVEN) return raw;
        throw new AutoToolsError("E_INVALID_ARGS", `more than ${MAX_GIVEN} secrets are referred to`);
      });
    },
  };
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** A line of JSON that is all of a value, with its key where it has one, as what holds that. */
function holderOf(line = ""): object | undefined {
  const part = line.replace(/,$/, "");
  return attempt(() => JSON.parse(`{${part}}`)) ?? attempt(() => JSON.parse(`[${part}]`));
}
