import { assertEquals } from "@std/assert";
import { PASTED_LINE, PromptAssembler } from "../../lib/cli/prompt_assembler.ts";

function prompts(...lines: string[]): (string | undefined)[] {
  const assembler = new PromptAssembler();
  return [
    ...lines.map((line) => assembler.push(line)).filter((prompt) => prompt !== undefined),
    assembler.take(),
  ];
}

Deno.test("a line is a prompt", () => {
  assertEquals(prompts("one", "二"), ["one", "二", undefined]);
});

Deno.test("a backslash at the end goes on; an even number of them is text", () => {
  assertEquals(prompts("a\\", "b", "c\\\\", "d\\\\\\", ""), ["a\nb", "c\\\\", "d\\\\\n", undefined]);
});

Deno.test("a fence holds any lines, backslashes too", () => {
  assertEquals(prompts('"""', "a\\", "", "/quit", '"""', "b"), ["a\\\n\n/quit", "b", undefined]);
  assertEquals(prompts('"""one', 'two"""'), ["one\ntwo", undefined]);
  assertEquals(prompts('"""one line"""'), ["one line", undefined]);
});

Deno.test("a pasted block is one prompt", () => {
  assertEquals(prompts(`a\\${PASTED_LINE}`, `"""${PASTED_LINE}`, "c"), ['a\\\n"""\nc', undefined]);
});

Deno.test("what was begun at the end of the input is a prompt", () => {
  assertEquals(prompts('"""', "a"), ["a"]);
});
