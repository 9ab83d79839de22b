import { redact } from "../../guard/secrets/redact.ts";
import type { CodebaseOptions } from "../codebase.ts";
import { hashOf } from "./file_identity.ts";
import type { KeptListing } from "./kept_listing.ts";
import { type Content, type FileStat, type RepoFiles, repoFiles } from "./repo_files.ts";

/** A file as the index may keep it. */
export interface StorableFile extends FileStat {
  /** Of the content as it stands in the tree, which is what a prompt compares. */
  hash: string;
  /** Without its secrets, worked out when it is asked for. What was taken out leaves its line breaks, so that all lines keep their numbers. */
  content(): Exclude<Content, { kind: "gone" }>;
}

/** The repository's files for whoever writes the index. */
export type StorableFiles = Omit<RepoFiles, "read"> & {
  /** Undefined for what is gone or not to be read; `isPrivate` is called for what is not to be named either. */
  read(path: string, isPrivate?: () => void): StorableFile | undefined;
};

/** The one way by which texts of files come into the index: nothing else there reads any. */
export function storableFiles(options: CodebaseOptions, kept?: KeptListing): StorableFiles {
  const files = repoFiles(options, kept);
  return {
    ...files,
    read(path, isPrivate) {
      const content = files.read(path);
      if (content.kind === "gone") {
        if (content.private) isPrivate?.();
        return undefined;
      }
      const { size, mtimeMs } = content;
      return {
        size,
        mtimeMs,
        hash: hashOf(content),
        content: () => content.kind === "text" ? { ...content, text: redact(content.text).text } : content,
      };
    },
  };
}
