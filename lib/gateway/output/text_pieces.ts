/** UTF-16 units of a piece, about: the guard works on several copies, and a text may have a hundred megabytes. */
const PIECE = 1_000_000;
/** Units before the end of a piece in which a good place to cut is looked for. */
const REACH = 100_000;
const WORD_ENDS = [" ", "\t", ",", ";", "}", "]"];

/**
 * A text of any length in pieces that can be cleaned one by one. They end where a line or a word does, and never within a private key; how long one is
 * cannot be known before, so that nothing can be laid across a cut on purpose.
 */
export function* textPieces(text: string): Generator<string, void> {
  for (let at = 0; at < text.length;) {
    const rest = text.length - at;
    const end = rest <= PIECE
      ? text.length
      : cutAt(text, at, at + Math.floor(PIECE * (0.8 + Math.random() * 0.2)));
    yield text.slice(at, end);
    at = end;
  }
}

function cutAt(text: string, start: number, wanted: number): number {
  if (wanted >= text.length) return text.length;
  const window = text.slice(Math.max(start, wanted - REACH), wanted);
  const from = wanted - window.length;
  const key = window.lastIndexOf("-----BEGIN ");
  const isOpen = key > 0 && !window.includes("-----END ", key);
  const before = isOpen ? window.slice(0, key) : window;
  const line = before.lastIndexOf("\n");
  if (line >= 0) return from + line + 1;
  const word = Math.max(...WORD_ENDS.map((sign) => before.lastIndexOf(sign)));
  return word >= 0 ? from + word + 1 : wanted;
}
