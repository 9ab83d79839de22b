import { createHash } from "node:crypto";
import { type FileIndex, imports, resolveImports } from "../imports/imports.ts";
import { language } from "./languages.ts";
import type { Content, FileStat } from "./repo_files.ts";

/** Whether size and time prove that the content is the one that was read. */
export function isSame(before: { size: number; mtime: number }, now: FileStat): boolean {
  return before.size === now.size && before.mtime === now.mtimeMs;
}

/** Stands for a content: equal ones are the same text, or the same file that was not read. */
export function hashOf(content: Exclude<Content, { kind: "gone" }>): string {
  if (content.kind === "opaque") return `${content.why}:${content.size}:${content.mtimeMs}`;
  return createHash("sha1").update(content.text).digest("hex").slice(0, 16);
}

/** Paths of the repository that a file's text imports. */
export function importsOf(text: string, path: string, index: FileIndex): string[] {
  const written = language(path, text);
  return resolveImports(imports(text, written), path, written, index);
}
