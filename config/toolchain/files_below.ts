/** Paths of the files below a folder that end so, relative to it and in order; none where there is no such folder. */
export function filesBelow(folder: string, suffix: string): string[] {
  const walk = (below: string): string[] =>
    Array.from(
      Deno.readDirSync(`${folder}/${below}`),
      ({ name, isDirectory }) => isDirectory ? walk(`${below}${name}/`) : [`${below}${name}`],
    ).flat();
  try {
    return walk("").filter((path) => path.endsWith(suffix)).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return [];
    throw error;
  }
}

/** Writes a file, and the folders above it. */
export function writeBelow(path: string, content: string | Uint8Array): void {
  Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  if (typeof content === "string") Deno.writeTextFileSync(path, content);
  else Deno.writeFileSync(path, content);
}
