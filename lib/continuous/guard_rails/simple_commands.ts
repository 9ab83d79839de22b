import { type Link, linksOf, MAX_LINKS } from "./carriers.ts";
import { type Aliases, NO_ALIASES } from "./git_command.ts";
import { handedText, printed, written } from "./printed.ts";
import { programsOf, takesItsInput } from "./programs.ts";
import { withoutRedirections } from "./redirections.ts";
import { split } from "./shell_words.ts";
import { baseName } from "./words.ts";
import { Parameters } from "./parameters.ts";
import { assignedValues } from "./assigned.ts";

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
  /** Its words without the scripts among them, whose commands stand for themselves, and with the programs of other languages that it runs. */
  own: readonly string[];
  /** Whether others are fed what it prints. */
  feeds: boolean;
  /** Whether it runs what is typed into it. */
  typed: boolean;
}

/** Words after which another command begins. */
const KEYWORDS = new Set(["do", "then", "else", "elif", "if", "while", "until", "!", "{", "(", "coproc"]);
/** Texts in texts that are followed; deeper ones are nobody's honest work. */
const MAX_DEPTH = 6;
/** Characters that are looked through in all: a text may have much run again and again. */
const MAX_WORK = 2 * 1024 * 1024;
/** Words that `xargs` is fed and puts behind its command. */
const MAX_FED_WORDS = 50;

/** What is known of where a text is run. */
export interface Known {
  /** The environment that it is run with. */
  environment?: Readonly<Record<string, string>> | undefined;
  /** What files hold that were written before, by their names without folders. What the text writes is added. */
  files?: Map<string, string> | undefined;
}

/**
 * The commands of a shell text; those inside `$(…)`, backticks, quoted scripts of other shells, texts that a shell is fed, and files that the text writes
 * and runs as well. An approximation on the careful side: what it cannot read it takes for words. Undefined where they go deeper than it looks.
 */
export function simpleCommands(
  text: string,
  aliases: Aliases = NO_ALIASES,
  { environment, files = new Map() }: Known = {},
): SimpleCommand[] | undefined {
  const whole = {
    aliases,
    parameters: new Parameters(environment),
    names: new Map(),
    files,
    work: { left: MAX_WORK },
  };
  const found: SimpleCommand[] = [];
  return collect(text, { whole, depth: 0, inLoop: false, feeds: false }, found) ? found : undefined;
}

/** What is known of a text and those in it. */
interface Whole {
  aliases: Aliases;
  parameters: Parameters;
  /** What the text says that a name stands for: a function, or an alias of the shell's. */
  names: Map<string, { text: string; kind: "function" | "alias" }>;
  /** What was written into files, by their names without folders. */
  files: Map<string, string>;
  work: { left: number };
}

interface Around {
  whole: Whole;
  depth: number;
  inLoop: boolean;
  feeds: boolean;
  /** Whether it is a value, which may be a command, or the name of one. */
  isValue?: true;
  /** Names whose meaning is being looked through: what stands for itself is not followed. */
  meaning?: readonly string[];
  /** What a person is shown for the commands of the text, where these alone do not say what is run. */
  shown?: string;
}

