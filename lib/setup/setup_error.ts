/** A client's file, or a variable that leads to it, that cannot be used as it is. The message names it, line and remedy; nothing was written there. */
export class SetupError extends Error {
  override readonly name = "SetupError";

  constructor(subject: string, problem: string, options: { line?: number; cause?: unknown } = {}) {
    const place = options.line === undefined ? subject : `${subject}:${options.line}`;
    super(
      `${place}${isVariable(subject) ? "" : ":"} ${problem}`,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
  }

  /** The same, with one more thing to do about it. */
  advising(remedy: string): this {
    this.message += `; ${remedy}`;
    return this;
  }
}

function isVariable(subject: string): boolean {
  return /^[A-Z_]+$/.test(subject);
}
