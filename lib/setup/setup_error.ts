/** A client's file that cannot be used as it is. The message names file, line and remedy; nothing was written to that file. */
export class SetupError extends Error {
  override readonly name = "SetupError";

  constructor(file: string, problem: string, options: { line?: number; cause?: unknown } = {}) {
    const place = options.line === undefined ? file : `${file}:${options.line}`;
    super(`${place}: ${problem}`, options.cause === undefined ? undefined : { cause: options.cause });
  }
}
