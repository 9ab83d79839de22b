/** The part of `@std/assert` that the tests use, over `node:assert`. */
import nodeAssert from "node:assert";

export class AssertionError extends Error {
  override readonly name = "AssertionError";
}

function held(check: () => void, message?: string): void {
  try {
    check();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new AssertionError(message === undefined ? text : `${message}\n${text}`);
  }
}

export function assert(value: unknown, message = "expected a truthy value"): asserts value {
  if (!value) throw new AssertionError(message);
}

export function assertFalse(value: unknown, message = "expected a falsy value"): void {
  if (value) throw new AssertionError(message);
}

export function assertEquals<T>(actual: T, expected: T, message?: string): void {
  held(() => nodeAssert.deepStrictEqual(actual, expected), message);
}

export function assertNotEquals<T>(actual: T, expected: T, message?: string): void {
  held(() => nodeAssert.notDeepStrictEqual(actual, expected), message);
}

export function assertStringIncludes(actual: string, expected: string, message?: string): void {
  if (!actual.includes(expected)) {
    throw new AssertionError(
      `${message ?? "text not found"}\nexpected: ${expected}\nin: ${actual.slice(0, 4000)}`,
    );
  }
}

export function assertMatch(actual: string, expected: RegExp, message?: string): void {
  held(() => nodeAssert.match(actual, expected), message);
}

export function assertNotMatch(actual: string, expected: RegExp, message?: string): void {
  held(() => nodeAssert.doesNotMatch(actual, expected), message);
}

type ErrorClass<E extends Error> = abstract new (...args: never[]) => E;

function checked<E extends Error>(error: unknown, type?: ErrorClass<E>, includes?: string): E {
  if (!(error instanceof Error)) throw new AssertionError(`expected an Error, got ${String(error)}`);
  if (type && !(error instanceof type)) {
    throw new AssertionError(`expected ${type.name}, got ${error.name}: ${error.message}`);
  }
  if (includes !== undefined) assertStringIncludes(error.message, includes);
  return error as E;
}

export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  type?: ErrorClass<E>,
  includes?: string,
): E {
  try {
    fn();
  } catch (error) {
    return checked(error, type, includes);
  }
  throw new AssertionError("expected a throw");
}

export async function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  type?: ErrorClass<E>,
  includes?: string,
): Promise<E> {
  try {
    await fn();
  } catch (error) {
    return checked(error, type, includes);
  }
  throw new AssertionError("expected a rejection");
}
