import table from "../data/settings.txt" with { type: "text" };
import { patternsIn } from "../rule_table.ts";
import { looksRandom } from "./random_text.ts";
import { replaced, type Span } from "../span.ts";
import { isHarmlessName, isPlaceholder, named, SETTINGS as WORDS } from "./names.ts";

/* In configuration a name and what follows it are a setting and its value: a name that speaks of a secret is enough. */

const SETTINGS = patternsIn(table);

/** Replaces the values of settings that are called secrets, in the lines of a configuration. Linear. */
export function redactConfiguration(text: string): string {
  return SETTINGS.reduce((clean, setting) => replaced(clean, secretValues(clean, setting), () => {}), text);
}

function* secretValues(text: string, setting: RegExp): Generator<Span> {
  for (const { 0: whole, index, groups } of text.matchAll(setting)) {
    const { name = "", quoted, bare = "" } = groups ?? {};
    // Without a comment, and what parts it from the next value.
    const value = quoted ?? bare.replace(/[ \t]+[#;].*$/, "").replace(/["']?[,;\s]*$/, "");
    const start = index + whole.length - (quoted ?? bare).length;
    if (isSecretSetting(name, value, quoted !== undefined)) {
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
