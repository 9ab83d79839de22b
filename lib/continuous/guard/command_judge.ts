import {
  baseName,
  type Danger,
  gitCommand,
  KEEPERS,
  shown,
  textDangers,
  unique,
  UNSEEN,
  whyOf,
  WRAPPERS,
} from "./danger.ts";
import { GIT, TEXTS } from "./danger_table.ts";
import { dangersInProse } from "./prose.ts";
import { decoded, type ShellCommand, shellCommands } from "./shell_commands.ts";
import { type Parsed, shellParser } from "./shell_tree.ts";

/** What git commands stand for that the user, or the repository, has made up. */
export type Aliases = ReadonlyMap<string, string>;

/** Looks at shell texts before a person is asked, or while they run. */
export interface CommandJudge {
  dangers(text: string): Danger[];
  /** Whether there is no command in it. */
  runsNothing(text: string): boolean;
}

/** Texts within texts that are followed. */
const MAX_DEPTH = 6;
const SHELL = /^(?:ba|da|z|k|mk|a|fi|c|tc)?sh$/;
const INTERPRETER = /^(?:python|pypy|perl|ruby|node|php|lua)[\d.]*$/;
/** Programs that take arguments, or what they are fed, for a shell's text. */
const SCRIPTED = new Set("eval trap ssh watch parallel flock script su runuser npx env xargs".split(" "));
/** Programs whose output comes from elsewhere, or cannot be read before. */
const FETCHERS = new Set(
  "curl wget aria2c http https xh nc ncat socat lynx base64 base32 basenc xxd openssl gpg uudecode rev".split(
    " ",
  ),
);
/** The judge of a repository whose git has these aliases. Loads the parser of bash. */
export async function commandJudge(aliases: Aliases = new Map()): Promise<CommandJudge> {
  const parse = await shellParser();
  return {
    dangers: (text) => unique(dangersOf(text, { parse, aliases }, 0)),
    runsNothing: (text) => {
      const tree = parse(text);
      return typeof tree === "object" && shellCommands(tree).length === 0;
    },
  };
}

interface Means {
  parse(text: string): Parsed;
  aliases: Aliases;
}

function dangersOf(text: string, means: Means, depth: number): Danger[] {
  const tree = depth > MAX_DEPTH ? "unreadable" : means.parse(text);
  if (tree === "unreadable") {
    return [{ command: shown(text), why: "is too long or nested too deep to be read" }];
  }
  // What the grammar does not understand is read as a sentence is, word by word.
  if (tree === "other") return dangersInProse(text);
  return shellCommands(tree).flatMap((command) => {
    const why = whyOf(command.words, command.inLoop) ?? whyFed(command);
    const own = why === undefined ? [] : [{ command: shown(feeding(command)), why }];
    const inText = KEEPERS.has(baseName(command.words[0])) || isRun(command)
      ? []
      : textDangers(textsOf(command));
    return [
      ...own,
      ...inText,
      ...scriptsOf(command, means).flatMap((script) => dangersOf(script, means, depth + 1)),
    ];
  }).concat(textDangers(text, TEXTS.slice(0, 2)));
}

/** Why what a command is fed, or what stands in for its script, should not be run unseen. */
function whyFed(command: ShellCommand): string | undefined {
  const head = baseName(command.words[0]);
  const runs = SHELL.test(head) || INTERPRETER.test(head) || head === "eval" || head === "source" ||
    head === ".";
  if (runs && command.substituted.some((name) => FETCHERS.has(baseName(name)))) return UNSEEN;
  if (!takesInput(command) || command.fedBy.length === 0) return undefined;
  const [feeder] = command.fedBy;
  const isRead = feeder !== undefined &&
    (printed(feeder) !== undefined || baseName(feeder.words[0]) === "cat");
  return isRead && !command.fedBy.some(isFetched) ? undefined : UNSEEN;
}

function isFetched(command: ShellCommand): boolean {
  return FETCHERS.has(baseName(command.words[0])) || command.fedBy.some(isFetched);
}

