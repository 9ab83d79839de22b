import table from "../data/secret_words.txt" with { type: "text" };
import patterns from "../data/secret_names.txt" with { type: "text" };
import { patternsOf, sectionsOf } from "../rule_table.ts";

/** A `password` holds a secret whatever it looks like; a `token` or `key` where it looks random; a service's name where it looks random and has digits. */
export type Strength = "password" | "secret" | "vendor";

const sections = sectionsOf(table);

/** What is set beside a secret's name in configuration and is no secret. */
export const SETTINGS = sections("settings");

const REFERENCES = [...sections("references")];
export const named = patternsOf(patterns);

/** Whether a value, in lower case, stands for one that is put in its place: `changeme`, `<token>`, `${TOKEN}`, `os.environ["TOKEN"]`. */
export function isPlaceholder(value: string): boolean {
  return sections("placeholders").has(value) || named("forms").test(value) ||
    (REFERENCES.some((beginning) => value.startsWith(beginning)) && !/[\n\r\u2028\u2029]/.test(value));
}

const anyOf = (section: string) => `(?:${[...sections(section)].join("|")})`;

/** What names end in whose value is no secret although one of their words says so. */
const HARMLESS = new RegExp(
  `timestamp$|auth(?:or|ors|ored|ority|entic\\w*|orization[_-]?url)$|` +
    `(?:${anyOf("keys-of")}[_-]?keys?|key${anyOf("of-key")}|token[_-]?${anyOf("of-token")}|` +
    `${anyOf("tokens-of")}[_-]?(?:page[_-]?)?tokens?|${anyOf("secrets")}s?[_-]?${anyOf("of-secret")})$`,
);

export function isHarmlessName(name: string): boolean {
  return HARMLESS.test(name) && !named("several-keys").test(name);
}

const ALIKE = new RegExp(anyOf("alike"), "g");

/** A name in lower case, without the words that only look like those of secrets: the rest of `SHIPPING_TOKEN` still speaks of one. */
export const spoken = (name: string) => name.toLowerCase().replace(ALIKE, "");

/** Names whose strength is remembered: the files of a project repeat them. */
const MAX_REMEMBERED = 50_000;
const remembered = new Map<string, Strength | "none">();

const SERVICE = new RegExp(`^${anyOf("services")}`);

/** How much a name says about the value beside it; undefined for most names. */
export function strengthOf(name: string): Strength | undefined {
  let strength = remembered.get(name);
  if (strength === undefined) {
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    const lower = spoken(name);
    strength = promised(name, lower) ?? "none";
    if (strength !== "none" && isHarmlessName(lower)) strength = "none";
    // A slice would hold on to the whole text that it was cut from.
    remembered.set(` ${name}`.slice(1), strength);
  }
  return strength === "none" ? undefined : strength;
}

function promised(name: string, lower: string): Strength | undefined {
  if (named("password").test(lower)) return "password";
  if (named("strong").test(lower)) return "secret";
  if (named("digest").test(lower)) return undefined;
  if (named("weak").test(lower)) return "secret";
  // `sk` is the second half of what clouds call AK and SK.
  const isVendor = /(?:^|[_.-])sk$/.test(lower) || namesService(name) && !named("identifier").test(name);
  return isVendor ? "vendor" : undefined;
}

/** `algoliaKey`, `NEW_RELIC`, `my-datadog`: a service's name at the beginning of a word, its own separators dropped. */
export function namesService(name: string): boolean {
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z\d]+/);
  return words.some((_, at) => SERVICE.test(words.slice(at).join("")));
}
