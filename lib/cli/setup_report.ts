import type { Change } from "../setup/file_changes.ts";
import { SetupError } from "../setup/setup_error.ts";
import { print, printError } from "./output.ts";

export function say(line: string): void {
  print(`${line}\n`);
}

/** What was done for a client, a line a file. */
export function sayChanges(changes: readonly Change[]): void {
  for (const { action, path, note } of changes) {
    say(`  ${action} ${path}${note === undefined ? "" : ` (${note})`}`);
  }
}

/**
 * One client's trouble does not keep the other from being set up; false where there was trouble.
 *
 * @param name the client, unless it has been said.
 */
export function attempt(action: () => void, name?: string): boolean {
  try {
    action();
    return true;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    printError(`${name === undefined ? "" : `${name}\n`}  ${error.message}\n`);
    return false;
  }
}
