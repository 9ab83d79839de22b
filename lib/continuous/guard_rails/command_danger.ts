import type { Link } from "./carriers.ts";
import { gitDanger } from "./git_danger.ts";
import { hasOption } from "./options.ts";
import { withoutRedirections } from "./redirections.ts";
import { baseName } from "./words.ts";

const AS_ROOT = new Set(["sudo", "doas", "pkexec"]);
const RENAMES = "renames many files at once";

/** Why a command, or one that it carries, may cost work, as an end of "it …"; undefined where nothing is known against it. */
export function whyDangerous(links: readonly Link[], inLoop: boolean): string | undefined {
  for (const { words, again } of links) {
    const why = whyOf(words, inLoop || again);
    if (why !== undefined) return why;
  }
  return undefined;
}

function whyOf([first = "", ...rest]: readonly string[], inLoop: boolean): string | undefined {
  const head = baseName(first);
  const args = withoutRedirections(rest);
  if (AS_ROOT.has(head)) return "runs as another user, with more rights than you gave";
  if (head === "git") return gitDanger(args, inLoop);
  if (head === "find" || head === "fd") return findDanger(args);
  if (inLoop && head === "mv") return RENAMES;
  if (inLoop && head === "rm") return "deletes many files at once";
  return Object.hasOwn(COMMANDS, head) ? COMMANDS[head]?.(args) : undefined;
}

/** What is found is looked at one by one, but what is done with it counts for all. */
function findDanger(args: readonly string[]): string | undefined {
  if (args.includes("-delete")) return "deletes whatever it finds";
  const at = args.findIndex((arg) => /^-(?:exec|execdir|ok|okdir|x|X|-exec|-exec-batch)$/.test(arg));
  const run = at < 0 ? undefined : baseName(args[at + 1] ?? "");
  if (run === "rm" || run === "shred") return "deletes whatever it finds";
  return run === "mv" || run === "rename" ? RENAMES : undefined;
}

const words = (...wanted: string[]) => (why: string) => (args: readonly string[]) =>
  wanted.every((each) => args.includes(each)) ? why : undefined;
const always = (why: string) => () => why;
const recursive = (why: string) => (args: readonly string[]) =>
  hasOption(args, "-R", "-r", "--recursive") ? why : undefined;

const publish = (args: readonly string[]) =>
  args[0] === "publish" || args[0] === "unpublish" || (args[0] === "npm" && args[1] === "publish")
    ? "publishes a package for everybody, for good"
    : undefined;

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => string | undefined>> = {
  rm: (args) =>
    hasOption(args, "-r", "-R", "--recursive")
      ? "deletes folders with all that is in them"
      : args.some((arg) => /^[./~]*\*/.test(arg))
      ? "deletes many files at once"
      : undefined,
  rimraf: always("deletes folders with all that is in them"),
  trash: always("deletes files"),
  mv: (args) => args.some((arg) => /[*?]/.test(arg)) ? RENAMES : undefined,
  rename: always(RENAMES),
  prename: always(RENAMES),
  mmv: always(RENAMES),
  shred: always("destroys the content of files"),
  dd: (args) =>
    args.some((arg) => /^of=(?!\/dev\/null$)/.test(arg)) ? "overwrites a device or a file" : undefined,
  fdisk: always("changes a disk"),
  wipefs: always("changes a disk"),
  parted: always("changes a disk"),
  truncate: always("cuts files off"),
  rsync: (args) =>
    args.some((arg) => /^--(?:del|remove-source)/.test(arg))
      ? "deletes what the source does not have"
      : undefined,
  chmod: recursive("changes the rights of a whole tree"),
  chown: recursive("changes the owner of a whole tree"),
  chgrp: recursive("changes the group of a whole tree"),
  killall: always("ends processes by name"),
  pkill: always("ends processes by name"),
  kill: (args) => args.includes("-1") && args.length > 1 ? "ends all processes" : undefined,
  shutdown: always("stops the machine"),
  reboot: always("stops the machine"),
  halt: always("stops the machine"),
  poweroff: always("stops the machine"),
  crontab: (args) => args.includes("-r") ? "deletes all scheduled jobs" : undefined,
  su: always("runs as another user, with more rights than you gave"),
  npm: publish,
  pnpm: publish,
  yarn: publish,
  cargo: publish,
  poetry: publish,
  deno: publish,
  jsr: publish,
  twine: (args) => args[0] === "upload" ? "publishes a package for everybody, for good" : undefined,
  gem: (args) => args[0] === "push" ? "publishes a package for everybody, for good" : undefined,
  docker: (args) =>
    args.includes("prune") || (args[0] === "volume" && args[1] === "rm")
      ? "deletes images, containers or volumes"
      : undefined,
  kubectl: words("delete")("deletes things of a cluster"),
  terraform: (args) => args[0] === "destroy" || args[0] === "apply" ? "changes infrastructure" : undefined,
  gh: (args) => args[1] === "delete" ? "deletes something on GitHub" : undefined,
  aws: (args) =>
    args.some((arg) => /^(?:rm|rb|delete-|terminate-)/.test(arg))
      ? "deletes something in the cloud"
      : undefined,
  dropdb: always("deletes a database"),
};
