/** What the program and its tests use of `@std/*` behaves as the standard library does, over npm packages. */
import * as std from "@std/assert";
import { parseArgs } from "@std/cli";
import { parse as parseJsonc } from "@std/jsonc";
import { parse as parseYaml } from "@std/yaml";

const { assertEquals, assertThrows } = std;

const YAML: [text: string, value: unknown][] = [
  ["", null],
  ["# only a comment\n\n  # and another\n", null],
  ["---\n", null],
  ["a: 1\nb: [x, 'it''s', \"\\u4e2d\"] # c", { a: 1, b: ["x", "it's", "中"] }],
  ["a: true\nb: False\nc: yes\nd: off", { a: true, b: false, c: "yes", d: "off" }],
  ["a: ~\nb: null\nc:", { a: null, b: null, c: null }],
  ["a: -1.5e3\nb: .inf\nc: 0x1F\nd: 1_000\ne: 0b11\nf: 014\ng: +1", {
    a: -1500,
    b: Infinity,
    c: 31,
    d: 1000,
    e: 3,
    f: 12,
    g: 1,
  }],
  ["a: 2020-01-02", { a: new Date("2020-01-02T00:00:00Z") }],
  ["a: |\n  x\n  y\nb: >\n  x\n  y", { a: "x\ny\n", b: "x y\n" }],
  ["x: &a {k: 1}\ny: *a", { x: { k: 1 }, y: { k: 1 } }],
  ["x: &a {k: 1}\ny:\n  <<: *a\n  z: 2", { x: { k: 1 }, y: { k: 1, z: 2 } }],
  ["1: x\ntrue: y", { 1: "x", true: "y" }],
  ["%YAML 1.2\n---\na: 1", { a: 1 }],
];

for (const [text, value] of YAML) {
  Deno.test(`yaml: ${JSON.stringify(text)}`, () => assertEquals(parseYaml(text), value));
}

const BROKEN_YAML: [text: string, place: string][] = [
  ["a: 1\na: 2", "at line 2, column 1"],
  ["a: [1,2\nb: 3", "at line 2, column 1"],
  ["a: b: c", "at line 1, column 5"],
  ["a: @x", "at line 1, column 4"],
  ["a: !!js/function 'x'", "at line 1"],
  ["*a", "at line 1"],
  ["a: 1\n---\nb: 2", ""],
];

for (const [text, place] of BROKEN_YAML) {
  Deno.test(`yaml: ${JSON.stringify(text)} is a SyntaxError that says where it can`, () => {
    assertThrows(() => parseYaml(text), SyntaxError, place);
  });
}

Deno.test("yaml: a key named __proto__ is a key", () => {
  const value = parseYaml("__proto__: {x: 1}");
  assertEquals(Object.keys(Object(value)), ["__proto__"]);
  assertEquals(Reflect.get({}, "x"), undefined);
});

const JSONC: [text: string, value: unknown][] = [
  ['// c\n{"a": 1, /* d */ "b": [1, 2,],}', { a: 1, b: [1, 2] }],
  ["/* x */ null", null],
  ['"\\u4e2d"', "中"],
  ['{"a": 1, "a": 2}', { a: 2 }],
];

for (const [text, value] of JSONC) {
  Deno.test(`jsonc: ${JSON.stringify(text)}`, () => assertEquals(parseJsonc(text), value));
}

for (
  const text of [
    ...["", "nul", "1 2", "/*", "[,]", "[1 2]", "01", '"\t"', "\ufeff{}"],
    ...['{"a": 1,,}', '{"a" 1}', "{a: 1}", "{'a': 1}", '{"a": 1', '{"a":}'],
  ]
) {
  Deno.test(`jsonc: ${JSON.stringify(text)} is a SyntaxError`, () => {
    assertThrows(() => parseJsonc(text), SyntaxError, "Cannot parse JSONC");
  });
}

