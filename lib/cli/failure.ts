import { AutoToolsError, EXIT } from "../contract/error_codes.ts";
import { printError } from "./output.ts";
import { UsageError, usageText } from "./usage_error.ts";
import { visible } from "./visible.ts";

/** Says on stderr why a command ended, and gives its exit code. What a message quotes may hold a secret, or what a terminal obeys. */
export async function report(error: unknown): Promise<number> {
  const { redact } = await import("../guard/secrets/redact.ts");
  const said = (message: string) => `codex-auto: ${visible(redact(message).text, "\n\t")}\n`;
  if (error instanceof UsageError) {
    printError(said(usageText(error).trimEnd()));
    return EXIT.usage;
  }
  if (error instanceof AutoToolsError) {
    printError(said(`${error.code}: ${error.message}`));
    return error.code === "E_REPO_ROOT" ? EXIT.config : EXIT.unavailable;
  }
  printError(said(error instanceof Error ? error.message : String(error)));
  return EXIT.unavailable;
}
