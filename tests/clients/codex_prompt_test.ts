import { assertEquals } from "@std/assert";
import { decodePrompt, fitPrompt } from "../../lib/clients/codex_prompt.ts";

Deno.test("codex's limit counts characters, not UTF-16 units", () => {
  const full = "😀".repeat(1_048_576);
  assertEquals(fitPrompt("", full).kind, "fits");
  assertEquals(fitPrompt("", `${full}.`).kind, "refused");
});

Deno.test("an empty prompt is refused; one with NUL goes through, as codex takes it", () => {
  assertEquals(fitPrompt("C", " \n").kind, "refused");
  assertEquals(fitPrompt("", "a\u0000b"), { kind: "fits", text: "a\u0000b", limits: [] });
});

Deno.test("bytes are read as codex reads them: UTF-8, UTF-16 with a byte order mark, nothing else", () => {
  assertEquals(decodePrompt(new TextEncoder().encode("修复\u0000")), "修复\u0000");
  assertEquals(decodePrompt(new Uint8Array([0xff, 0xfe, 0x2d, 0x4e])), "中");
  assertEquals(decodePrompt(new Uint8Array([0xfe, 0xff, 0x4e, 0x2d])), "中");
  assertEquals(decodePrompt(new Uint8Array([0x61, 0xff, 0x62])), undefined);
});
