/** Makes a folder of ours (0700) with all above it; false where it cannot be had, which costs speed and nothing else. */
export function ensureFolder(path: string): boolean {
  try {
    Deno.mkdirSync(path, { recursive: true, mode: 0o700 });
    return Deno.statSync(path).isDirectory;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}
