type When = (args: readonly string[], again: boolean) => boolean;
/** Programs, or git's subcommands; what they may cost, as an end of "it …"; and when. */
type Row = [names: string, why: string, when?: When];

const FOLDERS = "deletes folders with all that is in them";
const MANY = "deletes many files at once";
const RENAMES = "renames many files at once";
const FOUND = "deletes whatever it finds";
const PUBLISHES = "publishes a package for everybody, for good";
const UNCOMMITTED = "throws away changes that are in no commit";
const UNMERGED = "deletes a branch that is not merged";
const KEPT = "throws away what could be got back";
const SHARED = "rewrites or deletes what others have";
const HISTORY = "rewrites the history";

const option = (...names: string[]): When => (args) => hasOption(args, ...names);
const first = (...words: string[]): When => (args) => words.includes(args[0] ?? "");
const some = (pattern: RegExp): When => (args) => args.some((arg) => pattern.test(arg));
const again: When = (_, isAgain) => isAgain;
/** What is found is looked at one by one, but what is done with it counts for all. */
const runs = (pattern: RegExp): When => (args) =>
  args.some((arg, at) =>
    /^-(?:exec|execdir|ok|okdir|x|X|-exec|-exec-batch)$/.test(args[at - 1] ?? "") &&
    pattern.test(arg.split("/").at(-1) ?? "")
  );
const isPublishing: When = (args) =>
  /^(?:npm )?(?:un)?publish\b/.test(args.filter((arg) => !arg.startsWith("-")).join(" "));

/** What programs may cost that nobody can give back. A table: what is not in it is left to the executor's sandbox and to git. */
export const PROGRAMS = tableOf([
  ["sudo doas pkexec su", "runs as another user, with more rights than you gave"],
  ["rm", FOLDERS, option("-r", "-R", "--recursive")],
  ["rm", MANY, some(/^[./~]*\*/)],
  ["rm", MANY, again],
  ["rimraf", FOLDERS],
  ["trash", "deletes files"],
  ["mv", RENAMES, some(/[*?]/)],
  ["mv", RENAMES, again],
  ["rename prename mmv", RENAMES],
  ["find fd", FOUND, (args) => args.includes("-delete")],
  ["find fd", FOUND, runs(/^(?:rm|shred)$/)],
  ["find fd", RENAMES, runs(/^(?:mv|rename)$/)],
  ["shred", "destroys the content of files"],
  ["dd", "overwrites a device or a file", some(/^of=(?!\/dev\/null$)/)],
  ["fdisk wipefs parted", "changes a disk"],
  ["truncate", "cuts files off"],
  ["rsync", "deletes what the source does not have", some(/^--(?:del|remove-source)/)],
  ["chmod", "changes the rights of a whole tree", option("-R", "-r", "--recursive")],
  ["chown", "changes the owner of a whole tree", option("-R", "-r", "--recursive")],
  ["chgrp", "changes the group of a whole tree", option("-R", "-r", "--recursive")],
  ["killall pkill", "ends processes by name"],
  ["kill", "ends all processes", (args) => args.includes("-1") && args.length > 1],
  ["shutdown reboot halt poweroff", "stops the machine"],
  ["crontab", "deletes all scheduled jobs", option("-r")],
  ["npm pnpm yarn cargo poetry deno jsr", PUBLISHES, isPublishing],
  ["twine", PUBLISHES, first("upload")],
  ["gem", PUBLISHES, first("push")],
  [
    "docker",
    "deletes images, containers or volumes",
    (args) => args.includes("prune") || (args[0] === "volume" && args[1] === "rm"),
  ],
  ["kubectl", "deletes things of a cluster", some(/^delete$/)],
  ["terraform", "changes infrastructure", first("destroy", "apply")],
  ["gh", "deletes something on GitHub", (args) => args[1] === "delete"],
  ["aws", "deletes something in the cloud", some(/^(?:rm|rb|delete-|terminate-)/)],
  ["dropdb", "deletes a database"],
]);

