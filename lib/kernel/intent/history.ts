import { simplify } from "./lexicon.ts";
import { readWords, wordScore } from "./score.ts";
import { namesIn } from "./names.ts";

/** Earlier prompts and changed files that are looked at: the last ones are the ones people mean. */
const MAX_PROMPTS = 5;
const MAX_FILES = 50;
/** Characters read of an earlier prompt. */
const PROMPT_CHARS = 2000;
/** Shortest name that is recognised inside a prompt; shorter ones are words. */
const MIN_NAME_CHARS = 3;
const WEIGHT = { name: 0.35, followUp: 0.25 } as const;
/** A score at which an earlier prompt was plainly about code. */
const PLAINLY_CODE = 0.45;
/** Names of files that say nothing about what they hold. */
const COMMON = new Set([
  "index",
  "main",
  "mod",
  "init",
  "test",
  "tests",
  "app",
  "readme",
  "the",
  "and",
  "for",
  "new",
  "all",
]);

/**
 * What this session's past says about a prompt: it names a file changed lately or something an earlier prompt named, or it goes on
 * from a prompt about code with words that alone would be too little.
 */
export function historyEvidence(
  text: string,
  history: { readonly prompts: readonly string[]; readonly changedFiles: readonly string[] },
): { match: string; weight: number } | undefined {
  if (history.prompts.length === 0 && history.changedFiles.length === 0) return undefined;
  const words = new Set(text.toLowerCase().match(/[a-z][a-z0-9_]{2,60}/g) ?? []);
  for (const file of history.changedFiles.slice(0, MAX_FILES)) {
    const name = (file.split("/").at(-1) ?? "").replace(/\..{0,40}$/, "").toLowerCase();
    if (name.length >= MIN_NAME_CHARS && !COMMON.has(name) && words.has(name)) {
      return { match: file, weight: WEIGHT.name };
    }
  }
  const prompts = history.prompts.slice(-MAX_PROMPTS).map((prompt) =>
    simplify(prompt.slice(0, PROMPT_CHARS))
  );
  for (const prompt of prompts.toReversed()) {
    const named = namesIn(prompt).symbols.find((symbol) => words.has(symbol.toLowerCase()));
    if (named !== undefined) return { match: named, weight: WEIGHT.name };
  }
  const last = prompts.at(-1);
  if (last === undefined || !readWords(text).some(({ role }) => role === "verb" || role === "state")) {
    return undefined;
  }
  const { symbols, paths } = namesIn(last);
  const code = symbols.length + paths.length > 0 || wordScore(readWords(last), false) >= PLAINLY_CODE;
  return code ? { match: last.replaceAll(/\s{1,100}/g, " ").trim(), weight: WEIGHT.followUp } : undefined;
}
