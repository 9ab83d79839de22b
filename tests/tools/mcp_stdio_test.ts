import { assertEquals } from "@std/assert";
import { lastWords } from "../../lib/tools/mcp_stdio.ts";

for (
  const [what, stderr, told] of [
    ["a plain program", "starting\nodd: cannot open its database\n", "odd: cannot open its database"],
    [
      "an exception of node",
      "/srv/a.js:5\n  throw new Error();\n  ^\n\nError: cannot reach db:5432\n    at Object.<anonymous> (/srv/a.js:5:9)\n\nNode.js v20.20.2\n",
      "Error: cannot reach db:5432",
    ],
    [
      "an exception of Python, after another that was met",
      "ValueError: first\nTraceback (most recent call last):\n  File \"a.py\", line 3\nModuleNotFoundError: No module named 'mcp'\n",
      "ModuleNotFoundError: No module named 'mcp'",
    ],
    [
      "a failure of npx",
      "npm error code E404\nnpm error 404 Not Found - GET https://example.org/x\nnpm error 404\nnpm error 404 Note that you can also install from a tarball\nnpm error A complete log of this run can be found in: /x.log\n",
      "npm error 404 Not Found - GET https://example.org/x",
    ],
    [
      "a last word of its own after an error that was met",
      "Error: retrying\n    at x\nthe licence has run out",
      "the licence has run out",
    ],
  ] as const
) {
  Deno.test(`the last words of ${what} say why it ended`, () => assertEquals(lastWords(stderr), told));
}
