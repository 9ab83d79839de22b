import { assertEquals } from "@std/assert";
import { quotesSource } from "./quoted_source.ts";

const SOURCE = `// Copyright
// This module is browser compatible.

import { pick } from "./pick.ts";

export function retry(times: number) {
  const left = times - 1;
  return pick(left);
}
`;
const PATH = "async/retry.ts";
const CASES: [name: string, text: string, quoted: boolean][] = [
  [
    "lines with a bar",
    `${PATH}:6-7 retry\n6 | export function retry(times: number) {\n7 |   const left = times - 1;`,
    true,
  ],
  [
    "lines with a tab",
    `**\`${PATH}\`**\n6\texport function retry(times: number) {\n7\t  const left = times - 1;`,
    true,
  ],
  ["the path alone", `${PATH}:6 retry — defines a name of the request`, false],
  [
    "lines without the path",
    "6 | export function retry(times: number) {\n7 |   const left = times - 1;",
    false,
  ],
  [
    "the path in another file's source",
    `9 | // see ${PATH}\n6 | export function retry(times: number) {\n7 |   const left = times - 1;`,
    false,
  ],
  ["one line", `${PATH}\n7 |   const left = times - 1;`, false],
  [
    "lines under other numbers",
    `${PATH}\n7 | export function retry(times: number) {\n8 |   const left = times - 1;`,
    false,
  ],
  [
    "head and imports",
    `${PATH}\n1 | // Copyright\n2 | // This module is browser compatible.\n4 | import { pick } from "./pick.ts";`,
    false,
  ],
];

for (const [name, text, quoted] of CASES) {
  Deno.test(`a file is ${quoted ? "" : "not "}quoted by ${name}`, () => {
    assertEquals(quotesSource(text, PATH, SOURCE), quoted);
  });
}
