import { assertEquals, assertStringIncludes } from "@std/assert";
import { decodePrompt, whyRefused } from "../../lib/clients/codex_prompt.ts";

Deno.test("codex's limit counts characters, not UTF-16 units; an empty prompt is refused", () => {
  const full = "😀".repeat(1_048_576);
  assertEquals(whyRefused(full), undefined);
  assertStringIncludes(whyRefused(`${full}.`) ?? "", "1048576");
  assertEquals(whyRefused(" \n"), "The prompt is empty");
});

Deno.test("bytes are read as codex reads them: UTF-8, UTF-16 with a byte order mark, nothing else", () => {
  assertEquals(decodePrompt(new TextEncoder().encode("修复\u0000")), "修复\u0000");
  assertEquals(decodePrompt(new Uint8Array([0xff, 0xfe, 0x2d, 0x4e])), "中");
  assertEquals(decodePrompt(new Uint8Array([0xfe, 0xff, 0x4e, 0x2d])), "中");
  assertEquals(decodePrompt(new Uint8Array([0x61, 0xff, 0x62])), undefined);
});
