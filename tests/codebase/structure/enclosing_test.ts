import { assertEquals } from "@std/assert";
import { definitions } from "../../../lib/codebase/structure/definitions.ts";
import { enclosing, enclosingCallable, qualifiedName } from "../../../lib/codebase/structure/definition.ts";

const SOURCE =
  "class A:\n    x = 1\n\n    def b(self):\n        def c():\n            pass\n        return c\n\n\ndef d():\n    pass\n";

Deno.test("the innermost definition around a line is found", () => {
  const found = definitions(SOURCE, "python");
  const around = (line: number) => enclosing(found, line)?.name;
  assertEquals([1, 2, 4, 6, 7, 9, 11].map(around), ["A", "x", "b", "c", "b", undefined, "d"]);
});

Deno.test("the innermost function is found where a class or a constant is nearer", () => {
  const found = definitions(SOURCE, "python");
  assertEquals(enclosingCallable(found, 2), undefined);
  const method = enclosingCallable(found, 7);
  assertEquals(method && qualifiedName(method), "A.b");
});
