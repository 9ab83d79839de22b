import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import fc from "fast-check";
import { readPayload, typedText } from "../../lib/clients/hook_message.ts";
import { holds } from "../fixtures/property.ts";

const key = fc.constantFrom(
  "prompt",
  "cwd",
  "session_id",
  "hook_event_name",
  "tool",
  "tool_name",
  "other",
  "__proto__",
);
const payload = fc.dictionary(key, fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()), { maxKeys: 8 });

Deno.test("property: any JSON object is a payload, and its fields are texts or absent", () => {
  holds(
    fc.property(payload, fc.boolean(), (fields, mark) => {
      const read = readPayload(`${mark ? "\ufeff" : ""}${JSON.stringify(fields)}`);
      assertEquals(read.prompt, typeof fields["prompt"] === "string" ? fields["prompt"] : "");
      assert(read.cwd === undefined || read.cwd.startsWith("/"));
      assertEquals(typeof read.event, "string");
      assertEquals(read.namesTool, "tool" in fields || "tool_name" in fields);
    }),
    400,
  );
});

Deno.test("property: what is no JSON object is a SyntaxError that quotes nothing of it", () => {
  const canary = "c4n4ry-of-a-prompt";
  holds(
    fc.property(
      fc.oneof(fc.string({ unit: "binary" }), fc.json().map((json) => json.slice(0, -1))),
      fc.nat(3),
      (text, place) => {
        const broken = place === 0 ? `${canary}${text}` : `{"prompt": "${canary}" ${text}`;
        try {
          readPayload(broken);
        } catch (error) {
          assert(error instanceof SyntaxError);
          assert(!error.message.includes(canary));
        }
      },
    ),
    400,
  );
});

Deno.test("an empty payload is said to be empty, and one that is nested without end is none", () => {
  assertStringIncludes(assertThrows(() => readPayload(" \n"), SyntaxError).message, "empty");
  assertThrows(() => readPayload("[".repeat(100_000)), SyntaxError);
});

Deno.test("what a client puts around what was typed comes off, and what was typed stands first", () => {
  for (
    const [prompt, text] of [
      ["where is login handled?", "where is login handled?"],
      ['<pasted_content id="abeb">\nTypeError: x\n</pasted_content>\nwhy?', "why?\nTypeError: x"],
      ["why?\n<pasted_content id='1'>a</pasted_content>\n<pasted_content>b</pasted_content>", "why?\na\nb"],
      ["[Image #1] what is this? [Pasted text #1 +42 lines]", " what is this? "],
      ["fix it\n<ide_selection>lines 1 to 3 of a.ts</ide_selection>", "fix it\nlines 1 to 3 of a.ts"],
      ["fix it\n<system-reminder>\nbe brief\n</system-reminder>", "fix it"],
      [
        "explain @a.js please\n--- Content from referenced files ---\nContent from @a.js:\nlet a;\n--- End of content ---",
        "explain @a.js please",
      ],
      // What a person types stays.
      ["why is <el-button>Go</el-button> grey?", "why is <el-button>Go</el-button> grey?"],
      ["Map<string, foo_bar> fails", "Map<string, foo_bar> fails"],
      ["<pasted_content> has no end", "<pasted_content> has no end"],
    ] as const
  ) {
    assertEquals(typedText(prompt), text, prompt);
  }
});