/** Adds the commands of a text to those that were found; false where it goes too deep. */
function collect(text: string, around: Around, found: SimpleCommand[]): boolean {
  const { aliases, parameters, names, files, work } = around.whole;
  work.left -= text.length;
  if (around.depth > MAX_DEPTH || work.left < 0) return false;
  const { commands, inner, functions, whole: readable } = split(text, parameters);
  if (!readable) return false;
  for (const [name, text] of functions) names.set(name, { text, kind: "function" });
  const feeding = commandsThatFeed(commands);
  const inLoop = around.inLoop ||
    commands.some(({ words: [first = ""] }) => /^(?:for|while|until)$/.test(first));
  const inside = { ...around, depth: around.depth + 1, inLoop };
  let whole = inner.every((each) => collect(each, inside, found));
  const own = commands.map(({ words, shown, fed }) => {
    const own = withoutKeywords(words);
    return { words: own, shown: shown.slice(words.length - own.length), fed };
  });
  const isHanded = own.some(({ words }, at) =>
    words.length === 0 && commands[at]?.words.some((word) => word.startsWith("<"))
  );
  // A document behind a group is for whoever in it reads.
  for (const [at, { words }] of own.entries()) {
    const handed = words.length > 0 ? undefined : handedText(commands[at]?.words ?? []);
    if (handed !== undefined) whole = collect(handed, inside, found) && whole;
  }
  let eater = 0;
  for (const [at, { words, fed }] of own.entries()) {
    if (words.length === 0) continue;
    const plain = linksOf(words, aliases);
    whole &&= plain.length < MAX_LINKS;
    const eats = plain.some(({ words }) => takesItsInput(words));
    // What stands before another that took its input reaches this one no more.
    const fedBy = eats ? own.slice(Math.max(fed[0], eater), fed[1]) : [];
    const feeders = fedBy.map(({ words }) => words);
    if (eats) eater = at;
    const links = fedWords(plain, feeders, aliases);
    const { scripts, runs, programs, typed } = programsOf(links, { feeders, files, aliases });
    const shown = around.shown ?? [...fedBy, own[at]].map((each) => each?.shown.join(" ")).join(" | ");
    const texts = new Set(scripts.map(({ text }) => text));
    const feeds = around.feeds || feeding[at] === true;
    const ownWords = words.filter((word) => !texts.has(word));
    found.push({
      links,
      inLoop,
      text: shown,
      runs,
      own: [...ownWords, ...programs],
      feeds,
      typed: typed && !isHanded && !inLoop && around.isValue !== true,
    });
    whole = collectMeaning(words, inside, found) && whole;
    const file = written(words);
    if (file !== undefined) files.set(baseName(file.file), file.text);
    for (const text of assignedValues(commands[at]?.words ?? [], links)) {
      whole = collect(text, { ...inside, feeds, isValue: true }, found) && whole;
    }
    for (const { text, again, alone, args } of scripts) {
      const before = args === undefined ? undefined : parameters.exchange(args);
      whole = collect(text, {
        ...inside,
        inLoop: inLoop || again,
        feeds,
        ...(alone ? {} : { shown }),
      }, found) && whole;
      if (args !== undefined) parameters.exchange(before);
    }
  }
  return whole;
}

/** Adds the commands of what the text itself has given a name, as it is called here; and takes note of such a name. */
function collectMeaning(
  [first = "", ...args]: readonly string[],
  around: Around,
  found: SimpleCommand[],
): boolean {
  const { whole: { names, parameters, work }, meaning = [] } = around;
  if (first === "alias") {
    for (const each of args) {
      const [, name, text] = /^([^=]+)=([^]*)$/.exec(each) ?? [];
      if (name !== undefined && text !== undefined) names.set(name, { text, kind: "alias" });
    }
  }
  const named = names.get(first);
  // Its text is looked at where it stands anyway; how it is called no more where calls go deep.
  if (named === undefined || meaning.includes(first) || around.depth >= MAX_DEPTH) return true;
  const inside = { ...around, meaning: [...meaning, first] };
  if (named.kind === "alias") return collect([named.text, ...args].join(" "), inside, found);
  const before = parameters.exchange([first, ...args]);
  // Where calls go deep, that is no depth of the text.
  collect(named.text, inside, found);
  parameters.exchange(before);
  return work.left >= 0;
}

/** Whether each command feeds another. */
function commandsThatFeed(commands: readonly { fed: readonly [number, number] }[]): boolean[] {
  const changes = new Array<number>(commands.length + 1).fill(0);
  for (const { fed: [from, to] } of commands) {
    if (from >= to) continue;
    changes[from] = (changes[from] ?? 0) + 1;
    changes[to] = (changes[to] ?? 0) - 1;
  }
  let open = 0;
  return commands.map((_, at) => (open += changes[at] ?? 0) > 0);
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
function fedWords(
  links: readonly Link[],
  feeders: readonly (readonly string[])[],
  aliases: Aliases,
): readonly Link[] {
  const at = links.findIndex(({ words: [head = ""] }) => baseName(head) === "xargs");
  const carried = at < 0 ? undefined : links[at + 1];
  const fed = feeders.flatMap((each) => printed(each)?.split(/\s+/, MAX_FED_WORDS) ?? []).filter((word) =>
    word !== ""
  );
  if (carried === undefined || fed.length === 0) return links;
  return [
    ...links.slice(0, at + 1),
    ...linksOf([...carried.words, ...fed], aliases).map((link) => ({ ...link, again: true })),
  ];
}
