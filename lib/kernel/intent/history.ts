import type { Signal } from "../../contract/envelope.ts";
import { symbolsIn } from "../../codebase/query/names.ts";

/** Earlier prompts and changed files that are looked at: the last ones are the ones people mean. */
const MAX_PROMPTS = 5;
const MAX_FILES = 50;
const PROMPT_CHARS = 2000;
/** A shorter name is a word. */
const MIN_NAME_CHARS = 3;
const WEIGHT = 0.35;
/** Names of files that say nothing about what they hold. */
const COMMON = new Set("index main mod init test tests app readme the and for new all".split(" "));

/** What this session's past says about a prompt: it names a file changed lately, or something that an earlier prompt (oldest first) named. */
export function historicalSignals(
  prompt: string,
  { prompts, changedFiles }: { prompts: readonly string[]; changedFiles: readonly string[] },
): Signal[] {
  const words = new Set(prompt.slice(0, PROMPT_CHARS).toLowerCase().match(/[a-z][a-z0-9_]{2,60}/g) ?? []);
  const file = changedFiles.slice(0, MAX_FILES).find((path) => {
    const name = (path.split("/").at(-1) ?? "").replace(/\..{0,40}$/, "").toLowerCase();
    return name.length >= MIN_NAME_CHARS && !COMMON.has(name) && words.has(name);
  });
  const named = file ?? prompts.slice(-MAX_PROMPTS).toReversed()
    .flatMap((earlier) => symbolsIn(earlier.slice(0, PROMPT_CHARS)))
    .find((symbol) => words.has(symbol.toLowerCase()));
  return named === undefined ? [] : [{ type: "historical", match: named, weight: WEIGHT }];
}
