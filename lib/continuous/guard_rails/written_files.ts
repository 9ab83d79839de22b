import { baseName } from "./words.ts";

/** Bytes of a file that is looked through: a program that is written to be run once is short. */
const MAX_BYTES = 64 * 1024;
/** Files that are remembered. */
const MAX_FILES = 1000;

/** What a turn has written, so that a file is known once it is run. Files go by their names without folders: where a command runs is not known. */
export class WrittenFiles {
  readonly texts = new Map<string, string>();

  constructor(readonly root: string) {}

  /** Reads files that the executor says it has written. One that is gone, or none, is nothing that can be run. */
  read(paths: readonly string[]): void {
    for (const path of paths.slice(0, MAX_FILES - this.texts.size)) {
      const text = textOf(path.startsWith("/") ? path : `${this.root}/${path}`);
      if (text !== undefined) this.texts.set(baseName(path), text);
    }
  }
}

function textOf(path: string): string | undefined {
  try {
    const { isFile, size } = Deno.lstatSync(path);
    return isFile && size <= MAX_BYTES ? Deno.readTextFileSync(path) : undefined;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
