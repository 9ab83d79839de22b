import { AutoToolsError, EXIT } from "../contract/error_codes.ts";
import { NotOurs } from "../settings/own_files.ts";
import { printError, visible } from "./output.ts";
import { UsageError, usageText } from "./usage_error.ts";

/** Says on stderr why a command ended, and gives its exit code. */
export async function report(error: unknown): Promise<number> {
  if (error instanceof UsageError) {
    await say(usageText(error).trimEnd());
    return EXIT.usage;
  }
  if (error instanceof AutoToolsError) {
    await say(`${error.code}: ${error.message}`);
    return error.code === "E_REPO_ROOT" ? EXIT.config : EXIT.unavailable;
  }
  await say(error instanceof Error ? error.message : String(error));
  return error instanceof NotOurs ? EXIT.config : EXIT.unavailable;
}

/** Says something on stderr whose words, those of the system and names of files among them, may hold a secret or what a terminal obeys. */
export async function say(message: string): Promise<void> {
  const { redact } = await import("../guard/secrets/redact.ts");
  printError(`codex-auto: ${visible(redact(message).text, "\n\t")}\n`);
}
