/**
 * Who runs this program: read as it starts, before `main.ts` gives the permission to ask back. Undefined in the sandbox, which never has it.
 */
export const PROCESS_IDS: { uid: number; gid: number } | undefined = ids();

function ids(): typeof PROCESS_IDS {
  try {
    return { uid: Deno.uid() ?? 0, gid: Deno.gid() ?? 0 };
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) return undefined;
    throw error;
  }
}
