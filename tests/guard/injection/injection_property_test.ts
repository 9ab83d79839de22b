import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { filterInjection } from "../../../lib/guard/injection/injection.ts";
import { disguise, isStillGiven } from "../../fixtures/guard/corpus/disguise.ts";
import {
  CHINESE_ORDERS,
  ENGLISH_ORDERS,
  FAKE_TURNS,
  ORDERS_IN_CODE,
  ORDINARY_LINES,
} from "../../fixtures/guard/corpus/corpora.ts";
import { holds } from "../../fixtures/property.ts";

const orders = [...ENGLISH_ORDERS, ...CHINESE_ORDERS, ...FAKE_TURNS, ...ORDERS_IN_CODE].map(disguise);
const texts = fc.array(
  fc.oneof(
    fc.constantFrom(...orders.map(({ text }) => text)),
    fc.constantFrom(...ORDINARY_LINES),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom("\n", "\r\n", ". ", " ", "[filtered]", "*/", "-->", "\u001b[", "\u202e", "\ud800"),
  ),
  { maxLength: 8 },
).map((pieces) => pieces.join(""));

Deno.test("property: filtering is idempotent, keeps the lines and counts what it did", () => {
  holds(
    fc.property(texts, (text) => {
      const once = filterInjection(text);
      assertEquals(filterInjection(once.text).text, once.text);
      assertEquals(once.text.split("\n").length, text.split("\n").length);
      if (once.filtered === 0) assertEquals(once.text, text.replace(/^\ufeff/, "").replaceAll("\f", ""));
    }),
    150,
  );
});

Deno.test("property: an order on a line of its own is gone whatever stands on the lines around it", () => {
  const known = orders.filter(({ text, orders }) =>
    !text.includes("\n") && !orders.some((order) => isStillGiven(order, filterInjection(text).text))
  );
  assert(known.length >= 0.8 * orders.filter(({ text }) => !text.includes("\n")).length);
  const lines = fc.array(fc.constantFrom(...ORDINARY_LINES), { maxLength: 5 });
  holds(
    fc.property(fc.constantFrom(...known), lines, lines, ({ text, orders }, before, after) => {
      const clean = filterInjection([...before, text, ...after].join("\n")).text;
      const left = clean.split("\n").slice(
        before.join("\n").split("\n").length - (before.length === 0 ? 1 : 0),
      );
      for (const order of orders) {
        if (![...before, ...after].some((line) => isStillGiven(order, line))) {
          assert(!isStillGiven(order, left.join("\n")), clean);
        }
      }
    }),
    150,
  );
});

Deno.test("property: what is left is made of what was there, and shows nothing that hides", () => {
  holds(
    fc.property(texts, (text) => {
      const { text: clean } = filterInjection(text);
      assert(
        !/(?![\t\n\f\r\u0085])\p{Cc}|[\u200b\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/u.test(clean),
      );
      assert(
        clean.length <= text.length + 12 * (text.split("\n").length + text.split(/[.!?。！？；;]/).length),
      );
    }),
    150,
  );
});
