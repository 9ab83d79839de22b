/**
 * Whether `program`, which a client's entry of ours starts, is there and is another one than `own`: whoever uninstalls one of two programs does not
 * mean the other one's entries. One that is gone is nobody's.
 */
export function isOtherProgram(program: string | undefined, own: string): boolean {
  const there = program === undefined ? undefined : realFile(program);
  return there !== undefined && there !== (realFile(own) ?? own);
}

function realFile(path: string): string | undefined {
  if (!path.startsWith("/")) return undefined;
  try {
    return Deno.statSync(path).isFile ? Deno.realPathSync(path) : undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return undefined;
  }
}
