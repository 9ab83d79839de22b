import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import type { CodebaseOptions } from "./codebase.ts";
import { MAX_FILE_BYTES, type Opaque, opaqueReason } from "./file_text.ts";

/** What a read of one file gave. `gone`: it is not there, not a file, or not to be read. */
export type Content =
  | { kind: "text"; text: string; size: number; mtimeMs: number }
  | { kind: "opaque"; why: Opaque; size: number; mtimeMs: number }
  | { kind: "gone" };

export interface RepoFiles {
  /** Paths of the repository's files, tracked and untracked, not ignored, sorted; what may not be named is left out. */
  list(timeoutMs: number): Promise<string[]>;
  read(path: string): Content;
  stat(path: string): { size: number; mtimeMs: number } | undefined;
}

export function repoFiles(options: CodebaseOptions): RepoFiles {
  return {
    async list() {
      const out = await new Deno.Command("git", {
        args: ["-C", options.root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        stdout: "piped",
        stderr: "null",
      }).output();
      return [...new Set(new TextDecoder().decode(out.stdout).split("\0"))].filter((path) => path !== "")
        .sort();
    },
    read(path) {
      let file: number;
      try {
        file = openSync(
          `${options.root}/${path}`,
          constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
        );
      } catch {
        return { kind: "gone" };
      }
      try {
        const { size, mtimeMs } = fstatSync(file);
        if (size > MAX_FILE_BYTES) return { kind: "opaque", why: "large", size, mtimeMs };
        const bytes = new Uint8Array(size);
        const read = readSync(file, bytes, 0, size, 0);
        const text = new TextDecoder().decode(bytes.subarray(0, read));
        const why = opaqueReason(text);
        return why === undefined
          ? { kind: "text", text, size, mtimeMs }
          : { kind: "opaque", why, size, mtimeMs };
      } finally {
        closeSync(file);
      }
    },
    stat(path) {
      const found = lstatSync(`${options.root}/${path}`, { throwIfNoEntry: false });
      return found === undefined ? undefined : { size: found.size, mtimeMs: found.mtimeMs };
    },
  };
}
