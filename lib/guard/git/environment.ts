/** KiB of memory that one git may have of its own. What it maps to read, such as packs and their indexes, is not counted. */
const MEMORY_KIB = 2 * 1024 * 1024;

/** Runs a program in the shell's place. A bound that is lower already cannot be raised, and stays. */
const BOUNDED = `ulimit -d ${MEMORY_KIB} 2>/dev/null; exec "$0" "$@"`;

export const SHELL = "/bin/sh";

/** How a git is started whose memory is bounded: there is no other way to set a limit than in the process itself. */
export function bounded(program: string, args: readonly string[]): string[] {
  return ["-c", BOUNDED, program, ...args];
}

/** Everything that git gets to see of an environment: nothing of the user's, so no `GIT_DIR`, proxy or helper of theirs. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  HOME: "/nonexistent",
  XDG_CONFIG_HOME: "/nonexistent",
  LANG: "C.UTF-8",
  LC_ALL: "C.UTF-8",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_TERMINAL_PROMPT: "0",
  // The most memory that git may ask for at once: all there is where the system knows no bound, as on macOS.
  GIT_ALLOC_LIMIT: "1g",
};
