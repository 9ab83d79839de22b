import { assertEquals } from "@std/assert";
import table from "../../../lib/codebase/query/data/thesaurus.txt" with { type: "text" };
import { MAX_THESAURUS_WORDS, related } from "../../../lib/codebase/query/thesaurus.ts";
import { fieldsOf } from "../../../lib/codebase/query/common_words.ts";

const fields = fieldsOf(table);
const entries = fields.flat().map((line) => {
  const [said = "", ...code] = line.split(" ");
  return { line, said: said.split("_"), code };
});

Deno.test("every line of the thesaurus is a word or a phrase and one to four different words of code", () => {
  const malformed = entries.filter(({ line, said, code }) =>
    !/^[a-z][a-z0-9]*(?:_[a-z]+)*(?: [a-z][a-z0-9]*){1,4}$/.test(line) || said.length > MAX_THESAURUS_WORDS ||
    new Set(code).size < code.length
  );
  assertEquals(malformed.map(({ line }) => line), []);
});

Deno.test("no word or phrase stands twice: the later line would hide the earlier one", () => {
  const said = entries.map((entry) => entry.said.join(" "));
  assertEquals(said.filter((one, at) => said.indexOf(one) !== at), []);
});

Deno.test("words and phrases of two and three words are found in every form", () => {
  for (
    const [said, nearest] of [
      ["directories", "dir"],
      ["configured", "config"],
      ["authenticating", "auth"],
      ["dir", "directory"],
      ["gives up", "abort"],
      ["logging in", "login"],
      ["running out of", "exhaust"],
      ["race conditions", "race"],
      ["state", "status"],
      ["statements", "stmt"],
    ] as const
  ) {
    assertEquals(related(said.split(" "))[0], nearest, said);
  }
});

Deno.test("every entry is found as it is written", () => {
  for (const { said, code } of entries) assertEquals(related(said), code);
});

Deno.test("what the thesaurus does not have leads nowhere", () => {
  for (const said of ["", "xyzzy", "up give", "give up now please", "__proto__", "give_up"]) {
    assertEquals(related(said.split(" ")), [], said);
  }
});
