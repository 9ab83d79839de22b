/** A command line that cannot be understood; `help` tells how it is meant. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";

  constructor(message: string, readonly help: string) {
    super(message);
  }
}
