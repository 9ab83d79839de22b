import type { Content, RepoFiles } from "./repo_files.ts";

/** Characters of texts that are kept in all. */
const MAX_CHARS = 4_000_000;

/** The files, of which each is read once: what tells the best ones apart is what is then quoted, and reading costs checks of every path. */
export function keepingTexts(files: RepoFiles): RepoFiles {
  const kept = new Map<string, Content>();
  let left = MAX_CHARS;
  return {
    ...files,
    read(path) {
      const known = kept.get(path);
      if (known) return known;
      const content = files.read(path);
      if (content.kind === "text" && content.text.length <= left) {
        left -= content.text.length;
        kept.set(path, content);
      }
      return content;
    },
  };
}
