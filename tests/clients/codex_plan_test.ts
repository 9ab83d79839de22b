import { assertEquals, assertStringIncludes } from "@std/assert";
import { planTurn } from "../../lib/clients/codex_context.ts";
import { writeSession } from "../../lib/clients/codex_session.ts";
import { envelopeSchema } from "../../lib/contract/envelope.ts";
import { makeFolder } from "../acceptance/harness.ts";
import { stillWorld } from "../still_world.ts";

const SESSION = { has_last: true, memory: "00ff", updated_at: "2026-01-02T03:04:05Z" };

Deno.test("AC-008 a kernel that fails gives the empty plan, valid, with the reason and the command all the same", async () => {
  await using repo = await makeFolder();
  writeSession(repo.path, SESSION);
  const turn = { prompt: "fix it, token AKIAIOSFODNN7EXAMPLE", cwd: repo.path, codexArgs: [] };
  const failing = () => Promise.reject(new Error("no such module"));
  const { envelope, available } = await planTurn(turn, stillWorld({ CI_AUTO_TOOLS_DRY_RUN: "1" }), failing);
  assertEquals(available, false);
  envelopeSchema.parse(envelope);
  assertEquals(envelope.run_id.startsWith("plan-"), true);
  assertEquals(envelope.fused_context.for_model.additional_context, "");
  assertStringIncludes(
    envelope.fused_context.for_user.limits_text,
    "[Limits] orchestrator unavailable (no such module)",
  );
  assertEquals(envelope.tool_plan.planned_codex_command, "codex exec resume --last");
  assertEquals(JSON.stringify(envelope).includes("AKIA"), false);
});
