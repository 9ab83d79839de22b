import { EXIT } from "../contract/error_codes.ts";
import { type Envelope, envelopeSchema } from "../contract/envelope.ts";
import { LIMITS, limitsText } from "../contract/limits.ts";
import { hookOutput } from "../clients/hook_message.ts";
import { print, printError } from "./output.ts";

/**
 * Prints an envelope as JSON once its schema has been checked. One that breaks the schema is not printed: the empty injection is, with the
 * reason on stderr, and the exit code says so.
 */
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
