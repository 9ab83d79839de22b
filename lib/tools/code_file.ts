/**
 * The file inside the built program that holds its threads' code (`toolchain/code_cache`): a thread must be able to read it, or it cannot load itself. None from
 * source, where the runtime loads modules.
 */
export function codeFile(): string[] {
  const bundled = !import.meta.url.endsWith("/lib/tools/code_file.ts");
  return bundled ? [decodeURIComponent(new URL("./code.pack", import.meta.url).pathname)] : [];
}
