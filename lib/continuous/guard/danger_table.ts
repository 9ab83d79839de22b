/** Arguments, and whether the command is run for many things. Says what it may cost, as an end of "it …"; undefined where nothing is known against it. */
type Rule = (args: readonly string[], again: boolean) => string | undefined;

const RIGHTS = "runs as another user, with more rights than you gave";
const FOLDERS = "deletes folders with all that is in them";
const MANY = "deletes many files at once";
const RENAMES = "renames many files at once";
const FOUND = "deletes whatever it finds";
const PUBLISHES = "publishes a package for everybody, for good";
const UNCOMMITTED = "throws away changes that are in no commit";
const KEPT = "throws away what could be got back";

const always = (why: string): Rule => () => why;
const option = (why: string, ...names: string[]): Rule => (args) =>
  hasOption(args, ...names) ? why : undefined;
const first = (why: string, ...words: string[]): Rule => (args) =>
  words.includes(args[0] ?? "") ? why : undefined;
const some = (why: string, pattern: RegExp): Rule => (args) =>
  args.some((arg) => pattern.test(arg)) ? why : undefined;
const either = (...rules: Rule[]): Rule => (args, again) =>
  rules.map((rule) => rule(args, again)).find((why) => why !== undefined);
const unless = (excuse: Rule, rule: Rule): Rule => (args, again) =>
  excuse(args, again) === undefined ? rule(args, again) : undefined;
const both = (one: Rule, other: Rule): Rule => (args, again) =>
  one(args, again) === undefined ? undefined : other(args, again);
const publishes: Rule = (args) =>
  /^(?:npm )?(?:un)?publish\b/.test(args.filter((arg) => !arg.startsWith("-")).join(" "))
    ? PUBLISHES
    : undefined;
/** What is found is looked at one by one, but what is done with it counts for all. */
const finds: Rule = (args) => {
  if (args.includes("-delete")) return FOUND;
  const at = args.findIndex((arg) => /^-(?:exec|execdir|ok|okdir|x|X|-exec|-exec-batch)$/.test(arg));
  const run = (args[at + 1] ?? "").split("/").at(-1) ?? "";
  if (at < 0) return undefined;
  return /^(?:rm|shred)$/.test(run) ? FOUND : /^(?:mv|rename)$/.test(run) ? RENAMES : undefined;
};

/** What programs may cost that nobody can give back. A table: what is not in it is left to the executor's sandbox and to git. */
export const PROGRAMS: Readonly<Record<string, Rule>> = {
  sudo: always(RIGHTS),
  doas: always(RIGHTS),
  pkexec: always(RIGHTS),
  su: always(RIGHTS),
  rm: either(
    option(FOLDERS, "-r", "-R", "--recursive"),
    some(MANY, /^[./~]*\*/),
    (_, again) => again ? MANY : undefined,
  ),
  rimraf: always(FOLDERS),
  trash: always("deletes files"),
  mv: either(some(RENAMES, /[*?]/), (_, again) => again ? RENAMES : undefined),
  rename: always(RENAMES),
  prename: always(RENAMES),
  mmv: always(RENAMES),
  find: finds,
  fd: finds,
  shred: always("destroys the content of files"),
  dd: some("overwrites a device or a file", /^of=(?!\/dev\/null$)/),
  fdisk: always("changes a disk"),
  wipefs: always("changes a disk"),
  parted: always("changes a disk"),
  truncate: always("cuts files off"),
  rsync: some("deletes what the source does not have", /^--(?:del|remove-source)/),
  chmod: option("changes the rights of a whole tree", "-R", "-r", "--recursive"),
  chown: option("changes the owner of a whole tree", "-R", "-r", "--recursive"),
  chgrp: option("changes the group of a whole tree", "-R", "-r", "--recursive"),
  killall: always("ends processes by name"),
  pkill: always("ends processes by name"),
  kill: (args) => args.includes("-1") && args.length > 1 ? "ends all processes" : undefined,
  shutdown: always("stops the machine"),
  reboot: always("stops the machine"),
  halt: always("stops the machine"),
  poweroff: always("stops the machine"),
  crontab: option("deletes all scheduled jobs", "-r"),
  npm: publishes,
  pnpm: publishes,
  yarn: publishes,
  cargo: publishes,
  poetry: publishes,
  deno: publishes,
  jsr: publishes,
  twine: first(PUBLISHES, "upload"),
  gem: first(PUBLISHES, "push"),
  docker: (args) =>
    args.includes("prune") || (args[0] === "volume" && args[1] === "rm")
      ? "deletes images, containers or volumes"
      : undefined,
  kubectl: some("deletes things of a cluster", /^delete$/),
  terraform: first("changes infrastructure", "destroy", "apply"),
  gh: (args) => args[1] === "delete" ? "deletes something on GitHub" : undefined,
  aws: some("deletes something in the cloud", /^(?:rm|rb|delete-|terminate-)/),
  dropdb: always("deletes a database"),
};

/** The same of git's subcommands: only where something is lost that git does not keep. */
export const GIT: Readonly<Record<string, Rule>> = {
  push: either(
    option(
      "rewrites or deletes what others have",
      "-f",
      "-d",
      "--force",
      "--force-with-lease",
      "--mirror",
      "--delete",
      "--prune",
    ),
    some("rewrites or deletes what others have", /^[+:]\S/),
  ),
  reset: option(UNCOMMITTED, "--hard", "--merge"),
  clean: unless(
    option("", "-n", "--dry-run"),
    option("deletes files that are in no commit", "-f", "--force"),
  ),
  restore: unless(
    both(option("", "-S", "--staged"), unless(option("", "-W", "--worktree"), always(""))),
    always(UNCOMMITTED),
  ),
  checkout: either(option(UNCOMMITTED, "-f", "--force"), some(UNCOMMITTED, /^(?:\.|--)$/)),
  switch: option(UNCOMMITTED, "-f", "--force", "--discard-changes"),
  branch: either(
    option("deletes a branch that is not merged", "-D"),
    both(option("", "-d", "--delete"), option("deletes a branch that is not merged", "-f", "--force")),
  ),
  tag: option("deletes a tag", "-d", "--delete"),
  stash: first(UNCOMMITTED, "drop", "clear"),
  reflog: first(KEPT, "expire", "delete"),
  gc: option(KEPT, "--prune"),
  prune: always(KEPT),
  "filter-branch": always("rewrites the history"),
  "filter-repo": always("rewrites the history"),
  "update-ref": option("deletes a reference", "-d", "--delete", "--stdin"),
  worktree: both(first("", "remove"), option("deletes a working tree", "-f", "--force")),
  rm: option(FOLDERS, "-r"),
  mv: either(some(RENAMES, /[*?]/), (_, again) => again ? RENAMES : undefined),
};

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
