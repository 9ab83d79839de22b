import { assertEquals, assertStringIncludes } from "@std/assert";

const CONFIG = new URL("../../deno.json", import.meta.url).pathname;
const PRINTER = new URL("envelope_printer.ts", import.meta.url).pathname;

Deno.test("an envelope that breaks its schema is not printed: exit 30, the empty injection, the contract's text", async () => {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--config", CONFIG, PRINTER],
    stdin: "null",
  }).output();
  assertEquals(code, 30);
  const printed = JSON.parse(new TextDecoder().decode(stdout));
  assertEquals(printed.hookSpecificOutput?.additionalContext ?? "", "");
  assertStringIncludes(
    printed.systemMessage,
    "[Limits] orchestrator output invalid; fallback to empty context",
  );
  assertStringIncludes(new TextDecoder().decode(stderr), "E_PARSE: tool_results");
});
