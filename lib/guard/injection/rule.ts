/** What the filter removes, and a text that it is there for, which is its test. */
export interface Rule {
  example: string;
  /** Beginnings of words, in lower case, of which one stands in whatever the pattern matches: it is tried around these only. */
  needs: readonly string[];
  /** Compiled when it is first asked for. */
  pattern(): RegExp;
}

/** Stands where something was removed. No pattern reaches across it, so that a second pass finds nothing that the first has not. */
export const MARK = "[filtered]";

/** Between two words: blanks, emphasis, what joins words in a file's name, the end of a line with the sign of a comment. */
const BETWEEN = "(?:(?:[\\s_*`~#/>|-]|\\\\[nrt]|%20){1,12})";

/** Anything in the same sentence. */
const ANYTHING = "(?:[^.!?。！？；\\[]|\\[(?!filtered\\]))";

/**
 * @param source a pattern, indifferent to case, in which a blank is whatever stands between words, `«a|b»` one of these words, whole, and `…20` at most
 * 20 characters of the sentence. What repeats in it is bounded, so that it takes time proportional to the text. `_` joins words and is no letter of theirs.
 * @param needs divided by `|`, or one by itself.
 */
export function rule(example: string, needs: string | [string], source: string): Rule {
  let compiled: RegExp | undefined;
  return {
    example,
    needs: typeof needs === "string" ? needs.split("|") : needs,
    pattern: () => compiled ??= new RegExp(expanded(source), "gim"),
  };
}

function expanded(source: string): string {
  return source.replaceAll(" ", BETWEEN).replaceAll("«", "(?<![a-z])(?:").replaceAll("»", ")(?![a-z])")
    .replace(/…(\d+)/g, `${ANYTHING}{0,$1}?`);
}
