/** A class of errors. */
type Kind<E extends Error> = abstract new (...given: never[]) => E;

/** What a function returns; where it throws an error of a kind, what is made of that. */
export function recover<T, E extends Error, U>(act: () => T, kind: Kind<E>, otherwise: (error: E) => U) {
  try {
    return act();
  } catch (error) {
    return caught(kind, otherwise)(error);
  }
}

/** The same for the end of a promise: `work.catch(caught(kind, otherwise))`. */
export function caught<E extends Error, U>(kind: Kind<E>, otherwise: (error: E) => U): (error: unknown) => U {
  return (error) => {
    if (error instanceof kind) return otherwise(error);
    throw error;
  };
}

/** What a function returns; undefined where it throws an error of a kind, for callers to whom it is all one why there is nothing. */
export function attempt<T>(act: () => T, kind: Kind<Error> = Error): T | undefined {
  return recover(act, kind, () => undefined);
}

/** For the end of a promise whose failure is all one: what is no `Error` is thrown on. */
export function ignoreError(error: unknown): void {
  if (!(error instanceof Error)) throw error;
}
