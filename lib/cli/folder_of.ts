import { UsageError } from "./usage_error.ts";

/** The real path of the folder that `--repo` names, else the working directory. Throws `UsageError` where there is none. */
export function folderOf(repo: string | undefined, help: string): string {
  if (repo === undefined) return Deno.cwd();
  try {
    if (Deno.statSync(repo).isDirectory) return Deno.realPathSync(repo);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory)) throw error;
  }
  throw new UsageError(`--repo ${repo}: no such folder`, help);
}
