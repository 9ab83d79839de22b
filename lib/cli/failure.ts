import { AutoToolsError, EXIT } from "../contract/error_codes.ts";
import { type Locations, without } from "../settings/locations.ts";
import { NotOurs } from "../settings/own_files.ts";
import { SetupError } from "../setup/setup_error.ts";
import { printError, visible } from "./output.ts";
import { UsageError, usageText } from "./command.ts";

export class Failure extends Error {
  override readonly name = "Failure";

  constructor(message: string, readonly code: number) {
    super(message);
  }
}

/** A folder of ours. Throws `Failure` where nothing says where it is. */
export function needed(folder: "config" | "state" | "data" | "cache", places: Locations): string {
  const found = places[folder];
  if (found === undefined) throw new Failure(without(folder, places), EXIT.config);
  return found;
}

/** What clients start is the program and not its sources. Throws `Failure` where these run. */
export function requireCompiled(why: string): void {
  if (Deno.build.standalone) return;
  throw new Failure(`${why}; build it with ./install.sh and run that`, EXIT.config);
}

/** Says on stderr why a command ended, and gives its exit code. */
export async function report(error: unknown): Promise<number> {
  const [message, code] = toldAs(error);
  await say(message);
  return code;
}

function toldAs(error: unknown): [message: string, code: number] {
  if (error instanceof UsageError) return [usageText(error).trimEnd(), EXIT.usage];
  if (error instanceof Failure) return [error.message, error.code];
  if (error instanceof AutoToolsError) {
    const { code, message } = error;
    return [`${code}: ${message}`, code === "E_REPO_ROOT" ? EXIT.config : EXIT.unavailable];
  }
  const isConfig = error instanceof NotOurs || error instanceof SetupError;
  return [error instanceof Error ? error.message : String(error), isConfig ? EXIT.config : EXIT.unavailable];
}

/** Says something on stderr whose words, those of the system and names of files among them, may hold a secret or what a terminal obeys. */
export async function say(message: string): Promise<void> {
  const { redact } = await import("../guard/secrets/redact.ts");
  printError(`codex-auto: ${visible(redact(message).text, "\n\t")}\n`);
}
