import { hasOption } from "./options.ts";

/** Options of git itself that take the next word. */
const WITH_VALUE = new Set([
  "-C",
  "-c",
  "--git-dir",
  "--work-tree",
  "--namespace",
  "--config-env",
  "--attr-source",
]);

/** What a git command may cost, as an end of "it …"; undefined where nothing is lost that git does not keep. */
export function gitDanger(args: readonly string[], inLoop: boolean): string | undefined {
  let at = 0;
  while (args[at]?.startsWith("-")) at += WITH_VALUE.has(args[at] ?? "") ? 2 : 1;
  const rest = args.slice(at + 1);
  const option = (...names: string[]) => hasOption(rest, ...names);
  const first = (...names: string[]) => names.includes(rest[0] ?? "");
  switch (args[at]) {
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
      return args[at] === "prune" || option("--prune") ? "throws away what could be got back" : undefined;
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
