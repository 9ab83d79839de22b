import { looksRandom } from "./random_text.ts";

/** A header of cookies, with all that follows in its line. */
const HEADER =
  /\b(?:set-)?cookie["'`]?[ \t]{0,3}[:=,][ \t]{0,3}["'`]?(?=[^\s"'`=;]{1,100}=)[^\n"'`]{8,8000}/gi;
const VALUE = /(?<==)[^\s=;,<>][^\s;,<>]{15,4096}/g;

/** Replaces the values of cookies that look drawn by lot; what a cookie is called, how long it lives and where it goes stays. */
export function redactCookies(text: string, note: (kind: string) => void): string {
  if (!/cookie/i.test(text)) return text;
  return text.replace(HEADER, (header) =>
    header.replace(VALUE, (value) => {
      const plain = value.replace(/%3A|%2B|%2F|%3D/gi, ".");
      if (!/\d/.test(plain) || !looksRandom(plain)) return value;
      note("cookie");
      return "<redacted>";
    }));
}
