import type { ToolContext } from "../codebase.ts";
import type { SourceFile } from "../files/source_file.ts";
import { type FileIndex, fileIndex, imports, resolveImports } from "../imports/imports.ts";
import { type Session, within } from "../session.ts";
import { timeLeft } from "../tool_request.ts";

/** Part of the time left that git's list of files may take. */
const SHARE = 0.45;

/** All paths of the tree, listed when they are first asked for; none where git takes too long. */
export function listedFiles({ listing }: Session, context: ToolContext): () => Promise<FileIndex> {
  let found: Promise<FileIndex> | undefined;
  const list = async () => {
    const all = await within(listing, performance.now() + timeLeft(context) * SHARE);
    return fileIndex(all === undefined ? [] : [...all.tracked, ...all.untracked]);
  };
  return () => found ??= list();
}

/** Paths that a file imports. */
export function importedBy({ text, language, path }: SourceFile, index: FileIndex): string[] {
  return resolveImports(imports(text, language), path, language, index);
}
