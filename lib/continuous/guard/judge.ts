import { posix } from "node:path";
import { isSensitivePath } from "../../guard/boundary/sensitive.ts";
import { redact } from "../../guard/secrets/redact.ts";
import { patternOf } from "../../guard/rule_table.ts";
import { attempt } from "../../settings/attempt.ts";
import table from "./reach.txt" with { type: "text" };
import { EXPANSION, type ShellCommand, type ShellParser } from "./shell_commands.ts";

/** A command that reaches out of the folder of a run, or publishes: it is refused, unless a person allows it. */
export interface Danger {
  /** The command, whole and without its secrets: who is asked about it and allows it allows this very text. */
  command: string;
  /** What it would do, as an end of "it …". */
  why: string;
  /** The command alone, for rules of the user that allow whatever begins so; undefined where another feeds it. */
  alone?: string;
}

export interface GuardPlace {
  root: string;
  cwd: string;
  home: string;
  variable(name: string): string | undefined;
}

/** The rows of `reach.txt`. `does`: its first word is what one is looked up by. */
const ROWS = table.split("\n").filter((line) => line !== "" && !line.startsWith("#")).map((line) => {
  const [names = "", when = "", does = ""] = line.split(" | ").map((column) => column.trim());
  return { names: names.split(" "), when: when === "-" ? undefined : patternOf(when), does };
});

const rowsOf = (does: RegExp) => ROWS.filter((row) => does.test(row.does));
const namesOf = (does: RegExp) => new Set(rowsOf(does).flatMap(({ names }) => names));

/** Programs that only look, so that they may do so in any folder. */
const READERS: ReadonlySet<string> = namesOf(/^looks$/);
/** Programs that run the command among their arguments. */
const WRAPPERS: ReadonlySet<string> = namesOf(/^runs$/);
/** What is refused, wherever it works. `does`: as an end of "it …". */
const REACHES = rowsOf(/^(?!looks$|runs$|(?:deletes|writes) (?:all|rest|roots|last|-|of))/);
/** What writes or deletes the files that it is told. */
const TARGETS = rowsOf(/^(?:deletes|writes) (?:all|rest|roots|last|-|of)/);
const IN_TABLE: ReadonlySet<string> = new Set(["git", ...namesOf(/^(?!looks$)/)]);

const SCRIPT = /^-\w*e$|^--expression$/;

const MAX_DEPTH = 6;
const SHELL = /^(?:ba|da|z|k)?sh$/;
const INTERPRETER = /^(?:(?:ba|da|z|k)?sh|eval|(?:python|perl|ruby|node)[\d.]*)$/;
/** Besides shells: programs that take an argument for a shell's text. */
const SCRIPTED = new Set("eval trap watch parallel xargs env su npx".split(" "));
const FETCHERS = new Set(["curl", "wget"]);
const UNSEEN = "runs a program that nobody can read before";
const WAITS = "waits for commands that nobody can judge before they run; run each command by itself";
/** Files there are for the moment, and what is no file. */
const PASSING = /^(?:\/private)?(?:\/tmp|\/var\/tmp|\/var\/folders)\/|^\/dev\/(?:null|std\w+|tty|fd\/\d+)$/;
/** What a run has in its folder for itself. */
const OWN = /^\/(?:\.git|\.codex\/state)(?:\/|$)/;
const PROGRAM = /^\/(?:usr\/(?:local\/)?)?s?bin\//;
const FOLDER_OPTION = /^(?:-C|--prefix|--cwd|--git-dir|--work-tree)$/;
/** Stands for what is known only when the command runs. */
const SOMETHING = "x";

export function shellDangers(text: string, parse: ShellParser, place: GuardPlace): Danger[] {
  const found = dangersIn(text, { ...place, text, worst: worstOf(text, place), parse }, 0);
  return [...new Map(found.map((each) => [each.command, each])).values()];
}

/** Whether a path lies in the folder, with all links on the way followed. */
function isInside(path: string, root: string, isDeleted = false): boolean {
  const real = realPath(path);
  if (real === root) return !isDeleted;
  return real.startsWith(`${root}/`) && !OWN.test(real.slice(root.length));
}

/** Whether a file may be written, or deleted: it lies in the folder, or is there for the moment. */
export function isWritable(path: string, root: string, isDeleted = false): boolean {
  return isInside(path, root, isDeleted) || PASSING.test(realPath(path));
}

