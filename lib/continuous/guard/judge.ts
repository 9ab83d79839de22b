import { redact } from "../../guard/secrets/redact.ts";
import { patternOf } from "../../guard/rule_table.ts";
import { attempt } from "../../settings/attempt.ts";
import { split, targetsOf } from "./arguments.ts";
import { isOthersBranch } from "./branches.ts";
import { type GuardPlace, isInside, isOutside, isSecret, isWritable } from "./paths.ts";
import { pathIn, realPath, resolved, valueIn } from "./paths.ts";
import table from "./reach.txt" with { type: "text" };
import { EXPANSION, LATER, type ShellCommand, type ShellParser } from "./shell_commands.ts";

/** A command that reaches out of the folder of a run, or publishes: it is refused, unless a person allows it. */
export interface Danger {
  /** The command, whole and without its secrets: who is asked about it and allows it allows this very text. */
  command: string;
  /** What it would do, as an end of "it …". */
  why: string;
}

/** The rows of `reach.txt`. `does`: its first word is what one is looked up by. */
const ROWS = table.split("\n").filter((line) => line !== "" && !line.startsWith("#")).map((line) => {
  const [names = "", when = "", does = ""] = line.split(" | ").map((column) => column.trim());
  return { names: names.split(" "), when: when === "-" ? /^/ : patternOf(when), does };
});

const rowsOf = (does: RegExp) => ROWS.filter((row) => does.test(row.does));
const namesOf = (does: RegExp) => new Set(rowsOf(does).flatMap(({ names }) => names));

/** Programs that only look, so that they may do so in any folder. */
const READERS: ReadonlySet<string> = namesOf(/^looks$/);
/** Programs that run the command among their arguments. */
const WRAPPERS: ReadonlySet<string> = namesOf(/^runs$/);
/** What is refused, wherever it works. `does`: as an end of "it …". */
const REACHES = rowsOf(/^(?!(?:looks|runs|copies)$|(?:deletes|writes) (?:all|rest|roots|last|-|of))/);
/** What reads all that the folders hold which it is told. */
const COPIES = rowsOf(/^copies$/);
/** What writes or deletes the files that it is told. */
const TARGETS = rowsOf(/^(?:deletes|writes) (?:all|rest|roots|last|-|of)/);
const IN_TABLE: ReadonlySet<string> = new Set(["git", ...namesOf(/^(?!looks$)/)]);

/** Whether a program only looks at the files that it is told, and runs none. */
export const onlyLooks = (name: string) => READERS.has(name) && !WRAPPERS.has(name);

const SHARED = /repository share$/;

const JUDGE_MS = 2000;
const UNREAD = "is too long or nested too deep to be read";
const SHELL = /^(?:ba|da|z|k)?sh$/;
const INTERPRETER = /^(?:(?:ba|da|z|k)?sh|eval|(?:python|perl|ruby|node)[\d.]*)$/;
/** Run a file in the shell that reads them; elsewhere than at the beginning they are words like others. */
const SOURCES = /^(?:source|\.)$/;
const STDIN = /^(?:-|\/dev\/(?:stdin|fd\/0))$/;
/** Besides shells: programs that take an argument for a shell's text. */
const SCRIPTED = new Set("eval trap watch parallel xargs env su npx rebase bisect foreach".split(" "));
const FETCHERS = new Set(["curl", "wget"]);
const UNSEEN = "runs a program that nobody can read before";
const WAITS = "waits for commands that nobody can judge before they run; run each command by itself";
const PROGRAM = /^\/(?:usr\/(?:local\/)?)?s?bin\//;
const FOLDER_OPTION = /^(?:-C|--prefix|--cwd|--git-dir|--work-tree|--directory|--chdir|--dir)$/;
const GIT_OPTION =
  /^(?:-[cC]|--(?:git-dir|work-tree|namespace|exec-path|super-prefix|config-env|attr-source))$/;
/** Stands for what is known only when the command runs. */
const SOMETHING = "x";

export function shellDangers(text: string, parse: ShellParser, place: GuardPlace): Danger[] {
  const timed = { ...place, until: performance.now() + JUDGE_MS };
  const worst = worstOf(wordsIn(text, place), timed);
  const found = dangersIn(text, { ...timed, text, worst, set: [], parse });
  return [...new Map(found.map((each) => [each.command, each])).values()];
}

/** Where a command is judged: its folder is the one that the commands before it have changed to. */
interface Scope extends GuardPlace {
  text: string;
  /** A path outside that the text names: what is known only when the text runs may be just that. Undefined where all that is named lies inside. */
  worst: string | undefined;
  /** What variables are set to by the commands before: `NAME=value`, among other words. */
  set: string[];
  until: number;
  parse: ShellParser;
}

