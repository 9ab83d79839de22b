/** What besides its text decides how a file is parsed: the ending of its name, or the name where it has none. */
export function outlineKey(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.slice(name.lastIndexOf(".") + 1).toLowerCase();
}