/** Whether a shell or an interpreter is given no script, so that it runs what it is fed. */
function takesInput({ words }: ShellCommand): boolean {
  const at = words.findIndex((word) => SHELL.test(baseName(word)) || INTERPRETER.test(baseName(word)));
  if (at < 0 || (at > 0 && !WRAPPERS.has(baseName(words[0])))) return false;
  const args = words.slice(at + 1);
  return !args.some((arg) => /^-[a-zA-Z]*[cempr]$|^--(?:eval|print|check|help|version)/.test(arg)) &&
    (args.every((arg) => arg.startsWith("-")) || args.some((arg) => arg === "-s" || arg === "-"));
}

/** The shell texts that a command runs: its script, what it is fed, what git stands for. */
function scriptsOf(command: ShellCommand, means: Means): string[] {
  const { words, input, fedBy, assigned } = command;
  const [head, ...args] = [baseName(words[0]), ...words.slice(1)];
  const scripts = assigned.filter((value) => value.startsWith("!")).map((value) => value.slice(1));
  if (head === "git") scripts.push(...gitScripts(args, means.aliases));
  if (head === "eval") scripts.push(args.join(" "));
  const carries = words.some((word) => SHELL.test(baseName(word)) || SCRIPTED.has(baseName(word)));
  if (carries && head !== "eval") scripts.push(...args.filter((arg) => /[\s;]/.test(arg)));
  const given = [...input === undefined ? [] : [input], ...fedBy.flatMap((each) => printed(each) ?? [])];
  if (head === "xargs") scripts.push(...given.map((text) => `${args.join(" ")} ${text}`), ...given);
  else if (isRun(command)) scripts.push(...given);
  return scripts;
}

/** Whether a command is, or carries, a shell that runs what it is fed. */
function isRun(command: ShellCommand): boolean {
  return command.words.some((word) => SHELL.test(baseName(word))) ||
    /^(?:ssh|parallel)$/.test(baseName(command.words[0]));
}

/** What git runs in a shell: `!…` of an alias or a setting, and the word behind `--exec`. */
function gitScripts(args: readonly string[], aliases: Aliases): string[] {
  const { name, rest } = gitCommand(args);
  const own = args.flatMap((arg, at) => {
    const value = /^(?:alias\.[^=]+|core\.pager|core\.editor|sequence\.editor)=([^]*)$/.exec(arg)?.[1] ??
      (arg.startsWith("!") ? arg : undefined);
    if (value !== undefined) return [asGit(value, rest)];
    return /^(?:-x|--exec)$/.test(args[at - 1] ?? "") ? [arg] : [];
  });
  // Git takes no alias for a command of its own, nor one that stands for itself.
  const alias = name === "config" ? rest.at(-1) : aliases.get(name.toLowerCase());
  const isKnown = name === "config"
    ? rest.some((arg) => arg.startsWith("alias."))
    : !GIT.has(name) && alias?.split(" ", 1)[0] !== name;
  const scripts = name === "submodule" ? rest.filter((arg) => /\s/.test(arg)) : [];
  return alias === undefined || !isKnown
    ? [...own, ...scripts]
    : [...own, ...scripts, asGit(alias, name === "config" ? [] : rest)];
}

function asGit(value: string, rest: readonly string[]): string {
  return value.startsWith("!")
    ? value.slice(1)
    : `git ${[value, ...rest.map((arg) => JSON.stringify(arg))].join(" ")}`;
}

/** What `echo`, `printf` or `cat <<EOF` gives whoever reads it; undefined where only running it would tell. */
function printed({ words, input, fedBy }: ShellCommand): string | undefined {
  const args = words.slice(1);
  switch (baseName(words[0])) {
    case "echo":
      return decoded(args.filter((arg) => !/^-[neE]+$/.test(arg)).join(" "));
    case "printf": {
      const [format = "", ...values] = args;
      return decoded(format).replace(/%[sbd]/g, () => values.shift() ?? "");
    }
    case "cat":
    case "tee":
      return input ?? fedBy.map(printed).find((text) => text !== undefined);
    default:
      return undefined;
  }
}

function textsOf({ words, input, fedBy }: ShellCommand): string {
  return [...words, input ?? "", ...fedBy.map((each) => printed(each) ?? "")].join(" ");
}

/** A command with what is piped into it where it runs that. */
function feeding({ text, words, fedBy }: ShellCommand): string {
  const isFed = words.some((word) =>
    SHELL.test(baseName(word)) || INTERPRETER.test(baseName(word)) || word === "xargs"
  );
  return isFed ? [...fedBy.map(feeding), text].join(" | ") : text;
}
