import table from "../data/secret_words.txt" with { type: "text" };
import { sectionsOf } from "../rule_table.ts";

const sections = sectionsOf(table);

/** Services whose names promise a credential, in lower case and without separators. */
export const SERVICES = sections("services");
/** What is set beside a secret's name in configuration and is no secret. */
export const SETTINGS: ReadonlySet<string> = new Set(sections("settings"));

const PLACEHOLDERS = new Set(sections("placeholders"));
const REFERENCES = sections("references");
const FORMS =
  /^(?:x{3,}|\*{3,}|\.{3,}|-{3,}|_{3,}|0{4,}|1234(?:5678?9?0?)?|change[_-]?(?:me|it|this)|my[_-](?:api|secret|token|key|password)\w*|%\w+%|https?:\/\/[^@]*|\S{0,16}(?:\.{3}|\u2026))$/;

/** Whether a value, in lower case, stands for one that is put in its place: `changeme`, `<token>`, `${TOKEN}`, `os.environ["TOKEN"]`. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDERS.has(value) || FORMS.test(value) ||
    (REFERENCES.some((beginning) => value.startsWith(beginning)) && !/[\n\r\u2028\u2029]/.test(value));
}

/** What a name ends in, whole words with `_`, `-` or nothing between them, whose value is no secret. */
const HARMLESS: readonly (readonly [before: readonly string[], ends: readonly string[]])[] = [
  [sections("keys-of"), ["key", "keys"]],
  [["token"], sections("of-token")],
  [sections("secrets").flatMap((secret) => [secret, `${secret}s`]), sections("of-secret")],
  [sections("tokens-of"), ["token", "tokens"]],
  [sections("tokens-of"), [
    "pagetoken",
    "page_token",
    "page-token",
    "pagetokens",
    "page_tokens",
    "page-tokens",
  ]],
];
const OF_KEY = sections("of-key").map((word) => `key${word}`);
const WITHIN = sections("within");
const AUTHORS = /auth(?:or|ors|ored|ority|entic\w*|orization[_-]?url)$/;

/** Whether a name, in lower case, says that its value is no secret although one of its words does. */
export function isHarmlessName(name: string): boolean {
  return WITHIN.some((word) => name.includes(word)) || OF_KEY.some((word) => name.endsWith(word)) ||
    AUTHORS.test(name) || HARMLESS.some(([before, ends]) =>
      ends.some((end) => {
        if (!name.endsWith(end)) return false;
        const rest = name.slice(0, -end.length).replace(/[_-]$/, "");
        return before.some((word) => rest.endsWith(word));
      })
    );
}
