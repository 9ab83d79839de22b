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

const ASKED: Record<string, [query: string, names: string[]][]> = {
  "names are those in backticks, before parentheses, and the code-like words": [
    ["谁调用了 `login` 和 parseToken() 以及 read_config ？", ["login", "parseToken", "read_config"]],
    ["what breaks if Flask.makeResponse changes in src/app.py", ["Flask.makeResponse"]],
    ["how does the shop work", []],
  ],
  "a qualified name is one whatever its parts are, a file or a site is none": [
    ["who calls Shop.sell or shop::open or Shop#close", ["Shop.sell", "shop.open", "Shop.close"]],
    ["谁调用了 Shop.sell？", ["Shop.sell"]],
    ["read Readme.md, then see Example.com and Shop.py", []],
  ],
  "a plain word is a name where the question asks who calls it or what its change breaks": [
    ["who calls sell?", ["sell"]],
    ["谁调用了sell", ["sell"]],
    ["sell 被谁调用？", ["sell"]],
    ["what breaks if I change sell, and which tests do I run", ["sell"]],
    ["如果修改 sell 会影响什么", ["sell"]],
    ["who calls it?", []],
    ["what if I change sell prices", []],
    ["who calls sell after readConfig", ["readConfig"]],
  ],
};

for (const [what, queries] of Object.entries(ASKED)) {
  Deno.test(what, () => {
    for (const [query, names] of queries) assertEquals(asked(query), names, query);
  });
}

Deno.test("three names at most, each once, and nothing that is no name", () => {
  assertEquals(asked("", ["aOne", "bTwo", "aOne", "cThree", "dFour"]), ["aOne", "bTwo", "cThree"]);
  assertEquals(asked("", ["rm -rf /", "a b", "../x", "", "--open"]), []);
});
