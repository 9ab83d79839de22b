/**
 * Stands for the program that runs, so that what its rules let pass need not be asked of them again by the same one. Undefined from source, where
 * rules change without a sign.
 */
export function programMark(): string | undefined {
  if (import.meta.url.endsWith("/lib/codebase/index/program_mark.ts")) return undefined;
  try {
    const { size, mtime, ino } = Deno.statSync(Deno.execPath());
    return mtime === null ? undefined : `${size} ${mtime.getTime()} ${ino}`;
  } catch (error) {
    // Replaced or deleted while it runs, or out of reach.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
