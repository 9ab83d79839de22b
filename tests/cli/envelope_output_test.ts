import { assertEquals, assertStringIncludes } from "@std/assert";
import { printEnvelope } from "../../lib/cli/show.ts";
import { CLIENT_CAP } from "../../lib/settings/defaults.ts";
import { envelopeWith } from "../fixtures/codex/envelope.ts";

/** What is written on a stream meanwhile. */
function written(stream: { writeSync(bytes: Uint8Array): number }, act: () => void): string {
  const { writeSync } = stream;
  let text = "";
  stream.writeSync = (bytes) => {
    text += new TextDecoder().decode(bytes);
    return bytes.length;
  };
  act();
  stream.writeSync = writeSync;
  return text;
}

Deno.test("an envelope that breaks its schema is not printed: exit 30, the empty injection, the contract's text", () => {
  const client = { name: "codex-cli", event: "cli" } as const;
  const envelope = envelopeWith({ prompt: "x", client, cwd: "/repo", cap: CLIENT_CAP.wrapper }, "");
  const stdout = written(Deno.stdout, () => assertEquals(printEnvelope({ ...envelope, run_id: "" }), 30));
  const { hookSpecificOutput, systemMessage } = JSON.parse(stdout);
  assertEquals(hookSpecificOutput.additionalContext, "");
  assertStringIncludes(systemMessage, "[Limits] orchestrator output invalid; fallback to empty context");
});
