import { assertMatch } from "@std/assert";
import paths from "../../lib/codebase/files/paths.txt" with { type: "text" };
import failures from "../../lib/codebase/structure/failures.txt" with { type: "text" };
import { patternOf, rulesOf } from "../../lib/guard/rule_table.ts";

for (const { kind, example, patterns: [pattern = ""] } of [paths, failures].flatMap(rulesOf)) {
  Deno.test(`the pattern of ${kind} matches ${example}`, () => assertMatch(example, patternOf(pattern)));
}
