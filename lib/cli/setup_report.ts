import { attempt, recover } from "../settings/attempt.ts";
import type { Change } from "../setup/client_file.ts";
import { SetupError } from "../setup/setup_error.ts";
import { print, printError } from "./output.ts";

export function say(line: string): void {
  print(`${line}\n`);
}

export function sayChanges(changes: readonly Change[]): void {
  for (const { action, path, note } of changes) {
    say(`  ${action} ${path}${note === undefined ? "" : ` (${note})`}`);
  }
}

/** One client's trouble does not keep the other from being set up; false where there was trouble. Says the client's name first, where that is given. */
export function forClient(action: () => void, name?: string): boolean {
  if (name !== undefined) say(name);
  const trouble = recover(() => void action(), SetupError, ({ message }) => message);
  if (trouble !== undefined) printError(`  ${trouble}\n`);
  return trouble === undefined;
}

/** Whether an entry starts another program than this one, which then stays, and that is said. A program that is gone is nobody's. */
export function isLeft(what: string, program: string | undefined): boolean {
  const there = program === undefined ? undefined : realFile(program);
  if (there === undefined || there === realFile(Deno.execPath())) return false;
  say(`  left: the ${what} starts ${program}, which stays; its own setup remove takes it out`);
  return true;
}

function realFile(path: string): string | undefined {
  if (!path.startsWith("/")) return undefined;
  return attempt(() => Deno.statSync(path).isFile ? Deno.realPathSync(path) : undefined);
}