/** The path with the links on its way followed, but not itself: who removes a link removes no file behind it. */
function realPath(path: string): string {
  const [name = "", ...above] = path.split("/").reverse();
  for (let rest = name, folders = above;; rest = `${folders[0]}/${rest}`, folders = folders.slice(1)) {
    const folder = folders.toReversed().join("/");
    const real = folder === "" ? "" : attempt(() => Deno.realPathSync(folder));
    if (real !== undefined) return `${real}/${rest}`.replace(/\/$/, "") || "/";
  }
}

/** Where a command is judged: its folder is the one that the commands before it have changed to. */
interface Scope extends GuardPlace {
  text: string;
  /** A path outside that the text names: what is known only when the text runs may be just that. Undefined where all that is named lies inside. */
  worst: string | undefined;
  parse: ShellParser;
}

function dangersIn(text: string, around: Scope, depth: number): Danger[] {
  const parsed = depth > MAX_DEPTH ? undefined : around.parse(text);
  if (parsed === undefined) {
    return [{ command: spaced(text), why: "is too long or nested too deep to be read" }];
  }
  const scope = { ...around };
  const found = parsed.commands.flatMap((command) => {
    const expand = (word: string) => word.replace(EXPANSION, (_, name) => valueOf(name, scope));
    const words = command.words.map(expand);
    const files = command.files.map((file) => ({ ...file, path: resolved(expand(file.path), scope) }));
    const why = whyNot(words, scope, command.isFed) ?? whyFed({ ...command, words }) ??
      whyFiles(files, scope);
    const scripts = scriptsOf({ ...command, words }).flatMap((script) => dangersIn(script, scope, depth + 1));
    const [name = "", ...args] = words;
    if (name === "cd" || name === "pushd") {
      scope.cwd = resolved(args.find((arg) => !/^-\w?$/.test(arg)) ?? scope.home, scope);
    }
    if (why === undefined) return scripts;
    const alone = command.isFed ? {} : { alone: spaced(command.text) };
    return [{ command: spaced(command.text), why, ...alone }, ...scripts];
  });
  // Of a text that the grammar does not understand each word may begin a command.
  const doubt = parsed.inDoubt ? whyNot(["eval", ...wordsIn(text, around)], around, false) : undefined;
  return doubt === undefined ? found : [...found, { command: spaced(text), why: doubt }];
}

