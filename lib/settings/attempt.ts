/** What a function returns; undefined where it throws an `Error`, for callers to whom it is all one why there is nothing. */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** For the end of a promise whose failure is all one: what is no `Error` is thrown on. */
export function ignoreError(error: unknown): void {
  if (!(error instanceof Error)) throw error;
}
