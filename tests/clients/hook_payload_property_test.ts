import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { readPayload } from "../../lib/clients/hook_payload.ts";
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
