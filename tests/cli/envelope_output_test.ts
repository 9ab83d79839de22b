import { assertEquals, assertStringIncludes } from "@std/assert";

const IMPORT_MAP = new URL("../../config/npm-only/import_map.json", import.meta.url).pathname;
const PRINTER = new URL("envelope_printer.ts", import.meta.url).pathname;

Deno.test("an envelope that breaks its schema is not printed: exit 30, the empty injection, the contract's text", async () => {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", `--import-map=${IMPORT_MAP}`, PRINTER],
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
