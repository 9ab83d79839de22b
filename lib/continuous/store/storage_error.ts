import { AutoToolsError } from "../../contract/error_codes.ts";

/** The disk did not take what has to be kept. What was written before is whole. */
export class StorageError extends Error {
  override readonly name = "StorageError";
}

/** Does something with the disk. Throws `StorageError` where the disk does not take it. */
export function inStorage<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof AutoToolsError || !(error instanceof Error)) throw error;
    throw new StorageError(error.message, { cause: error });
  }
}
