/** `>`, `2>&1`, `<file`, `<<<text`: an operator, and where its word is written to it, that. A `<(…)` is a word. */
const REDIRECTION = /^(?:\d*|&)(?:<<<|<<-?|<>|<&|>>|>\||>&|[<>](?!\())/;

/** Words without what only says where input comes from and output goes. */
export function withoutRedirections(words: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const operator = REDIRECTION.exec(word)?.[0];
    if (operator === undefined) kept.push(word);
    else if (operator === word) at++;
  }
  return kept;
}
