import table from "../data/settings.txt" with { type: "text" };
import { patternOf, rulesOf } from "../rule_table.ts";
import { looksRandom } from "./random_text.ts";
import { replaced, type Span } from "../span.ts";
import { isHarmlessName, isPlaceholder, named, SETTINGS as WORDS } from "./names.ts";

/* In configuration a name and what follows it are a setting and its value: a name that speaks of a secret is enough. */

const SETTINGS = rulesOf(table).map(({ needs, patterns: [written = ""] }) => ({
  needs,
  pattern: patternOf(written),
}));

/** Replaces the values of settings that are called secrets, in the lines of a configuration. Linear. */
export function redactConfiguration(text: string): string {
  if (!named("setting-word").test(text)) return text;
  const asked = SETTINGS.filter(({ needs }) => needs.some((need) => text.includes(need)));
  return asked.reduce((clean, { pattern }) => replaced(clean, secretValues(clean, pattern), () => {}), text);
}

/** @param outer the name of what holds several values, of which the text is, from a place on. */
function* secretValues(text: string, setting: RegExp, outer = "", from = 0): Generator<Span> {
  for (const { 0: whole, index, groups } of text.matchAll(setting)) {
    const { name = outer, quoted, several, bare = several ?? "" } = groups ?? {};
    const start = from + index + whole.length - (quoted ?? bare).length;
    if (several !== undefined) {
      yield* secretValues(several, named("setting-item"), name, start);
      continue;
    }
    // Without a comment, and what parts it from the next value.
    const value = quoted ?? bare.replace(/[ \t]+[#;].*$/, "").replace(/["']?[,;\s\\]*$/, "");
    if (isSecretSetting(name, value, quoted !== undefined && outer === "")) {
      yield { start, end: start + value.length, kind: "setting" };
    }
  }
}

function isSecretSetting(name: string, value: string, isQuoted: boolean): boolean {
  const lower = name.toLowerCase();
  const isPassword = named("setting-password").test(lower);
  if (!isPassword && !named("setting-secret").test(lower) || isHarmlessName(lower)) return false;
  if (value.length < 3 || value.includes("<redacted>") || isPlaceholder(value.toLowerCase())) return false;
  if (/^\$|\$\{|\{\{|^%[\w{]|^!|^<[\w -]+>$/.test(value)) return false;
  if (named("setting-version").test(value)) return false;
  if (isPassword && isQuoted) return !/\S\s+\S+\s+\S/.test(value);
  if (WORDS.has(value.toLowerCase()) || /\s/.test(value) && !/[;=]/.test(value)) return false;
  if (
    named("setting-kept").test(value) && !(looksRandom(value) && /\d/.test(value) && !value.includes("/"))
  ) {
    return isPassword && /^\d{4,}$/.test(value);
  }
  return isPassword || !/^[\w-]+(?:\/[\w-]+)+$/.test(value) || looksRandom(value);
}
