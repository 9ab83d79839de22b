import { hookOutput, injectionOf } from "../clients/hook_message.ts";
import { EXIT } from "../contract/error_codes.ts";
import { type Envelope, envelopeSchema } from "../contract/envelope.ts";
import { LIMITS, limitsText, unavailable } from "../contract/limits.ts";
import { exitCode, refusal } from "../kernel/envelope.ts";
import type { OrchestrationRequest } from "../kernel/request.ts";
import { userLine } from "../kernel/user_line.ts";
import type { World } from "../settings/world.ts";
import { print, printError } from "./output.ts";
import { kernelLater } from "./wrapper.ts";

export const FORMATS = ["text", "json", "hook", "paths"] as const;
export type Format = (typeof FORMATS)[number];

/** Orchestrates and prints, the empty injection where that fails; the exit code is the envelope's, and always 0 for a hook's answer. */
export async function orchestrateAndShow(
  request: OrchestrationRequest | Promise<OrchestrationRequest>,
  format: Format,
  world: World,
): Promise<number> {
  let cwd: string | undefined;
  const [envelope, code] = await Promise.resolve(request).then((given) => {
    cwd = given.cwd;
    return kernelLater(given, world);
  }).then(
    (envelope) => [envelope, exitCode(envelope)] as const,
    (error) => [refusal(unavailable(error), cwd ?? Deno.cwd(), world), EXIT.unavailable] as const,
  );
  const { for_model, for_user } = envelope.fused_context;
  if (format === "json") return printEnvelope(envelope) || code;
  if (format === "hook") {
    print(hookOutput("claude", injectionOf(envelope), userLine(envelope, world.elapsed())));
    return EXIT.ok;
  }
  if (format === "paths") {
    const paths = for_model.structured["ranked_paths"];
    if (Array.isArray(paths)) print(paths.map((path) => `${path}\n`).join(""));
    if (for_user.limits_text !== "[Limits] none") printError(`${for_user.limits_text}\n`);
  } else if (for_model.additional_context !== "") print(`${for_model.additional_context}\n`);
  else printError(`${for_user.tool_plan_text}\n${for_user.results_text}\n${for_user.limits_text}\n`);
  return code;
}

/** Prints an envelope as JSON once its schema has been checked; in the place of one that breaks it the empty injection, with the reason on stderr. */
export function printEnvelope(envelope: Envelope): number {
  const checked = envelopeSchema.safeParse(envelope);
  if (!checked.success) {
    print(hookOutput("claude", "", limitsText([LIMITS.orchestratorInvalid])));
    const issue = checked.error.issues[0];
    printError(`E_PARSE: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}\n`);
    return EXIT.invalid;
  }
  print(`${JSON.stringify(envelope, null, 2)}\n`);
  return EXIT.ok;
}
