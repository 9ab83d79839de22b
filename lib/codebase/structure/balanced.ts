/** What follows the bracket that closes the first `open` of a text; empty where it never closes. */
export function afterBalanced(text: string, open: string, close: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === open) depth++;
    else if (text[at] === close && --depth === 0) return text.slice(at + 1);
  }
  return "";
}
