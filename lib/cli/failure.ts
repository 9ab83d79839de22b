import { AutoToolsError, EXIT } from "../contract/error_codes.ts";
import { printError } from "./output.ts";
import { UsageError } from "./usage_error.ts";

/** Says on stderr why a command ended, and gives its exit code. */
export function report(error: unknown): Promise<number> {
  if (error instanceof UsageError) {
    printError(`codex-auto: ${error.message}\n\n${error.help}`);
    return Promise.resolve(EXIT.usage);
  }
  if (error instanceof AutoToolsError) {
    printError(`codex-auto: ${error.code}: ${error.message}\n`);
    return Promise.resolve(error.code === "E_REPO_ROOT" ? EXIT.config : EXIT.unavailable);
  }
  printError(`codex-auto: ${error instanceof Error ? error.message : String(error)}\n`);
  return Promise.resolve(EXIT.unavailable);
}
