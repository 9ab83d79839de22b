interface Row {
  /** Programs, or subcommands of git. */
  names: readonly string[];
  /** What they may cost, as an end of "it …". */
  why: string;
  /** Arguments that make it so, each with a blank before it; any, where there is none. */
  when: RegExp | undefined;
}

const UNCOMMITTED = "throws away changes that are in no commit";
const SHARED = "rewrites or deletes what others have";
const HISTORY = "rewrites the history, or what it could be got back from";

/** Commands that cost what nobody can give back. */
export const DANGERS: readonly Row[] = [
  row("sudo doas su", "runs as another user, with more rights than you gave", / \S/),
  row("rm", "deletes folders with all that is in them", / -\w*[rR]| --rec/),
  row("rm", "deletes many files at once", / [.\/~]*\*/),
  row("rimraf", "deletes folders with all that is in them", / \S/),
  row("mv git-mv", "renames many files at once", / \S*[*?]/),
  row("rename prename mmv", "renames many files at once"),
  row("find fd", "deletes whatever it finds", / -delete\b/),
  row("shred", "destroys the content of files"),
  row("dd", "overwrites a device or a file", / of=(?!\/dev\/null)/),
  row("mkfs fdisk wipefs parted", "changes a disk"),
  row("rsync", "deletes what the source does not have", / --(?:del|remove-source)/),
  row("chmod chown chgrp", "changes the rights of a whole tree", / -\w*R| --rec/),
  row("killall pkill", "ends processes by name"),
  row("shutdown reboot poweroff", "stops the machine"),
  row(
    "npm pnpm yarn cargo poetry deno jsr gem",
    "publishes a package for everybody",
    /^ (?:un)?(?:publish|push)\b/,
  ),
  row("twine", "publishes a package for everybody", /^ upload\b/),
  row("docker", "deletes images, containers or volumes", / prune\b|^ volume rm\b/),
  row("kubectl gh", "deletes things of a cluster or on GitHub", / delete\b/),
  row("terraform", "changes infrastructure", /^ (?:destroy|apply)\b/),
  row("aws", "deletes something in the cloud", / (?:rm|rb|delete-|terminate-)/),
  row("dropdb", "deletes a database"),
  row("git-push", SHARED, / -\w*[fd]| --(?:forc|mir|del|pru)| [+:]\S/),
  row("git-reset", UNCOMMITTED, / --(?:hard|merge)/),
  row("git-clean", "deletes files that are in no commit", / -\w*f| --forc/),
  row("git-restore", UNCOMMITTED, /^(?!.* (?:-S|--staged))/),
  row("git-checkout git-switch", UNCOMMITTED, / -\w*f| --(?:forc|discard)| (?:\.|--)(?: |$)/),
  row("git-branch", "deletes a branch that is not merged", / -D| --del.* --forc/),
  row("git-tag", "deletes a tag", / -d| --del/),
  row("git-stash", UNCOMMITTED, /^ (?:drop|clear)\b/),
  row("git-rm", "deletes folders with all that is in them", / -\w*r/),
  row("git-filter-branch git-filter-repo git-prune", HISTORY),
  row("git-reflog git-gc git-update-ref", HISTORY, / (?:expire|delete)\b| --prune| -d\b/),
];

function row(names: string, why: string, when?: RegExp): Row {
  return { names: names.split(" "), why, when };
}
