/** KiB of memory that one git may have of its own. What it maps to read, such as packs and their indexes, is not counted. */
const MEMORY_KIB = 2 * 1024 * 1024;
/** The most that it may ask for at once: all there is where the system knows no bound, as on macOS. */
const ALLOCATION = "1g";

/** Runs a program in the shell's place. A bound that is lower already cannot be raised, and stays. */
const BOUNDED = `ulimit -d ${MEMORY_KIB} 2>/dev/null; exec "$0" "$@"`;

export const SHELL = "/bin/sh";

/** How a git is started whose memory is bounded: there is no other way to set a limit than in the process itself. */
export function bounded(program: string, args: readonly string[]): string[] {
  return ["-c", BOUNDED, program, ...args];
}

export const BOUNDED_ENVIRONMENT = { GIT_ALLOC_LIMIT: ALLOCATION };
