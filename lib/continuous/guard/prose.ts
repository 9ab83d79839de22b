import { baseName, type Danger, shown, textDangers, unique, UNSEEN, whyOf } from "./danger.ts";

/** Words behind the first of a command that stands in a sentence. */
const PROSE_WORDS = 8;
/** What is dangerous in a text for people, or for a model, that has commands in it. */
export function dangersInProse(text: string): Danger[] {
  return unique(
    text.split("\n").flatMap((line) => {
      const words = proseWords(line);
      const piped = /\b(?:curl|wget)\b[^\n;|]{0,500}\|\s{0,9}(?:sudo\s{1,9})?(?:ba|da|z)?sh\b/.exec(line);
      return [
        ...words.flatMap((word, at) => {
          const command = words.slice(at, at + PROSE_WORDS);
          const why = IN_PROSE.has(baseName(word)) ? whyOf(command, false) : undefined;
          return why === undefined ? [] : [{ command: shown(command.join(" ")), why }];
        }),
        ...piped ? [{ command: shown(piped[0]), why: UNSEEN }] : [],
        ...textDangers(line),
      ];
    }),
  );
}

/** Names that are commands, and not words of a language, when they stand in a sentence. */
const IN_PROSE = new Set(
  "rm git sudo doas rimraf mmv prename shred dd wipefs rsync chmod chown killall pkill crontab npm pnpm yarn cargo twine docker kubectl terraform gh dropdb xargs find"
    .split(" "),
);
/** Where a command begins right behind a word of a language that is written without spaces. */
const BEHIND_WORDS = new RegExp(
  `\\s+|(?<=\\P{ASCII}[\`"'(]?)(?=(?:[\\w.-]*/)?(?:${[...IN_PROSE].join("|")})(?![\\w-]))`,
  "u",
);

/** The words of a sentence, without quotes and what such a language puts right behind them. */
function proseWords(line: string): string[] {
  return line.split(BEHIND_WORDS).map((word) =>
    word.replace(/(?<=.)[`"']?[，。；：！？、）】」』”’].*$/u, "").replace(
      /^(-[\x21-\x7e]+)\P{ASCII}.*$/u,
      "$1",
    )
      .replace(/^[`"'“(]+|[`"'”),.;:!?，。；]+$/g, "")
  );
}