/** The words of a text, whoever's they are, with the environment's values in the place of variables. */
function wordsIn(text: string, { variable }: GuardPlace): string[] {
  return text.replace(/\$\{?(\w+)\}?/g, (_, name) => variable(name) ?? "").split(/[\s`"'();|&<>=]+/);
}

/** A pattern, such as `/x/d`, names no path, since its first folder does not exist; and a program is what a text works with. */
function worstOf(text: string, place: GuardPlace): string | undefined {
  return wordsIn(text, place).map((word) => pathIn(word, place)).find((path) =>
    path !== undefined && !PROGRAM.test(path) && !isWritable(path, place.root) &&
    attempt(() => Deno.lstatSync(`/${path.split("/")[1]}`)) !== undefined
  );
}

function whyNot(words: readonly string[], scope: Scope, isFed: boolean): string | undefined {
  const { root } = scope;
  const { name, args } = named(words);
  const reach = REACHES.find(({ names, when }) => names.includes(name) && when?.test(joined(args)) !== false);
  if (reach !== undefined) return reach.does;
  const secret = args.map((arg) => pathIn(arg, scope)).find((path) => path && isSecret(path, root));
  if (secret !== undefined) return `reads ${secret}, where credentials are kept`;
  for (const { names, when, does } of TARGETS) {
    if (!names.includes(name) || when?.test(joined(args)) === false) continue;
    const [verb, ...which] = does.split(" ");
    // A file of the moment may go; a folder, or many files, may be somebody's.
    const isWhole = verb === "deletes" && (/ -\w*[rR]| --rec/.test(joined(args)) || which[0] !== "all");
    for (const arg of targetsOf(which, args)) {
      const path = resolved(arg, scope);
      const isMany = isWhole || (verb === "deletes" && /[*?]/.test(arg));
      const isFine = isMany
        ? isInside(path, root, which[0] !== "roots")
        : isWritable(path, root, verb === "deletes");
      if (!isFine) return `${verb} ${realPath(path)}, which is not in ${root}`;
    }
  }
  const option = words.findIndex((word) => FOLDER_OPTION.test(word));
  const cwd = option > 0 ? resolved(words[option + 1] ?? "", scope) : scope.cwd;
  if (!READERS.has(name) && name !== "" && !isWritable(`${cwd}/${SOMETHING}`, root)) {
    return `works in ${cwd}, outside ${root}`;
  }
  if (!WRAPPERS.has(name)) return undefined;
  const whole = isFed ? [...args, scope.worst ?? SOMETHING] : args;
  const inner = whole.map((arg, at) =>
    IN_TABLE.has(baseName(arg)) ? whyNot(whole.slice(at), scope, isFed) : undefined
  );
  return inner.find((why) => why !== undefined);
}

function whyFiles(files: readonly { path: string; isWritten: boolean }[], { root }: GuardPlace) {
  const written = files.find(({ path, isWritten }) => isWritten && !isWritable(path, root));
  if (written) return `writes ${written.path}, which is not in ${root}`;
  const read = files.find(({ path }) => isSecret(path, root));
  return read && `reads ${read.path}, where credentials are kept`;
}

function isSecret(path: string, root: string): boolean {
  return !isWritable(path, root) && isSensitivePath(path.slice(1));
}

/** The value of a variable where the environment alone says it; what the text itself sets, or computes, may be the worst that it names. */
function valueOf(name: string, { cwd, text, worst, variable }: Scope): string {
  if (name === "PWD") return cwd;
  const isSet = !/^[a-z_]\w*$/i.test(name) || new RegExp(`(?<![$\\w{])${name}\\b`).test(text);
  return isSet ? worst ?? SOMETHING : variable(name) ?? "";
}

/** The path that a word names, on its own or as the value of an option; undefined where it is none. */
function pathIn(word: string, place: GuardPlace): string | undefined {
  const path = word.replace(/^-[^=]*=|^@/, "");
  return /^[~/]|^\.\.(?:\/|$)|\/\.\.(?:\/|$)/.test(path) ? resolved(path, place) : undefined;
}

function resolved(word: string, { cwd, home }: GuardPlace): string {
  const path = word.replace(/^~(?=\/|$)/, home).replace(/^~/, "/home/");
  return posix.resolve(cwd, path);
}

/** The name of a command as the table has it, with its arguments. Options of git itself stand before its subcommand, some with a value. */
function named([head, ...args]: readonly string[]): { name: string; args: readonly string[] } {
  if (baseName(head) !== "git") return { name: baseName(head), args };
  const at = args.findIndex((arg, index) => !arg.startsWith("-") && !/^-[cC]$/.test(args[index - 1] ?? ""));
  return { name: `git-${args[at] ?? ""}`, args: args.slice(at + 1) };
}

/** A shell or an interpreter that has no script runs what it is fed; what is fetched into its words it runs as well. */
function whyFed({ words, isFed, substituted, input, files }: ShellCommand): string | undefined {
  const at = words.findIndex((word) => INTERPRETER.test(baseName(word)));
  if (at < 0 || (at > 0 && !WRAPPERS.has(baseName(words[0])))) return undefined;
  const args = words.slice(at + 1);
  const isGiven = args.some((arg) => !arg.startsWith("-") || /^-\w*[cemprvVh]$|^--\w/.test(arg)) &&
    !args.includes("-s");
  if (substituted.some((name) => FETCHERS.has(baseName(name)))) return UNSEEN;
  if (isGiven) return undefined;
  return isFed ? UNSEEN : input === "" && files.every(({ isWritten }) => isWritten) ? WAITS : undefined;
}

function scriptsOf({ words, input }: ShellCommand): string[] {
  const isShell = words.some((word) => SHELL.test(baseName(word)));
  const carries = isShell || words.some((word) => SCRIPTED.has(baseName(word)));
  return [...carries ? words.filter((word) => /\s/.test(word)) : [], ...isShell ? [input] : []];
}

function joined(args: readonly string[]): string {
  return args.map((arg) => ` ${arg}`).join("");
}

function baseName(word = ""): string {
  return word.slice(word.lastIndexOf("/") + 1);
}

function spaced(text: string): string {
  return redact(text).text.replace(/\s+/g, " ").trim();
}

/** The arguments that name what a program writes or deletes, by the rest of what its row says it does. */
function targetsOf([which = "", ...more]: readonly string[], args: readonly string[]): string[] {
  if (which === "roots") return args.slice(0, args.findIndex((arg) => arg.startsWith("-")));
  if (!/^[a-z]{3}/.test(which)) {
    const options = [which, ...more];
    return args.flatMap((arg, at) => {
      const [, option = "", value = ""] = /^([^=]+)=(.*)$/s.exec(arg) ?? [];
      return options.includes(option) ? [value] : options.includes(args[at - 1] ?? "") ? [arg] : [];
    });
  }
  const isScript = (at: number) => SCRIPT.test(args[at - 1] ?? "");
  const given = args.filter((arg, at) => !arg.startsWith("-") && !isScript(at));
  if (which === "last") return given.slice(-1);
  return which === "rest" && !args.some((_, at) => isScript(at)) ? given.slice(1) : given;
}
