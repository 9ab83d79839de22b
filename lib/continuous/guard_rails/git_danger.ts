import { gitCommand } from "./git_command.ts";
import { hasOption } from "./options.ts";

/** What a git command may cost, as an end of "it …"; undefined where nothing is lost that git does not keep. */
export function gitDanger(words: readonly string[], inLoop: boolean): string | undefined {
  const { name, args: rest } = gitCommand(words);
  const option = (...names: string[]) => hasOption(rest, ...names);
  const first = (...names: string[]) => names.includes(rest[0] ?? "");
  switch (name) {
    case "push":
      return option("-f", "-d", "--force", "--force-with-lease", "--mirror", "--delete", "--prune") ||
          rest.some((arg) => /^[+:]\S/.test(arg))
        ? "rewrites or deletes what others have"
        : undefined;
    case "reset":
      return option("--hard", "--merge") ? "throws away changes that are in no commit" : undefined;
    case "clean":
      return option("-n", "--dry-run")
        ? undefined
        : option("-f", "--force")
        ? "deletes files that are in no commit"
        : undefined;
    case "restore":
      return (option("-S", "--staged")) && !option("-W", "--worktree")
        ? undefined
        : "throws away changes that are in no commit";
    case "checkout":
    case "switch":
      return option("-f", "--force", "--discard-changes") || rest.includes(".") ||
          rest.includes("--")
        ? "throws away changes that are in no commit"
        : undefined;
    case "branch":
      return option("-D") || ((option("-d", "--delete")) && (option("-f", "--force")))
        ? "deletes a branch that is not merged"
        : undefined;
    case "tag":
      return option("-d", "--delete") ? "deletes a tag" : undefined;
    case "stash":
      return first("drop", "clear") ? "throws away changes that are in no commit" : undefined;
    case "reflog":
      return first("expire", "delete") ? "throws away what could be got back" : undefined;
    case "gc":
    case "prune":
      return name === "prune" || option("--prune") ? "throws away what could be got back" : undefined;
    case "filter-branch":
    case "filter-repo":
      return "rewrites the history";
    case "update-ref":
      return option("-d", "--delete", "--stdin") ? "deletes a reference" : undefined;
    case "worktree":
      return first("remove") && (option("-f", "--force")) ? "deletes a working tree" : undefined;
    case "rm":
      return option("-r") ? "deletes folders with all that is in them" : undefined;
    case "mv":
      return inLoop || rest.some((arg) => /[*?]/.test(arg)) ? "renames many files at once" : undefined;
    default:
      return undefined;
  }
}
