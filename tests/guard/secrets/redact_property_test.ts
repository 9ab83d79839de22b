import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { redact } from "../../../lib/guard/secrets/redact.ts";
import { sanitize } from "../../../lib/guard/sanitize.ts";
import {
  BENIGN_LINES,
  SECRETS_IN_CODE,
  SECRETS_IN_CONFIGURATION,
} from "../../fixtures/guard/corpus/corpora.ts";
import { spell, spellLines, survives } from "../../fixtures/guard/corpus/spell.ts";
import { holds } from "../../fixtures/property.ts";

/** What secrets that the rules find are surrounded by: any order of texts of many kinds, whole, cut, repeated. */
const known = spell([...SECRETS_IN_CODE, ...SECRETS_IN_CONFIGURATION], 11)
  .filter((sample) => !survives(sample, redact(sample.text).text));
const benign = spellLines(BENIGN_LINES, 11);
const piece = fc.oneof(
  fc.constantFrom(...known.map(({ text }) => text)),
  fc.constantFrom(...benign),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constantFrom(
    "\n",
    "\r\n",
    " ",
    "'",
    '"',
    "`",
    "=",
    ": ",
    "<redacted>",
    "\\",
    "{",
    "(",
    ",",
    "|",
    "\u200b",
    "\ufeff",
  ),
);
const texts = fc.array(fc.tuple(piece, fc.nat(200)), { maxLength: 8 })
  .map((pieces) => pieces.map(([text, cut]) => cut < 60 ? text.slice(0, cut) : text).join(""));

Deno.test("property: redacting is idempotent, keeps the lines and tells whether it did something", () => {
  holds(
    fc.property(texts, (text) => {
      const once = redact(text);
      assertEquals(redact(once.text).text, once.text);
      assertEquals(once.text.split("\n").length, text.split("\n").length);
      assertEquals(once.redactions.length > 0, once.text !== text);
    }),
    150,
  );
});

Deno.test("property: what is left of a text is what was there, in its order, and `<redacted>`", () => {
  holds(
    fc.property(texts, (text) => {
      let at = 0;
      // Of the lines of a secret their ends stay, also where they are escaped.
      const parts = redact(text).text.split(/(?:-----BEGIN [A-Z0-9 ]*-----|Bearer)? ?<redacted>|\n|\\+n/);
      for (const part of parts) {
        const found = text.indexOf(part, at);
        assert(found >= 0, JSON.stringify(part));
        at = found + part.length;
      }
    }),
    150,
  );
});

Deno.test("property: a secret on a line of its own is gone whatever stands on the lines around it", () => {
  const lines = known.filter(({ text }) => !text.includes("\n"));
  holds(
    fc.property(
      fc.constantFrom(...lines),
      fc.array(fc.constantFrom(...benign.filter((line) => !line.includes("\n")))),
      fc.nat(5),
      fc.constantFrom("\n", "\r\n"),
      (sample, around, place, newline) => {
        const text = [...around.slice(0, place), sample.text, ...around.slice(place)].join(newline);
        assertEquals(
          survives({ ...sample, around: text.replace(sample.text, () => sample.around) }, redact(text).text),
          false,
        );
      },
    ),
    200,
  );
});

Deno.test("property: hidden characters in a secret do not save it", () => {
  const tokens = known.filter(({ text, secret }) => secret.length === 1 && text.includes(secret[0] ?? "\0"));
  holds(
    fc.property(
      fc.constantFrom(...tokens),
      fc.nat(),
      fc.constantFrom("\u200b", "\u00ad", "\u2060", "\ufeff"),
      (sample, at, hidden) => {
        const secret = sample.secret[0] ?? "";
        const place = 1 + at % (secret.length - 1);
        const text = sample.text.replace(
          secret,
          () => `${secret.slice(0, place)}${hidden}${secret.slice(place)}`,
        );
        assertEquals(survives(sample, sanitize(text).text), false);
      },
    ),
    150,
  );
});
