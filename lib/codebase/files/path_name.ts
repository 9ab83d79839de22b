/** Control characters, invisible ones, and those that turn text around. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** What most paths are made of: the other pattern takes long to compile. */
const PLAIN = /^[ -~]*$/;

/**
 * Whether a path can be named as it is: a line break in it would forge a line, what a terminal obeys would be obeyed, and without such characters it
 * would be another path. Names like that are made to deceive; what is called so is passed over.
 */
export function isNameable(path: string): boolean {
  return PLAIN.test(path) || !UNSEEN.test(path);
}
