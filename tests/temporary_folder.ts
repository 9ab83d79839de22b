/** What a test makes of a new folder, by its real path, that is gone afterwards. */
export async function inTemporaryFolder<T>(test: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync());
  try {
    return await test(folder);
  } finally {
    discard(folder);
  }
}

/** Removes a folder that a test has made, unless whoever runs the tests removes all of them at the end: some file systems are slow to make files where many have just been removed. */
export function discard(folder: string): void {
  if (Deno.env.get("AUTO_TOOLS_TESTS_KEEP") === undefined) Deno.removeSync(folder, { recursive: true });
}
