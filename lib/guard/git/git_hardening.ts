import { AutoToolsError } from "../../contract/error_codes.ts";

/** Subcommands that only read the object store and the index; see `docs/security.md` for why no other is let through. */
export const SAFE_SUBCOMMANDS: ReadonlySet<string> = new Set([
  "rev-parse",
  "rev-list",
  "ls-files",
  "ls-tree",
  "log",
  "cat-file",
  "grep",
  "merge-base",
  "for-each-ref",
  "--version",
]);

/** Subcommands that know diffs, and so external diff programs and text converters. */
const DIFFING = new Set(["log"]);

/** Arguments with which a safe subcommand runs a program, writes a file, or looks elsewhere than from `cwd`, by the beginnings that git takes for them. */
const UNSAFE_ARGUMENT = /^--(?:op|ext|textc|filters|outp|show-si|recurse-s)/;

/** Arguments that are unsafe in one subcommand only. `ls-files -m` compares contents, and so runs clean filters; `grep -O` starts a pager. */
const UNSAFE_IN: Readonly<Record<string, RegExp>> = {
  "ls-files": /^(?:-[a-z]*m|--mo)/,
  "cat-file": /^--(?:te|filt)/,
  grep: /^-[A-Za-z]*O/,
};

/**
 * Overrides for every setting of a repository that names a program, loads one, or writes.
 * A setting on the command line is the strongest there is: no file can take it back.
 */
const HARDENED: readonly string[] = [
  "--no-pager",
  "--no-optional-locks",
  "--literal-pathspecs",
  ...Object.entries({
    "core.fsmonitor": "false",
    "core.untrackedCache": "false",
    "core.hooksPath": "/dev/null",
    "core.pager": "cat",
    "core.editor": "false",
    "core.sshCommand": "false",
    "core.gitProxy": "",
    "core.askPass": "false",
    "core.attributesFile": "/dev/null",
    "core.excludesFile": "/dev/null",
    "core.quotePath": "false",
    "credential.helper": "",
    "diff.external": "",
    "diff.noprefix": "false",
    "gpg.program": "false",
    "gpg.openpgp.program": "false",
    "gpg.x509.program": "false",
    "gpg.ssh.program": "false",
    "log.showSignature": "false",
    "protocol.allow": "never",
    "safe.bareRepository": "explicit",
    "safe.directory": "*",
    "submodule.recurse": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "color.ui": "false",
  }).flatMap(([key, value]) => ["-c", `${key}=${value}`]),
];

/** Everything that git gets to see of an environment: nothing of the user's, so no `GIT_DIR`, proxy or helper of theirs. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  HOME: "/nonexistent",
  XDG_CONFIG_HOME: "/nonexistent",
  LANG: "C.UTF-8",
  LC_ALL: "C.UTF-8",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_TERMINAL_PROMPT: "0",
  GIT_ASKPASS: "false",
  SSH_ASKPASS: "false",
  GIT_SSH_COMMAND: "false",
  GIT_PAGER: "cat",
  PAGER: "cat",
  GIT_EDITOR: "false",
};

let inRepository = true;

/**
 * From here on git finds no repository: for a folder that is in none, or whose `.git` was not believed (`git_place.ts`), since git would follow that one
 * on its own.
 */
export function findNoRepository(): void {
  inRepository = false;
}

/** The environment for the next git. */
export function environment(): Record<string, string> {
  return { ...ENVIRONMENT, ...(inRepository ? {} : { GIT_DIR: "/nonexistent" }) };
}

/** The whole command line of a safe subcommand. Throws `AutoToolsError` `E_INVALID_ARGS` for anything that could run a program. */
export function hardened(args: readonly string[]): string[] {
  const [subcommand = "", ...rest] = args;
  const end = rest.indexOf("--");
  const unsafe = (end < 0 ? rest : rest.slice(0, end)).find((argument) =>
    UNSAFE_ARGUMENT.test(argument) || UNSAFE_IN[subcommand]?.test(argument)
  );
  if (!SAFE_SUBCOMMANDS.has(subcommand) || unsafe !== undefined) {
    throw new AutoToolsError(
      "E_INVALID_ARGS",
      `git ${subcommand} ${unsafe ?? ""} is not among the commands that are safe to run`,
    );
  }
  return [
    ...HARDENED,
    subcommand,
    ...(DIFFING.has(subcommand) ? ["--no-ext-diff", "--no-textconv"] : []),
    ...rest,
  ];
}