/** The same of git's subcommands: only where something is lost that git does not keep. */
export const GIT = tableOf([
  ["push", SHARED, option("-f", "-d", "--force", "--force-with-lease", "--mirror", "--delete", "--prune")],
  ["push", SHARED, some(/^[+:]\S/)],
  ["reset", UNCOMMITTED, option("--hard", "--merge")],
  [
    "clean",
    "deletes files that are in no commit",
    (args) => hasOption(args, "-f", "--force") && !hasOption(args, "-n", "--dry-run"),
  ],
  [
    "restore",
    UNCOMMITTED,
    (args) => !hasOption(args, "-S", "--staged") || hasOption(args, "-W", "--worktree"),
  ],
  ["checkout", UNCOMMITTED, option("-f", "--force")],
  ["checkout", UNCOMMITTED, some(/^(?:\.|--)$/)],
  ["switch", UNCOMMITTED, option("-f", "--force", "--discard-changes")],
  ["branch", UNMERGED, option("-D")],
  ["branch", UNMERGED, (args) => hasOption(args, "-d", "--delete") && hasOption(args, "-f", "--force")],
  ["tag", "deletes a tag", option("-d", "--delete")],
  ["stash", UNCOMMITTED, first("drop", "clear")],
  ["reflog", KEPT, first("expire", "delete")],
  ["gc", KEPT, option("--prune")],
  ["prune", KEPT],
  ["filter-branch filter-repo", HISTORY],
  ["update-ref", "deletes a reference", option("-d", "--delete", "--stdin")],
  ["worktree", "deletes a working tree", (args) => args[0] === "remove" && hasOption(args, "-f", "--force")],
  ["rm", FOLDERS, option("-r")],
  ["mv", RENAMES, some(/[*?]/)],
  ["mv", RENAMES, again],
]);

/** By name: why a command may cost something, undefined where nothing is known against it. */
function tableOf(
  rows: readonly Row[],
): ReadonlyMap<string, (...command: Parameters<When>) => string | undefined> {
  return new Map(
    rows.flatMap(([names]) => names.split(" ")).map((name) => {
      const own = rows.filter(([names]) => names.split(" ").includes(name));
      return [name, (...command) => own.find(([, , when]) => when?.(...command) ?? true)?.[1]];
    }),
  );
}

/** What is seen in a text, whatever command has it. */
export const TEXTS: readonly { pattern: RegExp; why: string }[] = [
  { pattern: />\s{0,9}\/dev\/(?:sd|nvme|vd|hd|mmcblk)\w{0,20}/, why: "overwrites a disk" },
  {
    pattern: /:\s{0,9}\(\s{0,9}\)\s{0,9}\{[^}|]{0,80}\|[^}&]{0,80}&/,
    why: "starts processes without end",
  },
  { pattern: /\bmkfs(?:\.\w{1,20})?\s/, why: "makes a new file system in the place of one" },
  { pattern: /\b(?:DROP|TRUNCATE)\s{1,9}(?:TABLE|DATABASE|SCHEMA)\b/i, why: "deletes data of a database" },
  {
    pattern: /\bshutil\.rmtree\s{0,9}\(|\bfs\.rmSync\s{0,9}\([^)]{0,300}recursive/,
    why: FOLDERS,
  },
];

/**
 * Whether one of the options is among the arguments: a short one alone or written together with others, a long one with its value or without, and
 * abbreviated, as `getopt_long` and git take it.
 */
function hasOption(args: readonly string[], ...options: readonly string[]): boolean {
  return args.some((arg) =>
    options.some((option) =>
      option.startsWith("--")
        ? isLong(arg, option)
        : /^-[A-Za-z]+$/.test(arg) && arg.includes(option.slice(1))
    )
  );
}

function isLong(arg: string, option: string): boolean {
  const name = arg.split("=", 1)[0] ?? "";
  return name.length > 2 && name.startsWith("--") && option.startsWith(name);
}
