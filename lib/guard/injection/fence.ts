/**
 * A stranger's text between two marks that nothing in it can know, since their nonce was drawn after it was written. This is what keeps it from being taken for
 * anybody's orders: whatever a stranger can have worded stands there, names of files and tools' errors included.
 */
export function fenced(text: string, name: "repository-data" | "tool-output", nonce: string): string {
  return `<<<${name} ${nonce}\n${text}\n${name} ${nonce}>>>`;
}
