/**
 * Removes a folder that a test has made, unless whoever runs the tests removes all of them at the end: some file systems are slow to make files where many have
 * just been removed.
 */
export function discard(folder: string): void {
  if (Deno.env.get("AUTO_TOOLS_TESTS_KEEP") === undefined) Deno.removeSync(folder, { recursive: true });
}
