import { assertEquals, assertStringIncludes } from "@std/assert";
import { planTurn } from "../../lib/clients/codex_context.ts";
import {
  type CodexSession,
  plannedCodexCommand,
  sessionFile,
  writeSession,
} from "../../lib/clients/codex_session.ts";
import { envelopeSchema } from "../../lib/contract/envelope.ts";
import type { World } from "../../lib/settings/world.ts";
import { makeFolder } from "../acceptance/harness.ts";

const SESSION: CodexSession = {
  hasLast: true,
  memory: "00ff",
  updatedAt: "2026-01-02T03:04:05Z",
};
const PLANNING: World = {
  now: () => new Date("2026-01-02T03:04:05Z"),
  elapsed: () => 0,
  nonce: () => "00",
  env: (name) => name === "CI_AUTO_TOOLS_DRY_RUN" ? "1" : undefined,
};

Deno.test("the planned command resumes where there is a session and codex is known to have --last, else not", async () => {
  await using repo = await makeFolder();
  assertEquals(plannedCodexCommand(repo.path), "codex exec");
  for (
    const [session, command] of [
      [SESSION, "codex exec resume --last"],
      [{ ...SESSION, threadId: "01a20062-499f" }, "codex exec resume --last"],
      [{ ...SESSION, hasLast: false }, "codex exec"],
      [{ memory: "00ff", updatedAt: "2026-01-02T03:04:05Z" }, "codex exec"],
    ] as const
  ) {
    writeSession(repo.path, session);
    assertEquals(plannedCodexCommand(repo.path), command);
  }
  Deno.writeTextFileSync(sessionFile(repo.path), '{"version": 2, "has_last": true}');
  assertEquals(plannedCodexCommand(repo.path), "codex exec");
  Deno.removeSync(sessionFile(repo.path));
  Deno.symlinkSync("/etc/passwd", sessionFile(repo.path));
  assertEquals(plannedCodexCommand(repo.path), "codex exec");
});

Deno.test("AC-008 a kernel that fails gives the empty plan, valid, with the reason and the command all the same", async () => {
  await using repo = await makeFolder();
  writeSession(repo.path, SESSION);
  const turn = { prompt: "fix it, token AKIAIOSFODNN7EXAMPLE", cwd: repo.path, codexArgs: [] };
  const failing = () => Promise.reject(new Error("no such module"));
  const { envelope, available } = await planTurn(turn, PLANNING, failing);
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
