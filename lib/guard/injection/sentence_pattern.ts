/** Stands where something was removed. No pattern reaches across it, so that a second pass finds nothing that the first has not. */
export const MARK = "[filtered]";

/** Between two words: blanks, emphasis, what joins words in a file's name, the end of a line with the sign of a comment. */
const BETWEEN = "(?:(?:[\\s_*`~#/>|-]|\\\\[nrt]|%20){1,12})";

/** Anything in the same sentence. */
const ANYTHING = "(?:[^.!?。！？；\\[]|\\[(?!filtered\\]))";

/**
 * A pattern, indifferent to case, in which a blank is whatever stands between words, `«a|b»` one of these words, whole, and `…20` at most 20 characters of the
 * sentence. What repeats in it is bounded, so that it takes time proportional to the text. `_` joins words and is no letter of theirs.
 */
export function patternOf(written: string): RegExp {
  const source = written.replaceAll(" ", BETWEEN).replaceAll("«", "(?<![a-z])(?:").replaceAll(
    "»",
    ")(?![a-z])",
  )
    .replace(/…(\d+)/g, `${ANYTHING}{0,$1}?`);
  return new RegExp(source, "gim");
}
