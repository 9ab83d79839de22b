import { createHash } from "node:crypto";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { checkRepoPath, HoldsCredentials } from "../../guard/boundary/repo_file.ts";
import { MAX_FILE_BYTES, readRepoText } from "../../guard/boundary/repo_file.ts";
import { excludeMatcher } from "../../guard/boundary/exclude.ts";
import { isConfiguration } from "../../guard/boundary/file_types.ts";
import { isSensitivePath } from "../../guard/boundary/sensitive.ts";
import { redactConfiguration } from "../../guard/secrets/configuration.ts";
import { redact } from "../../guard/secrets/redact.ts";
import type { CodebaseOptions } from "../codebase.ts";
import { isFileSystemError, isNameable, standing } from "./file_system.ts";
import { type Opaque, opaqueReason } from "./file_text.ts";
import type { KeptListing } from "./kept_listing.ts";
import type { Listing } from "./git_listing.ts";
import { listTree } from "./listing.ts";

/** Size in bytes and time of change in ms, as the file system says. */
export interface FileStat {
  size: number;
  mtimeMs: number;
}

/** What a read of one file gave. `gone`: it is not there, no plain file, or not to be read; a `private` one is not even to be named. */
export type Content =
  | { kind: "text"; text: string } & FileStat
  | { kind: "opaque"; why: Opaque } & FileStat
  | Gone;

interface Gone {
  kind: "gone";
  private?: true;
}

export type Present = Exclude<Content, Gone>;

/** The repository's files through its boundary: what is sensitive or excluded is not there. */
export interface RepoFiles {
  /** Every path, sorted, in bytes' order as git gives them; names are not yet checked by `allowed`, which costs more than the listing. */
  list(timeoutMs: number): Promise<Listing>;
  /** Whether a path may be read and named. */
  allowed(path: string): boolean;
  read(path: string): Content;
  /** Undefined where there is no plain file. */
  stat(path: string): FileStat | undefined;
}

/** Whether a path may be named; one that has a secret in it is as sensitive as a file that does. */
export function nameable(exclude: readonly string[]): (path: string) => boolean {
  const excluded = excludeMatcher(exclude);
  return (path) =>
    isNameable(path) && !isSensitivePath(path) && !excluded(path) && redact(path).text === path;
}

/** `kept`: what git listed before, which is believed for what has not changed since. */
export function repoFiles(options: CodebaseOptions, kept?: KeptListing): RepoFiles {
  const { root } = options;
  const excluded = excludeMatcher(options.exclude);
  const stat = (path: string): FileStat | undefined => {
    const found = standing(`${root}/${path}`);
    return found?.isFile ? { size: found.size, mtimeMs: found.mtime?.getTime() ?? 0 } : undefined;
  };
  return {
    allowed: nameable(options.exclude),
    stat,
    list: (timeoutMs) => listTree(options, kept, timeoutMs),
    read(path) {
      const before = isNameable(path) && !excluded(path) ? stat(path) : undefined;
      return before === undefined ? { kind: "gone" } : readFile(root, path, before);
    },
  };
}

function readFile(root: string, path: string, stat: FileStat): Content {
  try {
    if (stat.size > MAX_FILE_BYTES) {
      // It is not even opened; beyond the boundary its size is nobody's business either.
      checkRepoPath(root, path);
      return { kind: "opaque", why: "large", ...stat };
    }
    // Nothing to be opened for: some repositories have tens of thousands of these.
    if (stat.size === 0) {
      return isSensitivePath(path) ? { kind: "gone" } : { kind: "text", text: "", ...stat };
    }
    const text = readRepoText(root, path);
    const why = text === undefined ? "binary" : opaqueReason(path, text);
    if (text === undefined || why !== undefined) return { kind: "opaque", why: why ?? "binary", ...stat };
    return { kind: "text", text: isConfiguration(path) ? redactConfiguration(text) : text, ...stat };
  } catch (error) {
    if (error instanceof HoldsCredentials) return { kind: "gone", private: true };
    // Deleted, unreadable or refused by the boundary since it was listed: to a search it is not there.
    if (error instanceof AutoToolsError || isFileSystemError(error)) return { kind: "gone" };
    throw error;
  }
}

/** Stands for the time of a file that was changed just before it was read, and may have been again unseen: only the content tells. */
export const UNPROVEN = -1;

/** Whether size and time prove that the content is the one that was read. */
export function isSame(before: { size: number; mtime: number }, now: FileStat): boolean {
  return before.size === now.size && before.mtime === now.mtimeMs;
}

/** Stands for a content: equal ones are the same text, or the same file that was not read. */
export function hashOf(content: Present): string {
  if (content.kind === "opaque") return `${content.why}:${content.size}:${content.mtimeMs}`;
  return createHash("sha1").update(content.text).digest("hex").slice(0, 16);
}

/**
 * The one way by which texts of files come into the index: nothing else there reads any. `hash` is of the content as it stands in the tree, which is what a prompt
 * compares. `content` is without its secrets; what was taken out leaves its line breaks, so that all lines keep their numbers.
 */
export function storableFiles(options: CodebaseOptions, kept?: KeptListing) {
  const files = repoFiles(options, kept);
  return {
    ...files,
    read(path: string) {
      const content = files.read(path);
      if (content.kind === "gone") return content;
      const { size, mtimeMs } = content;
      const clean = (): Present =>
        content.kind === "text" ? { ...content, text: redact(content.text).text } : content;
      return { kind: "there" as const, size, mtimeMs, hash: hashOf(content), content: clean };
    },
  };
}
