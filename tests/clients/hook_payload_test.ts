import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { readPayload } from "../../lib/clients/hook_payload.ts";

Deno.test("fields of a wrong type count as absent, unknown ones are survived", () => {
  const nothing = {
    prompt: "",
    cwd: undefined,
    sessionId: undefined,
    transcript: undefined,
    event: "UserPromptSubmit",
    namesTool: false,
  };
  for (const odd of [null, 7, true, "", [], {}]) {
    const text = JSON.stringify({
      prompt: odd,
      cwd: odd,
      session_id: odd,
      transcript_path: odd,
      hook_event_name: odd,
      later: odd,
    });
    assertEquals(readPayload(text), nothing, text);
  }
  assertEquals(readPayload('{"cwd":"relative/folder"}').cwd, undefined);
  assertEquals(readPayload('\uFEFF{"prompt":"a","cwd":"/b","session_id":"c","__proto__":{"tool":1}}'), {
    ...nothing,
    prompt: "a",
    cwd: "/b",
    sessionId: "c",
  });
});

Deno.test("what is no JSON object is told without a word of it", () => {
  for (
    const text of [
      "sekret",
      "\u001b[31msekret",
      '{"prompt":"sekret',
      '{"prompt":"sekret"} sekret',
      '{"prompt":sekret}',
      '["sekret"]',
      "[".repeat(100_000),
    ]
  ) {
    const error = assertThrows(() => readPayload(text), SyntaxError);
    assertEquals(/sekret|\p{C}/u.test(error.message), false, error.message);
  }
  assertStringIncludes(assertThrows(() => readPayload(" \n"), SyntaxError).message, "empty");
});
