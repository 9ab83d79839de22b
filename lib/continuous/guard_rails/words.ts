const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", e: "\u001b", a: "", c: "" };

/** A text with the escapes that `printf`, `echo -e` and `$'…'` know: `\n`, `\x41`, `\101`, `\u0041`. */
export function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|(0?[0-7]{1,3})|([^]))/g,
    (_, hex?: string, unicode?: string, octal?: string, other = "") =>
      octal !== undefined
        ? String.fromCharCode(parseInt(octal, 8) & 0xff)
        : other !== ""
        ? ESCAPES[other] ?? other
        : String.fromCharCode(parseInt(hex ?? unicode ?? "", 16)),
  );
}

export function baseName(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1);
}
