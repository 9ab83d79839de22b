/** The folder in which a path lies, `""` for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The path of what is called `name` in a folder. */
export function within(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** Control characters, invisible ones, those that turn text around, and what stands for bytes that are no UTF-8. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/u;
/** What most paths are made of: the other pattern takes long to compile. */
const PLAIN = /^[ -~]*$/;

/**
 * Whether a path can be named as it is: a line break in it would forge a line, what a terminal obeys would be obeyed, and without such characters it
 * would be another path. Names like that are made to deceive; what is called so is passed over.
 */
export function isNameable(path: string): boolean {
  return PLAIN.test(path) || !UNSEEN.test(path);
}
