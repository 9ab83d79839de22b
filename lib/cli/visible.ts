/** A stranger's text: control and invisible characters but those `kept` are shown as `\u{1b}`, so that no terminal obeys them. */
export function visible(text: string, kept = ""): string {
  return text.replace(
    /\p{C}/gu,
    (char) => kept.includes(char) ? char : `\\u{${char.codePointAt(0)?.toString(16) ?? ""}}`,
  );
}
