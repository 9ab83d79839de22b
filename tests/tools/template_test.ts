import { assertEquals, assertThrows } from "@std/assert";
import { AutoToolsError } from "../../lib/contract/error_codes.ts";
import { fillTemplate } from "../../lib/tools/template.ts";

const values = {
  prompt: "fix $& {{symbols}}",
  symbols: ["retry", "queue"],
  paths: ["src/a.ts"],
  repo_root: "/repo",
};

Deno.test("a placeholder alone becomes the value, a list stays a list", () => {
  const filled = fillTemplate({ query: "{{prompt}}", names: "{{symbols}}", files: "{{ paths }}" }, values);
  assertEquals(filled, { query: "fix $& {{symbols}}", names: ["retry", "queue"], files: ["src/a.ts"] });
});

Deno.test("inside a longer text a list is joined, and what was filled in is not filled again", () => {
  assertEquals(fillTemplate({ q: "in {{repo_root}}: {{symbols}} {{prompt}}" }, values), {
    q: "in /repo: retry queue fix $& {{symbols}}",
  });
});

Deno.test("nested arguments are filled, other values stay as they are", () => {
  assertEquals(fillTemplate({ filter: { any: ["{{symbols}}", 3, null, true] }, limit: 10 }, values), {
    filter: { any: [["retry", "queue"], 3, null, true] },
    limit: 10,
  });
});

Deno.test("an empty list stays a list", () => {
  assertEquals(fillTemplate({ names: "{{symbols}}" }, { ...values, symbols: [] }), { names: [] });
});

Deno.test("an unknown placeholder is refused by name", () => {
  const error = assertThrows(() => fillTemplate({ q: "{{promt}}" }, values), AutoToolsError, '"{{promt}}"');
  assertEquals(error.code, "E_INVALID_ARGS");
});

Deno.test("a template that holds itself is refused", () => {
  const loop: Record<string, unknown> = {};
  loop["again"] = loop;
  assertThrows(() => fillTemplate(loop, values), AutoToolsError, "nested deeper");
});
