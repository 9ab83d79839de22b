import { EXIT } from "../contract/error_codes.ts";
import { CONTINUOUS_HELP, CONTINUOUS_USAGE, parseContinuousArgs } from "./continuous/args.ts";
import { print } from "./output.ts";
import { UsageError } from "./usage_error.ts";

/** `codex-auto resume --continuous [ID]`. */
export async function run(args: string[]): Promise<number> {
  const parsed = parseContinuousArgs(args);
  if (parsed.help) {
    print(CONTINUOUS_HELP);
    return EXIT.ok;
  }
  if (parsed.words.length > 1) throw new UsageError("resume takes one run", CONTINUOUS_USAGE);
  return await (await import("./continuous/run.ts")).goOn(parsed);
}
