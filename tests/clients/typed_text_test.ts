import { assertEquals } from "@std/assert";
import { typedText } from "../../lib/clients/typed_text.ts";

Deno.test("what a client puts around what was typed comes off, and what was typed stands first", () => {
  for (
    const [prompt, text] of [
      ["where is login handled?", "where is login handled?"],
      ['<pasted_content id="abeb">\nTypeError: x\n</pasted_content>\nwhy?', "why?\nTypeError: x"],
      ["why?\n<pasted_content id='1'>a</pasted_content>\n<pasted_content>b</pasted_content>", "why?\na\nb"],
      ["[Image #1] what is this? [Pasted text #1 +42 lines]", " what is this? "],
      ["fix it\n<ide_selection>lines 1 to 3 of a.ts</ide_selection>", "fix it\nlines 1 to 3 of a.ts"],
      ["fix it\n<system-reminder>\nbe brief\n</system-reminder>", "fix it"],
      // What a person types stays.
      ["why is <el-button>Go</el-button> grey?", "why is <el-button>Go</el-button> grey?"],
      ["Map<string, foo_bar> fails", "Map<string, foo_bar> fails"],
      ["<pasted_content> has no end", "<pasted_content> has no end"],
    ] as const
  ) {
    assertEquals(typedText(prompt), text, prompt);
  }
});
