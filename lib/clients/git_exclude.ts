import { AutoToolsError } from "../contract/error_codes.ts";
import { resolveRepoRoot } from "../guard/boundary/repo_root.ts";
import { git } from "../guard/git/git.ts";
import { standing } from "../settings/small_file.ts";

/** ms; git answers in about 5. */
const GIT_MS = 2000;

/** Has git ignore a folder of ours, by a line in `info/exclude`, where `file` in it would show up as untracked. Throws where the list cannot be written. */
export async function ignoreFolder(repoRoot: string, folder: string, file: string): Promise<void> {
  // Not by git's own word: a stranger's `.git` could name anybody's repository, and this writes into it.
  const { repository } = await resolveRepoRoot({ cwd: repoRoot });
  if (repository === undefined || !await isShown(repoRoot, file)) return;
  const { top, gitCommonDir } = repository;
  // A pattern with a slash in it holds from the top level; below that, it needs to be told to look anywhere.
  appendLine(`${gitCommonDir}/info`, Deno.realPathSync(repoRoot) === top ? `${folder}/` : `**/${folder}/`);
}

/** Whether git would list a file as untracked; where git fails, nobody sees that. */
async function isShown(cwd: string, file: string): Promise<boolean> {
  try {
    const args = ["ls-files", "--others", "--exclude-standard", "--", file] as const;
    const { code, stdout } = await git(args, { cwd, timeoutMs: GIT_MS });
    return code === 0 && stdout.length > 0;
  } catch (error) {
    if (error instanceof AutoToolsError && error.code === "E_TOOL_UNAVAILABLE") return false;
    throw error;
  }
}

/** What stands in the list stays byte for byte: one write at the end of a file is whole, whoever else writes there. */
function appendLine(info: string, line: string): void {
  const file = `${info}/exclude`;
  if (standing(info)?.isSymlink || standing(file)?.isFile === false) {
    throw new Error(`${file} is not a regular file of the repository; git's exclude list is left alone`);
  }
  Deno.mkdirSync(info, { recursive: true });
  const endsOpen = standing(file) !== undefined &&
    ![undefined, 0x0a].includes(Deno.readFileSync(file).at(-1));
  Deno.writeTextFileSync(file, `${endsOpen ? "\n" : ""}${line}\n`, { append: true });
}
