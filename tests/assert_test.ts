/** An assertion that lets everything through would let every other test pass. */
import * as std from "@std/assert";

/** Each assertion with something that passes it and something that fails it. */
const ASSERTIONS: Record<string, [passing: () => unknown, failing: () => unknown]> = {
  assert: [() => std.assert(1), () => std.assert(0)],
  assertFalse: [() => std.assertFalse(0), () => std.assertFalse(1)],
  assertEquals: [
    () => std.assertEquals({ a: [1, new Set([2])] }, { a: [1, new Set([2])] }),
    () => std.assertEquals<unknown>({ a: undefined }, {}),
  ],
  assertNotEquals: [() => std.assertNotEquals({ a: 1 }, { a: 2 }), () => std.assertNotEquals([1], [1])],
  assertStringIncludes: [() => std.assertStringIncludes("a", "a"), () => std.assertStringIncludes("ab", "d")],
  assertMatch: [() => std.assertMatch("abc", /b/), () => std.assertMatch("abc", /d/)],
  assertNotMatch: [() => std.assertNotMatch("abc", /d/), () => std.assertNotMatch("abc", /b/)],
};

const broken = () => {
  throw new RangeError("out of reach");
};

Deno.test("each assertion passes what holds, and throws AssertionError for what does not", async () => {
  for (const [name, [passing, failing]] of Object.entries(ASSERTIONS)) {
    passing();
    std.assert(thrownBy(failing) instanceof std.AssertionError, name);
  }
  std.assertEquals(std.assertThrows(broken, RangeError, "reach").message, "out of reach");
  for (
    const failing of [
      () => std.assertThrows(broken, SyntaxError),
      () => std.assertThrows(broken, RangeError, "other text"),
      () => std.assertThrows(() => 1),
    ]
  ) std.assert(thrownBy(failing) instanceof std.AssertionError);
  await std.assertRejects(() => Promise.reject(new RangeError("late")), RangeError, "late");
  await std.assertRejects(() => std.assertRejects(() => Promise.resolve(1)), std.AssertionError);
});

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}