function dangersIn(text: string, around: Scope): Danger[] {
  const parsed = performance.now() > around.until ? undefined : around.parse(text);
  if (parsed === undefined) return [{ command: spaced(text), why: UNREAD }];
  const known = new Map<string, Folders>();
  const all = parsed.commands.map(({ words: [name = ""] }) => name);
  const found = parsed.commands.flatMap((command) => {
    const folders = foldersOf(command.shells, known, around.cwd);
    const scope = { ...around, cwd: folders.cwd };
    const expand = (word: string) => word.replace(EXPANSION, (_, name) => valueOf(name, scope));
    const words = command.words.map(expand);
    if (words[0] === "export" || WRAPPERS.has(baseName(words[0]))) scope.set.unshift(...words);
    const files = command.files.map((file) => ({ ...file, path: resolved(expand(file.path), scope) }));
    const [written = ""] = command.words;
    const isHidden = scope.worst !== undefined &&
      [...written.matchAll(EXPANSION)].some(([, name = ""]) => valueOf(name, scope) === scope.worst);
    // What a variable holds may be what another command of the text has fetched.
    const substituted = command.words.some((word) => word.includes("\0")) ? all : command.substituted;
    const whysOf = (at: Scope) => [
      ...whysNot(words, at, command.isFed),
      whyFed({ ...command, words, substituted }),
    ];
    // A rule answers what is said of the command wherever it runs, and nothing of what other commands do to it.
    const answered = !command.isFed && isRuled(spaced(command.text), scope)
      ? whysOf({ ...scope, cwd: scope.root, set: [] })
      : [];
    const why = [...whysOf(scope), whyFiles(files, scope), isHidden ? UNSEEN : undefined]
      .find((each) => each !== undefined && !answered.includes(each));
    const scripts = scriptsOf({ ...command, words }).flatMap((script) => dangersIn(script, scope));
    changeFolder(words, folders, scope);
    if (isOutside(folders.cwd, scope)) known.set(`${LATER}`, { ...folders });
    return why === undefined ? scripts : [{ command: spaced(command.text), why }, ...scripts];
  });
  // Of a text that the grammar does not understand each word may begin a command.
  const doubted = parsed.inDoubt ? whysNot(["eval", ...wordsIn(text, around)], around, false) : [];
  const [doubt] = performance.now() > around.until ? [UNREAD] : doubted;
  return doubt === undefined ? found : [...found, { command: spaced(text), why: doubt }];
}

/** Where a shell works, where it did before, and where `popd` leads. */
interface Folders {
  cwd: string;
  before: string;
  left: string[];
}

/** The folders of the shell that a command runs in; a shell within another begins where that one is. */
function foldersOf(shells: readonly number[], known: Map<string, Folders>, cwd: string): Folders {
  const key = shells.join();
  let folders = known.get(key);
  if (folders === undefined) {
    const { left, ...outer } = shells.length === 0
      ? { cwd, before: cwd, left: [] }
      : foldersOf(shells.slice(0, -1), known, cwd);
    known.set(key, folders = { ...outer, left: [...left] });
  }
  return folders;
}

function changeFolder(words: readonly string[], folders: Folders, place: GuardPlace): void {
  const [name = "", ...args] = /^(?:command|builtin|eval)$/.test(words[0] ?? "") ? words.slice(1) : words;
  const { cwd, before, left } = folders;
  const to = args.find((arg) => arg === "-" || !arg.startsWith("-")) ?? place.home;
  if (name === "pushd") left.push(cwd);
  if (name === "popd") folders.cwd = left.pop() ?? cwd;
  else if (name === "cd" || name === "pushd") folders.cwd = to === "-" ? before : resolved(to, place);
  if (folders.cwd !== cwd) folders.before = cwd;
}

