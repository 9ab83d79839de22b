import { recover } from "../settings/attempt.ts";
import { defined, NotReadable } from "../settings/json.ts";
import { clientFolder, CLIENTS, type HookClient } from "../settings/mcp_servers/client_places.ts";
import type { World } from "../settings/world.ts";

/** A client's file, or a variable that leads to it, that cannot be used as it is. The message names it, line and remedy; nothing was written there. */
export class SetupError extends Error {
  override readonly name = "SetupError";

  constructor(subject: string, problem: string, options: { line?: number; cause?: unknown } = {}) {
    const place = options.line === undefined ? subject : `${subject}:${options.line}`;
    const isVariable = /^[A-Z_]+$/.test(subject);
    super(`${place}${isVariable ? "" : ":"} ${problem}`, options);
  }

  /** The same, with one more thing to do about it. */
  advising(remedy: string): this {
    this.message += `; ${remedy}`;
    return this;
  }
}

/** What is read of a file's text. Throws `SetupError` with the line in the place of `NotReadable`. */
export function readable<T>(file: string, read: () => T): T {
  return recover(read, NotReadable, (cause) => {
    const { message, line } = cause;
    throw new SetupError(file, `${message}; correct it and run this again`, { ...defined({ line }), cause });
  });
}

/** A client's own folder. Throws `SetupError` where nothing says where that is. */
export function neededFolder(client: HookClient, world: World): string {
  const folder = clientFolder(client, world);
  if (folder !== undefined) return folder;
  const { variable } = CLIENTS[client];
  throw new SetupError(variable, "must be an absolute path, or HOME where it is not set");
}
