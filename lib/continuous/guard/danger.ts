import { createHash } from "node:crypto";
import { redact } from "../../guard/secrets/redact.ts";
import { DANGERS } from "./danger_table.ts";
import type { ShellCommand, ShellParser } from "./shell_commands.ts";

/** A command that may cost work nobody can give back, so a person is always asked first. */
export interface Danger {
  /** The command; a long one is cut, with a mark of the whole: who allows it allows no other that begins like it. */
  command: string;
  /** What it would do, as an end of "it …". */
  why: string;
}

const MAX_SHOWN = 160;
/** Words of a command that stands in a sentence. */
const PROSE_WORDS = 8;
/** Scripts in one another. */
const MAX_DEPTH = 6;
/** Programs that run the command among their arguments; `AGAIN` run it again and again. */
const WRAPPERS = new Set(
  "env nohup nice time timeout command builtin exec eval xargs parallel stdbuf setsid flock ssh npx bunx find fd docker kubectl"
    .split(" "),
);
const AGAIN = new Set(["xargs", "parallel", "find", "fd"]);
const SHELL = /^(?:ba|da|z|k)?sh$/;
const INTERPRETER = /^(?:(?:ba|da|z|k)?sh|eval|(?:python|perl|ruby|node)[\d.]*)$/;
/** Besides shells: programs that take an argument for a shell's text. */
const SCRIPTED = new Set("eval trap ssh watch parallel xargs env su npx".split(" "));
const FETCHERS = new Set(["curl", "wget"]);
const UNSEEN = "runs a program that nobody can read before";

/** What in a shell text may cost work. What is not in the table is left to the executor's sandbox and to git. */
export function shellDangers(text: string, parse: ShellParser): Danger[] {
  return unique(dangersOf(text, parse, 0));
}

/** The same of a text for people, or for a model, that has commands in it. */
export function proseDangers(text: string): Danger[] {
  // Some languages are written without spaces, also around a command.
  const spaced = text.replace(/(?<=[\x21-\x7e])(?=\P{ASCII})|(?<=\P{ASCII})(?=[\x21-\x7e])/gu, " ");
  return unique(dangersOfWords(spaced, true));
}

/** Takes each word for the beginning of a command. */
function dangersOfWords(text: string, inProse: boolean): Danger[] {
  return text.split("\n").flatMap((line) => {
    const words = line.split(/[\s`"'()，。；：]+/).map((word) => word.replace(/[,.;:!?]+$/, ""));
    return words.flatMap((_, at) => {
      const command = words.slice(at, at + PROSE_WORDS);
      const why = whyOf(command, false, inProse);
      return why === undefined ? [] : [{ command: shown(command.join(" ")), why }];
    });
  });
}

function dangersOf(text: string, parse: ShellParser, depth: number): Danger[] {
  const parsed = depth > MAX_DEPTH ? undefined : parse(text);
  if (parsed === undefined) {
    return [{ command: shown(text), why: "is too long or nested too deep to be read" }];
  }
  const found = parsed.commands.flatMap((command) => {
    const why = whyOf(command.words, command.inLoop) ?? whyFed(command);
    const scripts = scriptsOf(command).flatMap((script) => dangersOf(script, parse, depth + 1));
    return why === undefined ? scripts : [{ command: shown(command.text), why }, ...scripts];
  });
  return parsed.inDoubt ? [...found, ...dangersOfWords(text, false)] : found;
}

/** Why a command, or one that it runs with its own words, may cost work. `inProse`: words of a language are no commands. */
function whyOf(words: readonly string[], again: boolean, inProse = false): string | undefined {
  const { name, args } = named(words);
  if (again && /^(?:rm|mv|git-mv)$/.test(name)) return "deletes or renames many files at once";
  const text = args.map((arg) => ` ${arg}`).join("");
  const row = DANGERS.find(({ names, when }) =>
    names.includes(name) && (when === undefined ? !inProse : when.test(text))
  );
  if (row !== undefined || inProse || !WRAPPERS.has(name)) return row?.why;
  const at = args.findIndex((arg) => WRAPPERS.has(baseName(arg)) || IN_TABLE.has(baseName(arg)));
  return at < 0 ? undefined : whyOf(args.slice(at), again || AGAIN.has(name));
}

/** The name of a command as the table has it, with its arguments. Options of git itself stand before its subcommand, some with a value. */
function named([head, ...args]: readonly string[]): { name: string; args: readonly string[] } {
  if (baseName(head) !== "git") return { name: baseName(head), args };
  const at = args.findIndex((arg, index) => !arg.startsWith("-") && !/^-[cC]$/.test(args[index - 1] ?? ""));
  return { name: `git-${args[at] ?? ""}`, args: args.slice(at + 1) };
}

const IN_TABLE = new Set(["git", ...DANGERS.flatMap(({ names }) => names)]);

/** A shell or an interpreter that has no script runs what it is fed; what is fetched into its words it runs as well. */
function whyFed({ words, isFed, substituted }: ShellCommand): string | undefined {
  const at = words.findIndex((word) => INTERPRETER.test(baseName(word)));
  if (at < 0 || (at > 0 && !WRAPPERS.has(baseName(words[0])))) return undefined;
  const args = words.slice(at + 1);
  const isGiven = args.some((arg) => !arg.startsWith("-") || /^-\w*[cempr]$|^--\w/.test(arg)) &&
    !args.includes("-s");
  return (isFed && !isGiven) || substituted.some((name) => FETCHERS.has(baseName(name))) ? UNSEEN : undefined;
}

/** The shell texts that a command runs. */
function scriptsOf({ words, input }: ShellCommand): string[] {
  const isShell = words.some((word) => SHELL.test(baseName(word)));
  const carries = isShell || words.some((word) => SCRIPTED.has(baseName(word)));
  return [...carries ? words.filter((word) => /\s/.test(word)) : [], ...isShell ? [input] : []];
}

function baseName(word = ""): string {
  return word.slice(word.lastIndexOf("/") + 1);
}

/** Each danger once. */
function unique(found: readonly Danger[]): Danger[] {
  return [...new Map(found.map((each) => [each.command, each])).values()];
}

/** Without its secrets, as it is written down: who is asked about it and allows it must have allowed this very text. */
function shown(text: string): string {
  const line = redact(text).text.replace(/\s+/g, " ").trim();
  if (line.length <= MAX_SHOWN) return line;
  const mark = createHash("sha256").update(line).digest("hex").slice(0, 16);
  return `${line.slice(0, MAX_SHOWN)}… (${line.length} characters, ${mark})`;
}
