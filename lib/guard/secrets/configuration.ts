import table from "../data/settings.txt" with { type: "text" };
import { patternOf, rulesOf } from "../rule_table.ts";
import { looksRandom } from "./random_text.ts";
import { cleaned } from "./reading.ts";
import type { Span } from "../span.ts";
import { isHarmlessName, isPlaceholder, named, namesService, SETTINGS as WORDS, spoken } from "./names.ts";

/* In configuration a name and what follows it are a setting and its value: a name that speaks of a secret is enough. */

const SETTINGS = rulesOf(table).map(({ needs, patterns: [written = ""] }) => ({
  needs,
  pattern: patternOf(written),
}));

/** Replaces the values of settings that are called secrets, in the lines of a configuration. Linear. */
export function redactConfiguration(text: string): string {
  if (!text.includes("\\u") && !named("setting-word").test(text)) return text;
  const asked = SETTINGS.filter(({ needs }) => needs.some((need) => text.includes(need)));
  return cleaned(text, [() => asked.map(({ pattern }) => (read) => secretValues(read, pattern))]);
}

/** @param outer the name of what holds several values, of which the text is, from a place on. */
function* secretValues(text: string, setting: RegExp, outer = "", from = 0): Generator<Span> {
  for (const { 0: whole, index, groups } of text.matchAll(setting)) {
    const { name = outer, child, quoted, several, section = several, bare = section ?? "" } = groups ?? {};
    const start = from + index + whole.length - (quoted ?? bare).length;
    if (section !== undefined) {
      yield* secretValues(section, named(several ? "setting-item" : "setting-child"), name, start);
      continue;
    }
    // Without a comment, and what parts it from the next value.
    const value = quoted ?? bare.replace(/[ \t]+[#;].*$/, "").replace(/["']?[,;\s\\]*$/, "");
    const isOwn = child === undefined || isHeir(name, child, value);
    if (isOwn && isSecretSetting(name, value, quoted !== undefined && outer === "")) {
      yield { start, end: start + value.length, kind: "setting" };
    }
  }
}

/** Whether what a section of secrets holds under a name of its own is one, and no setting of them. */
function isHeir(section: string, child: string, value: string): boolean {
  const isLikely = looksRandom(value) && /\d/.test(value) ||
    named("setting-guess").test(`${section} ${value}`) ||
    value.length >= 8 && namesService(child) && !namesService(value);
  return isLikely && !/\s/.test(value) && !isHarmlessName(`token_${child.toLowerCase()}`);
}

function isSecretSetting(name: string, value: string, isQuoted: boolean): boolean {
  const lower = spoken(name);
  const isPassword = named("setting-password").test(lower);
  if (!isPassword && !named("setting-secret").test(lower) || isHarmlessName(lower)) return false;
  if (value.length < 3 || value.includes("<redacted>") || isPlaceholder(value.toLowerCase())) return false;
  if (/^\$|\$\{|\{\{|^%[\w{]|^!|^<[\w -]+>$/.test(value)) return false;
  if (named("setting-version").test(value)) return false;
  if (isPassword && (isQuoted || /\s/.test(value))) return !named("setting-text").test(value);
  if (WORDS.has(value.toLowerCase()) || /\s/.test(value) && !/[;=]/.test(value)) return false;
  const isRandom = looksRandom(value) && /\d/.test(value) && !value.includes("/");
  if (!isRandom && named("setting-kept").test(value)) return isPassword && /^\d{4,}$/.test(value);
  return isPassword || !/^[\w-]+(?:\/[\w-]+)+$/.test(value) || looksRandom(value);
}
