/** Prints an envelope whose one tool result has a duration that the schema forbids, and exits as the printer says. */
import { printEnvelope } from "../../lib/cli/show.ts";
import { CLIENT_CAP } from "../../lib/settings/defaults.ts";
import { envelopeWith } from "../fixtures/codex/envelope.ts";

const envelope = envelopeWith(
  { prompt: "x", client: { name: "codex-cli", event: "cli" }, cwd: "/repo", cap: CLIENT_CAP.wrapper },
  "",
);
const result = {
  tool: "docs",
  status: "ok",
  started_at: envelope.created_at,
  duration_ms: -1,
  summary: "",
  truncated: false,
} as const;
Deno.exit(printEnvelope({ ...envelope, tool_results: [{ ...result, redactions: [] }] }));
