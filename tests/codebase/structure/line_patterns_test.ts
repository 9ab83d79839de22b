import { assertEquals } from "@std/assert";
import type { Language } from "../../../lib/codebase/files/languages.ts";
import { definitions } from "../../../lib/codebase/structure/definitions.ts";
import { maskedLines } from "../../../lib/codebase/structure/mask.ts";
import { callsIn, onlyDeclares } from "../../../lib/codebase/structure/line_patterns.ts";

const CASES: [string, Language, string, boolean][] = [
  ["types", "typescript", "export interface Props {\n  open(): void;\n  size: number;\n}\n", true],
  [
    "a barrel",
    "typescript",
    'export * from "./a.ts";\nimport B from "./b.ts";\nexport const C = wrap(x(B));\n',
    true,
  ],
  ["an interface", "java", "public interface Store {\n  void save(String name);\n  int count();\n}\n", true],
  ["calls in comments and strings", "python", '# run(); stop(); go()\nNAME = "a() b() c()"\n', true],
  ["code", "typescript", "export function f(a: string) {\n  g(h(a));\n  return k(a);\n}\n", false],
  [
    "a hub with code",
    "python",
    "import a\ndef f(x):\n    y = a.load(x)\n    z = a.read(y)\n    return z\n",
    false,
  ],
];

for (const [name, language, text, expected] of CASES) {
  Deno.test(`only declares: ${name} (${language})`, () => {
    const masked = maskedLines(text, language);
    assertEquals(onlyDeclares(masked, definitions(text, language, masked)), expected);
  });
}

Deno.test("a name with a parenthesis is a call, with what it is called on; words of the language are none", () => {
  const calls = callsIn(["if (a) {", "  open(b.read(), C::d::<E>(1));", "}"]);
  assertEquals(calls, [
    { name: "open", line: 2 },
    { name: "read", line: 2, receiver: "b" },
    { name: "d", line: 2, receiver: "C" },
  ]);
});
