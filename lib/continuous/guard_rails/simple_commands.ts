import { type Link, linksOf, MAX_LINKS } from "./carriers.ts";
import { printed } from "./printed.ts";
import { programsOf, takesItsInput } from "./programs.ts";
import { withoutRedirections } from "./redirections.ts";
import { baseName, split } from "./shell_words.ts";

/** One command of a shell text. */
export interface SimpleCommand {
  /** It, and what it carries, the outermost first. */
  links: readonly Link[];
  /** Whether it is run again and again. */
  inLoop: boolean;
  /** As a person reads it, with what is piped into it where it runs that. */
  text: string;
  /** Commands whose output it runs as a program; what `echo` and `printf` print is followed, and not among them. */
  runs: readonly (readonly string[])[];
}

/** Words after which another command begins. */
const KEYWORDS = new Set(["do", "then", "else", "elif", "if", "while", "until", "!", "{", "(", "coproc"]);
/** Texts in texts that are followed; deeper ones are nobody's honest work. */
const MAX_DEPTH = 6;
/** Words that `xargs` is fed and puts behind its command. */
const MAX_FED_WORDS = 50;

/**
 * The commands of a shell text; those inside `$(…)`, backticks, quoted scripts of other shells, and texts that a shell is fed as well. An approximation on
 * the careful side: it expands nothing, and what it cannot read it takes for words. Undefined where they go deeper than it looks.
 */
export function simpleCommands(text: string): SimpleCommand[] | undefined {
  const found: SimpleCommand[] = [];
  return collect(text, { depth: 0, inLoop: false }, found) ? found : undefined;
}

interface Around {
  depth: number;
  inLoop: boolean;
  /** What a person is shown for the commands of the text, where these alone do not say what is run. */
  shown?: string;
}

/** Adds the commands of a text to those that were found; false where it goes too deep. */
function collect(text: string, around: Around, found: SimpleCommand[]): boolean {
  if (around.depth > MAX_DEPTH) return false;
  const { commands, inner } = split(text);
  const inLoop = around.inLoop ||
    commands.some(({ words: [first = ""] }) => /^(?:for|while|until)$/.test(first));
  const inside = { ...around, depth: around.depth + 1, inLoop };
  let whole = inner.every((each) => collect(each, inside, found));
  const own = commands.map(({ words, fed }) => ({ words: withoutKeywords(words), fed }));
  let eater = 0;
  for (const [at, { words, fed }] of own.entries()) {
    if (words.length === 0) continue;
    const plain = linksOf(words);
    whole &&= plain.length < MAX_LINKS;
    const eats = plain.some(({ words }) => takesItsInput(words));
    // What stands before another that took its input reaches this one no more.
    const feeders = eats ? own.slice(Math.max(fed[0], eater), fed[1]).map(({ words }) => words) : [];
    if (eats) eater = at;
    const links = fedWords(plain, feeders);
    const { scripts, runs } = programsOf(links, feeders);
    const shown = around.shown ?? [...feeders, words].map((each) => each.join(" ")).join(" | ");
    found.push({ links, inLoop, text: shown, runs });
    for (const { text, again, alone } of scripts) {
      whole = collect(text, {
        depth: inside.depth,
        inLoop: inLoop || again,
        ...(alone ? (around.shown === undefined ? {} : { shown: around.shown }) : { shown }),
      }, found) && whole;
    }
  }
  return whole;
}

function withoutKeywords(words: readonly string[]): readonly string[] {
  let at = 0;
  for (; at < words.length; at++) {
    const first = words[at] ?? "";
    if (KEYWORDS.has(first) || /^[A-Za-z_]\w*\+?=/.test(first)) continue;
    // A redirection may stand before the command as well.
    const left = withoutRedirections(words.slice(at, at + 2));
    if (left[0] === first) break;
    if (left.length === 0) at++;
  }
  return words.slice(at);
}

/** With the words that `xargs` puts behind the command it carries. */
function fedWords(links: readonly Link[], feeders: readonly (readonly string[])[]): readonly Link[] {
  const at = links.findIndex(({ words: [head = ""] }) => baseName(head) === "xargs");
  const carried = at < 0 ? undefined : links[at + 1];
  const fed = feeders.flatMap((each) => printed(each)?.split(/\s+/, MAX_FED_WORDS) ?? []).filter((word) =>
    word !== ""
  );
  if (carried === undefined || fed.length === 0) return links;
  return [
    ...links.slice(0, at + 1),
    ...linksOf([...carried.words, ...fed]).map((link) => ({ ...link, again: true })),
  ];
}
