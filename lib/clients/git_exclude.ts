import { resolveRepoRoot } from "../guard/boundary/repo_root.ts";
import { standing } from "../settings/small_file.ts";

/** Has git ignore a folder of ours, by a line in `info/exclude`. What stands in that list stays byte for byte: one write at the end of a file is whole, whoever else writes there. Throws where it cannot be written. */
export async function ignoreFolder(repoRoot: string, folder: string): Promise<void> {
  // Not by git's own word: a stranger's `.git` could name anybody's repository, and this writes into it.
  const { repository } = await resolveRepoRoot({ cwd: repoRoot });
  if (repository === undefined) return;
  const { top, gitCommonDir } = repository;
  // A pattern with a slash in it holds from the top level; below that, it needs to be told to look anywhere.
  const line = Deno.realPathSync(repoRoot) === top ? `${folder}/` : `**/${folder}/`;
  const info = `${gitCommonDir}/info`;
  const file = `${info}/exclude`;
  if (standing(info)?.isSymlink || standing(file)?.isFile === false) {
    throw new Error(`${file} is not a regular file of the repository; git's exclude list is left alone`);
  }
  Deno.mkdirSync(info, { recursive: true });
  const text = standing(file) === undefined ? "" : new TextDecoder().decode(Deno.readFileSync(file));
  if (text.split("\n").includes(line)) return;
  Deno.writeTextFileSync(file, `${/[^\n]$/.test(text) ? "\n" : ""}${line}\n`, { append: true });
}
