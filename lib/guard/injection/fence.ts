/** A stranger's text between two marks that nothing in it can know, since their nonce was drawn after it was written: this keeps it from being taken for orders. */
export function fenced(text: string, name: "repository-data" | "tool-output", nonce: string): string {
  return `<<<${name} ${nonce}\n${text}\n${name} ${nonce}>>>`;
}
