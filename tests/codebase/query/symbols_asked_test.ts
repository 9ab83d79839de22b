import { assertEquals } from "@std/assert";
import { symbolsAsked } from "../../../lib/codebase/query/symbols_asked.ts";

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

Deno.test("three names at most, each once, and nothing that is no name", () => {
  assertEquals(asked("", ["aOne", "bTwo", "aOne", "cThree", "dFour"]), ["aOne", "bTwo", "cThree"]);
  assertEquals(asked("", ["rm -rf /", "a b", "../x", "", "--open"]), []);
});
