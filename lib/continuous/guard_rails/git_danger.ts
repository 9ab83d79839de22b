/** Options of git itself that take the next word. */
const WITH_VALUE = new Set(["-C", "-c", "--git-dir", "--work-tree", "--namespace"]);

/** What a git command may cost, as an end of "it …"; undefined where nothing is lost that git does not keep. */
export function gitDanger(args: readonly string[], inLoop: boolean): string | undefined {
  let at = 0;
  while (args[at]?.startsWith("-")) at += WITH_VALUE.has(args[at] ?? "") ? 2 : 1;
  const rest = args.slice(at + 1);
  const short = (letter: string) => rest.some((arg) => /^-[A-Za-z]+$/.test(arg) && arg.includes(letter));
  const long = (...names: string[]) =>
    rest.some((arg) => names.some((name) => arg === name || arg.startsWith(`${name}=`)));
  const first = (...names: string[]) => names.includes(rest[0] ?? "");
  switch (args[at]) {
    case "push":
      return short("f") || short("d") ||
          long("--force", "--force-with-lease", "--mirror", "--delete", "--prune") ||
          rest.some((arg) => /^[+:]\S/.test(arg))
        ? "rewrites or deletes what others have"
        : undefined;
    case "reset":
      return long("--hard", "--merge") ? "throws away changes that are in no commit" : undefined;
    case "clean":
      return short("n") || long("--dry-run")
        ? undefined
        : short("f") || long("--force")
        ? "deletes files that are in no commit"
        : undefined;
    case "restore":
      return (short("S") || long("--staged")) && !short("W") && !long("--worktree")
        ? undefined
        : "throws away changes that are in no commit";
    case "checkout":
    case "switch":
      return short("f") || long("--force", "--discard-changes") || rest.includes(".") || rest.includes("--")
        ? "throws away changes that are in no commit"
        : undefined;
    case "branch":
      return short("D") || ((short("d") || long("--delete")) && (short("f") || long("--force")))
        ? "deletes a branch that is not merged"
        : undefined;
    case "tag":
      return short("d") || long("--delete") ? "deletes a tag" : undefined;
    case "stash":
      return first("drop", "clear") ? "throws away changes that are in no commit" : undefined;
    case "reflog":
      return first("expire", "delete") ? "throws away what could be got back" : undefined;
    case "gc":
    case "prune":
      return args[at] === "prune" || long("--prune") ? "throws away what could be got back" : undefined;
    case "filter-branch":
    case "filter-repo":
      return "rewrites the history";
    case "update-ref":
      return short("d") || long("--delete", "--stdin") ? "deletes a reference" : undefined;
    case "worktree":
      return first("remove") && (short("f") || long("--force")) ? "deletes a working tree" : undefined;
    case "rm":
      return short("r") ? "deletes folders with all that is in them" : undefined;
    case "mv":
      return inLoop || rest.some((arg) => /[*?]/.test(arg)) ? "renames many files at once" : undefined;
    default:
      return undefined;
  }
}