/** The words of a text, whoever's they are, with the environment's values in the place of variables. */
function wordsIn(text: string, { variable }: GuardPlace): string[] {
  const plain = text.replace(/\$\{?(\w+)\}?/g, (_, name) => variable(name) ?? "");
  return plain.split(/(?:[\s`"'();|&<>={},]|:[-=+?])+/);
}

/** A path outside that words name, one with credentials first. A pattern, such as `/x/d`, names no path, since its first folder does not exist; and a program is what a text works with. */
function worstOf(words: readonly string[], place: GuardPlace): string | undefined {
  const found = words.map((word) => pathIn(word, place)).filter((path) =>
    path !== undefined && !PROGRAM.test(path) && !isWritable(path, place) &&
    attempt(() => Deno.lstatSync(`/${path.split("/")[1]}`)) !== undefined
  );
  return found.find((path) => path !== undefined && isSecret(path, place)) ?? found[0];
}

/** Every reason that the words of a command give, the plainest first. */
function whysNot(words: readonly string[], scope: Scope, isFed: boolean): string[] {
  if (performance.now() > scope.until) return [UNREAD];
  const { root } = scope;
  const given = split(words);
  const { name, args, told } = named(given, scope.set);
  const options = given.flatMap((word, at) =>
    at > 0 && FOLDER_OPTION.test(word) ? [resolved(given[at + 1] ?? "", scope)] : []
  );
  const cwd = worstOf(told, scope) ?? options.find((each) => isOutside(each, scope)) ?? options.at(0) ??
    scope.cwd;
  // A repository in a folder of the moment is none that the user's folders share.
  const isShared = isInside(cwd, scope);
  const line = joined(args);
  const isRow = ({ names, when }: typeof ROWS[number]) => names.includes(name) && when.test(line);
  const whys = REACHES.filter(({ names, when, does }) => {
    const found = names.includes(name) && (isShared || !SHARED.test(does)) ? when.exec(line) : null;
    const branch = found?.groups?.["branch"];
    return found !== null && (branch === undefined || isOthersBranch(branch, scope));
  }).map(({ does }) => does);
  const run = told.flatMap((each) => /\s/.test(each) ? dangersIn(each, { ...scope, set: [] }) : []);
  whys.push(...run.map(({ why }) => why));
  const isWhole = COPIES.some(isRow);
  const paths = args.map((arg) => resolved(valueIn(arg), scope));
  const secrets = paths.filter((path) => isSecret(path, scope, isWhole));
  whys.push(...secrets.map((path) => `reads ${path}, where credentials are kept`));
  for (const { does } of TARGETS.filter(isRow)) {
    const [verb, ...which] = does.split(" ");
    const isDeleted = verb === "deletes";
    // A file of the moment may go; a folder, or many files, may be somebody's.
    const isTree = isDeleted && (/ -\w*[rR]| --rec/.test(line) || which[0] !== "all");
    for (const arg of targetsOf(which, args)) {
      const path = resolved(arg, scope);
      const isMany = isTree || (isDeleted && /[*?]/.test(arg));
      const isFine = isMany
        ? isInside(path, scope, which[0] !== "roots")
        : isWritable(path, scope, isDeleted);
      if (!isFine) whys.push(`${verb} ${realPath(path)}, which is not in ${root}`);
    }
  }
  if (!READERS.has(name) && name !== "" && isOutside(cwd, scope)) {
    whys.push(`works in ${cwd}, outside ${root}`);
  }
  const all = isFed ? [...args, scope.worst ?? SOMETHING] : args;
  for (const [at, arg] of WRAPPERS.has(name) ? all.entries() : []) {
    if (IN_TABLE.has(baseName(arg))) whys.push(...whysNot(all.slice(at), scope, isFed));
  }
  return whys;
}

function whyFiles(files: readonly { path: string; isWritten: boolean }[], place: GuardPlace) {
  const written = files.find(({ path, isWritten }) => isWritten && !isWritable(path, place));
  if (written) return `writes ${written.path}, which is not in ${place.root}`;
  const read = files.find(({ path }) => isSecret(path, place));
  return read && `reads ${read.path}, where credentials are kept`;
}

/** Whether a rule of the user allows what begins so. */
export const isRuled = (command: string, { rules }: Pick<GuardPlace, "rules">) =>
  rules.some((rule) => command === rule || command.startsWith(`${rule} `));

/** The value of a variable where the environment alone says it; what the text itself sets, or computes, may be the worst that it names. */
function valueOf(name: string, { cwd, text, worst, variable }: Scope): string {
  if (name === "PWD") return cwd;
  const isSet = !/^[a-z_]\w*$/i.test(name) || new RegExp(`(?<![$\\w{])${name}\\b`).test(text);
  return isSet ? worst ?? SOMETHING : variable(name) ?? "";
}

/** The name of a command as the table has it, with its arguments. Options of git itself stand before its subcommand, some with a value; an alias may be any. */
function named([head, ...args]: readonly string[], set: readonly string[]) {
  if (baseName(head) !== "git") return { name: baseName(head), args, told: [] };
  const at = args.findIndex((arg, index) => !arg.startsWith("-") && !GIT_OPTION.test(args[index - 1] ?? ""));
  // Its variables say what options of it would.
  const told = [...set.filter((word) => word.startsWith("GIT_")), ...args.slice(0, at)]
    .map((each) => each.replace(/^[\w.-]+=/, ""));
  const isAlias = [...told, ...args].some((arg) => arg.startsWith("alias."));
  if (isAlias) return { name: "git-config", args: [...args, ...told], told };
  return { name: `git-${args[at] ?? ""}`, args: args.slice(at + 1), told };
}

/** A shell or an interpreter that has no script runs what it is fed; what is fetched into its words it runs as well. */
function whyFed({ words, isFed, substituted, input, files }: ShellCommand): string | undefined {
  const at = SOURCES.test(words[0] ?? "") ? 0 : words.findIndex((word) => INTERPRETER.test(baseName(word)));
  if (at < 0 || (at > 0 && !WRAPPERS.has(baseName(words[0])))) return undefined;
  const args = words.slice(at + 1);
  const script = args.find((arg) => arg === "-" || !arg.startsWith("-")) ?? "-";
  const isGiven = (!STDIN.test(script) || args.some((arg) => /^-\w*[cemprvVh]$|^--\w/.test(arg))) &&
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

/** Arguments as the table's patterns read them: a blank stands before each, and in none. */
const joined = (args: readonly string[]) => args.map((arg) => ` ${arg.replace(/\s/g, "·")}`).join("");
const baseName = (word = "") => word.slice(word.lastIndexOf("/") + 1);
const spaced = (text: string) => redact(text).text.replace(/\s+/g, " ").trim();