const ARGS: [args: string[], options: Parameters<typeof parseArgs>[1], parsed: Record<string, unknown>][] = [
  [["a", "5", "--x"], {}, { _: ["a", 5], x: true }],
  [["5", "007"], { string: ["_"] }, { _: ["5", "007"] }],
  [["-v", "--name", "n", "--", "z", "5"], { boolean: ["v"], string: ["name"], "--": true }, {
    _: [],
    v: true,
    name: "n",
    "--": ["z", "5"],
  }],
  [["--", "a", "--b"], {}, { _: ["a", "--b"] }],
  [["--tag", "a", "--tag", "b"], { string: ["tag"], collect: ["tag"] }, { _: [], tag: ["a", "b"] }],
  [["--tag", "a"], { string: ["tag"], collect: ["tag"] }, { _: [], tag: ["a"] }],
  [[], { string: ["tag"], collect: ["tag"], boolean: ["b"] }, { _: [], tag: [], b: false }],
  [["-h"], { boolean: ["help"], alias: { h: "help" } }, { _: [], h: true, help: true }],
  [["--no-x"], { boolean: ["x"], negatable: ["x"], default: { x: true } }, { _: [], x: false }],
  [["--no-tui"], { boolean: ["no-tui"] }, { _: [], "no-tui": true }],
  [["--no-x"], { boolean: ["x"] }, { _: [], "no-x": true, x: false }],
  [["--name=5"], { string: ["name"] }, { _: [], name: "5" }],
  [["--name"], { string: ["name"] }, { _: [], name: "" }],
  [["--name", "--b"], { string: ["name"], boolean: ["b"] }, { _: [], name: "", b: true }],
  [["sub", "--flag", "x"], { stopEarly: true, boolean: ["flag"] }, {
    _: ["sub", "--flag", "x"],
    flag: false,
  }],
  [["--b", "x"], { boolean: ["b"] }, { _: ["x"], b: true }],
  [["--b=false"], { boolean: ["b"] }, { _: [], b: false }],
  [["--x", "1"], { default: { x: "d", y: 2 } }, { _: [], x: 1, y: 2 }],
  [["-"], {}, { _: ["-"] }],
];

for (const [args, options, parsed] of ARGS) {
  Deno.test(`cli: ${args.join(" ")} with ${JSON.stringify(options)}`, () => {
    assertEquals<unknown>({ ...parseArgs(args, options) }, parsed);
  });
}

Deno.test("cli: unknown options and positional words are told, and left out where the answer is false", () => {
  const told: string[] = [];
  const parsed = parseArgs(["--known", "--weird=1", "-z", "--", "word"], {
    boolean: ["known"],
    unknown: (arg) => {
      told.push(arg);
      return !arg.startsWith("-");
    },
  });
  assertEquals(told.filter((arg) => arg.startsWith("-")), ["--weird=1", "-z"]);
  assertEquals<unknown>({ ...parsed }, { _: ["word"], known: true });
});

/** Each assertion with something that passes it and something that fails it. */
const ASSERTIONS: [name: string, passing: () => unknown, failing: () => unknown][] = [
  ["assert", () => std.assert(1), () => std.assert(0)],
  ["assertFalse", () => std.assertFalse(0), () => std.assertFalse(1)],
  [
    "assertEquals",
    () => std.assertEquals({ a: [1, new Set([2])] }, { a: [1, new Set([2])] }),
    () => std.assertEquals<unknown>({ a: 1 }, { a: "1" }),
  ],
  [
    "assertNotEquals",
    () => std.assertNotEquals({ a: 1 }, { a: 2 }),
    () => std.assertNotEquals({ a: 1 }, { a: 1 }),
  ],
  [
    "assertStrictEquals",
    () => std.assertStrictEquals(NaN, NaN),
    () => std.assertStrictEquals<unknown>([], []),
  ],
  ["assertExists", () => std.assertExists(0), () => std.assertExists(null)],
  [
    "assertStringIncludes",
    () => std.assertStringIncludes("abc", "b"),
    () => std.assertStringIncludes("abc", "d"),
  ],
  ["assertMatch", () => std.assertMatch("abc", /b/), () => std.assertMatch("abc", /d/)],
  ["assertNotMatch", () => std.assertNotMatch("abc", /d/), () => std.assertNotMatch("abc", /b/)],
];

for (const [name, passing, failing] of ASSERTIONS) {
  Deno.test(`assert: ${name} passes, and throws AssertionError`, () => {
    passing();
    let thrown: unknown;
    try {
      failing();
    } catch (error) {
      thrown = error;
    }
    std.assert(thrown instanceof std.AssertionError);
  });
}

Deno.test("assert: assertEquals tells undefined fields from missing ones", () => {
  std.assertThrows(() => std.assertEquals<unknown>({ a: undefined }, {}), std.AssertionError);
});

Deno.test("assert: assertThrows and assertRejects give the error, and check class and message", async () => {
  const broken = () => {
    throw new RangeError("out of reach");
  };
  std.assertEquals(std.assertThrows(broken, RangeError, "reach").message, "out of reach");
  std.assertThrows(() => std.assertThrows(broken, SyntaxError), std.AssertionError);
  std.assertThrows(() => std.assertThrows(broken, RangeError, "other text"), std.AssertionError);
  std.assertThrows(() => std.assertThrows(() => 1), std.AssertionError);
  std.assertEquals(
    (await std.assertRejects(() => Promise.reject(new RangeError("late")), RangeError)).message,
    "late",
  );
  await std.assertRejects(() => std.assertRejects(() => Promise.resolve(1)), std.AssertionError);
});
