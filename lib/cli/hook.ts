import { gate } from "../kernel/gate.ts";
import { LIMITS, limitsText, withDetail } from "../contract/limits.ts";
import { hookOutput } from "../clients/hook_output.ts";
import { type HookPayload, readPayload } from "../clients/hook_payload.ts";
import { readSwitches } from "../settings/control_plane.ts";
import { CLIENT_CAP, DEFAULTS } from "../settings/defaults.ts";
import { systemWorld, type World } from "../settings/world.ts";
import { print } from "./output.ts";
import { readStdin } from "./stdin.ts";

export const HELP = `Usage: codex-auto hook [--client claude|codex]

Answers a client's UserPromptSubmit hook: payload on stdin, one JSON object on stdout. Always exits 0.

  --client NAME   claude (default) or codex: how much the client takes

Example:
  echo '{"prompt":"where are retries handled?","cwd":"'$PWD'"}' | codex-auto hook
`;

/** `codex-auto hook`: whatever happens, the prompt goes through. */
export async function run(args: string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    print(HELP);
    return 0;
  }
  const client = args.includes("codex") || args.includes("--client=codex") ? "codex" : "claude";
  try {
    print(await answer(client, systemWorld()));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    print(hookOutput("", limitsText([withDetail(LIMITS.orchestratorUnavailable, why.slice(0, 200))])));
  }
  return 0;
}

async function answer(client: "claude" | "codex", world: World): Promise<string> {
  let payload: HookPayload;
  try {
    payload = readPayload(await readStdin({ maxBytes: DEFAULTS.maxInputBytes, idleMs: DEFAULTS.stdinMs }));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return hookOutput(
      "",
      limitsText([`no context: the hook's payload could not be read (${why.slice(0, 160)})`]),
    );
  }
  if (payload.namesTool) return hookOutput("", limitsText([LIMITS.orchestratorOnly]));
  if (payload.event !== "UserPromptSubmit") return hookOutput("");
  const decision = gate(payload.prompt, readSwitches(world));
  if (!decision.open) return hookOutput("");
  const { orchestrate } = await import("../kernel/orchestrate.ts");
  const { userLine } = await import("../kernel/user_line.ts");
  const envelope = await orchestrate({
    prompt: payload.prompt,
    client: {
      name: client === "codex" ? "codex-cli" : "claude-code",
      event: "UserPromptSubmit",
      ...(payload.sessionId === undefined ? {} : { session_id: payload.sessionId }),
    },
    cwd: payload.cwd ?? Deno.cwd(),
    cap: CLIENT_CAP[client === "codex" ? "codex-hook" : "claude-hook"],
    began: 0,
  }, world);
  const planned = envelope.run_id.startsWith("plan-");
  return hookOutput(
    planned ? "" : envelope.fused_context.for_model.additional_context,
    userLine(envelope, world.elapsed()),
  );
}
