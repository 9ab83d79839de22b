import { assertEquals } from "@std/assert";
import { symbolsAsked } from "../../../lib/codebase/query/names.ts";

const asked = (query: string, symbols: string[] = []) =>
  symbolsAsked({ query, symbols }).map(({ name, container }) =>
    container === undefined ? name : `${container}.${name}`
  );

Deno.test("given symbols come before those of the query", () => {
  assertEquals(asked("who calls `other`?", ["User.login", "User::save"]), ["User.login", "User.save"]);
  assertEquals(symbolsAsked({ symbol: "run()", symbols: ["walk"], query: "" }), [{ name: "run" }, {
    name: "walk",
  }]);
});

Deno.test("a query's names are those in backticks, before parentheses, and the code-like words", () => {
  assertEquals(asked("谁调用了 `login` 和 parseToken() 以及 read_config ？"), [
    "login",
    "parseToken",
    "read_config",
  ]);
  assertEquals(asked("what breaks if Flask.makeResponse changes in src/app.py"), ["Flask.makeResponse"]);
  assertEquals(asked("how does the shop work"), []);
});

Deno.test("a qualified name is one whatever its parts are, a file or a site is none", () => {
  assertEquals(asked("who calls Shop.sell or shop::open or Shop#close"), [
    "Shop.sell",
    "shop.open",
    "Shop.close",
  ]);
  assertEquals(asked("谁调用了 Shop.sell？"), ["Shop.sell"]);
  assertEquals(asked("read Readme.md, then see Example.com and Shop.py"), []);
});

Deno.test("a plain word is a name where the question asks who calls it or what its change breaks", () => {
  assertEquals(asked("who calls sell?"), ["sell"]);
  assertEquals(asked("谁调用了sell"), ["sell"]);
  assertEquals(asked("sell 被谁调用？"), ["sell"]);
  assertEquals(asked("what breaks if I change sell, and which tests do I run"), ["sell"]);
  assertEquals(asked("如果修改 sell 会影响什么"), ["sell"]);
  assertEquals(asked("who calls it?"), []);
  assertEquals(asked("who calls the shop"), []);
  assertEquals(asked("what if I change sell prices"), []);
  assertEquals(asked("who calls sell after readConfig"), ["readConfig"]);
});

Deno.test("three names at most, each once, and nothing that is no name", () => {
  assertEquals(asked("", ["aOne", "bTwo", "aOne", "cThree", "dFour"]), ["aOne", "bTwo", "cThree"]);
  assertEquals(asked("", ["rm -rf /", "a b", "../x", "", "--open"]), []);
});
