import { withoutRedirections } from "./redirections.ts";
import { baseName, unescaped } from "./words.ts";

/** What `echo`, `printf` or a text behind `<<<` gives whoever reads it, as far as the words tell; undefined for other commands. */
export function printed(words: readonly string[]): string | undefined {
  const args = withoutRedirections(words.slice(1));
  switch (baseName(words[0] ?? "")) {
    case "echo":
      return unescaped(args.filter((arg) => !/^-[neE]+$/.test(arg)).join(" "));
    case "printf":
      return formatted(args.filter((arg) => arg !== "--"));
    default:
      return handedText(words);
  }
}

/** The texts behind `<<<`; undefined where there is none. */
export function handedText(words: readonly string[]): string | undefined {
  const texts = words.flatMap((word, at) =>
    word === "<<<" ? words[at + 1] ?? "" : word.startsWith("<<<") ? word.slice("<<<".length) : []
  );
  return texts.length === 0 ? undefined : texts.join("\n");
}

/** What a command writes into a file, as far as the words tell: the name of the file, and the text. */
export function written(words: readonly string[]): { file: string; text: string } | undefined {
  const text = printed(words);
  if (text === undefined) return undefined;
  const at = words.findIndex((word) => /^1?>[>|]?/.test(word));
  const file = at >= 0
    ? words[at]?.replace(/^1?>[>|]?/, "") || words[at + 1]
    : words[0] === "tee"
    ? withoutRedirections(words.slice(1)).find((word) => !word.startsWith("-"))
    : undefined;
  return file === undefined ? undefined : { file, text };
}

/** `printf` goes through its format as often as there are values for. */
function formatted([format = "", ...values]: readonly string[]): string {
  const places = format.match(PLACE)?.length ?? 0;
  const times = places === 0 ? 1 : Math.max(1, Math.ceil(values.length / places));
  let at = 0;
  return unescaped(
    Array.from({ length: times }, () => format.replace(PLACE, () => values[at++] ?? "")).join("")
      .replaceAll("%%", "%"),
  );
}

const PLACE = /%[-+ #0-9.*]*[bqsdiouxXcfgeEG]/g;
