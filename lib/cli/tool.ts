import { EXIT } from "../contract/error_codes.ts";
import { LIMITS } from "../contract/limits.ts";
import { systemWorld } from "../settings/world.ts";
import { print, printError } from "./output.ts";

/** `codex-auto tool …`: there is no direct way to a tool. Prints the empty injection and says so. */
export async function run(_args: string[]): Promise<number> {
  const { refusal } = await import("../kernel/envelope.ts");
  print(JSON.stringify(await refusal(LIMITS.orchestratorOnly, Deno.cwd(), systemWorld()), null, 2) + "\n");
  printError(
    `[Limits] ${LIMITS.orchestratorOnly}\nUse: codex-auto context "PROMPT" --tool NAME\nIn the loop, /tools lists the names.\n`,
  );
  return EXIT.usage;
}
