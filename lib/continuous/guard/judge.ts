import { redact } from "../../guard/secrets/redact.ts";
import { patternOf } from "../../guard/rule_table.ts";
import { attempt } from "../../settings/attempt.ts";
import { patchedBy, split, targetsOf } from "./arguments.ts";
import { isOthersBranch } from "./branches.ts";
import { type GuardPlace, isInside, isOfRepository, isOutside, isSecret, isWritable } from "./paths.ts";
import { pathIn, realPath, resolved, valueIn } from "./paths.ts";
import table from "./reach.txt" with { type: "text" };
import { EXPANSION, type ShellCommand, type ShellParser } from "./shell_commands.ts";

/** A command that reaches out of the folder of a run, or publishes: it is refused, unless a person allows it. */
export interface Danger {
  /** The command, whole and without its secrets: who is asked about it and allows it allows this very text. */
  command: string;
  /** What it would do, as an end of "it …". */
  why: string;
}

/** The rows of `reach.txt` by what they do: "reaches" are those that are refused wherever they work. */
const ROWS = Object.groupBy(
  table.split("\n").filter((line) => !/^(?:#|$)/.test(line)).map((line) => {
    const [names = "", when = "", does = ""] = line.split(" | ").map((column) => column.trim());
    return { names: names.split(" "), when: when === "-" ? /^/ : patternOf(when), does };
  }),
  ({ does }) => /^(?:(?:looks|runs|copies)$|(?:feeds|deletes|writes)\b)/.exec(does)?.[0] ?? "reaches",
);
const rows = (...kinds: string[]) => kinds.flatMap((kind) => ROWS[kind] ?? []);
const namesOf = (...kinds: string[]) => new Set(rows(...kinds).flatMap(({ names }) => names));

const [READERS, WRAPPERS] = [namesOf("looks"), namesOf("runs")];
/** Programs of which it is known what they do to files that they are told. */
const TOLD = namesOf("looks", "runs", "copies", "deletes", "writes");
const IN_TABLE = namesOf("runs", "copies", "feeds", "deletes", "writes", "reaches").add("git");

/** Whether a program only looks at the files that it is told, and runs none. */
export const onlyLooks = (name: string) => READERS.has(name) && !WRAPPERS.has(name);

const JUDGE_MS = 2000;
const UNREAD = "is too long or nested too deep to be read";
/** What has commands run again or later, and so wherever the text has been. */
const AGAIN = /\b(?:for|while|until|trap|function)\b|\(\)/;
const SHELL = /^(?:ba|da|z|k)?sh$/;
const INTERPRETER = /^(?:(?:ba|da|z|k)?sh|eval|(?:python|perl|ruby|node)[\d.]*)$/;
/** Run a file in the shell that reads them; elsewhere than at the beginning they are words like others. */
const SOURCES = /^(?:source|\.)$/;
const STDIN = /^(?:-|\/dev\/(?:stdin|fd\/0))$/;
/** Besides shells: programs that take an argument for a shell's text. */
const SCRIPTED = new Set("eval trap watch parallel xargs env su npx rebase bisect foreach".split(" "));
const UNSEEN = "runs a program that nobody can read before";
const WAITS = "waits for commands that nobody can judge before they run; run each command by itself";
const PROGRAM = /^\/(?:usr\/(?:local\/)?)?s?bin\//;
const FOLDER_OPTIONS = "-C --prefix --cwd --git-dir --work-tree --directory --chdir --dir".split(" ");
const GIT_OPTION =
  /^(?:-[cC]|--(?:git-dir|work-tree|namespace|exec-path|super-prefix|config-env|attr-source))$/;
/** An option of a subcommand that runs its value, and that value. */
const RUNS = /^(?:-x|--[eoru]\S*) |^\S* -O/;
/** What a shell would read as more than a word. */
const SCRIPT = /[\s<>;&|$`]/;
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
  let gone: string | undefined;
  const all = parsed.commands.map(({ words: [name = ""] }) => name);
  const found = parsed.commands.flatMap((command) => {
    const folders = foldersOf(command.shells, known, around.cwd);
    const scope = { ...around, cwd: folders.cwd };
    const expand = (word: string) => word.replace(EXPANSION, (_, name) => valueOf(name, scope));
    const words = command.words.map(expand);
    if (words[0] === "export" || WRAPPERS.has(baseName(words[0]))) scope.set.unshift(...words);
    const patched = words.some((word) => /^apply_?patch$/.test(baseName(word))) ? patchedBy(around.text) : [];
    const files = [...command.files, ...patched.map((path) => ({ path, isWritten: true }))]
      .map((file) => ({ ...file, path: resolved(expand(file.path), scope) }));
    const hiders = (command.words[0] ?? "").matchAll(EXPANSION);
    const isHidden = [...hiders].some(([, name = ""]) => valueOf(name, scope) === scope.worst);
    // What a variable holds may be what another command of the text has fetched.
    const substituted = command.words.some((word) => word.includes("\0")) ? all : command.substituted;
    const fed = whyFed({ ...command, words, substituted });
    const whysOf = (at: Scope) => [...whysNot(words, at, command.isFed), fed];
    // A rule answers what is said of the command wherever it runs, and nothing of what other commands do to it.
    const isAnswered = !command.isFed && isRuled(spaced(command.text), scope);
    const answered = isAnswered ? whysOf({ ...scope, cwd: scope.root, set: [] }) : [];
    const written = files.find(({ path, isWritten }) => isWritten && !isWritable(path, scope));
    const read = files.find(({ path }) => isSecret(path, scope));
    const ofFiles = [written && leaves("writes", written.path, scope), read && reads(read.path)];
    const why = [...whysOf(scope), ...ofFiles, isHidden ? UNSEEN : undefined]
      .find((each) => each !== undefined && !answered.includes(each));
    const scripts = scriptsOf({ ...command, words }).flatMap((script) => dangersIn(script, scope));
    changeFolder(words, folders, scope);
    if (isOutside(folders.cwd, scope)) gone = folders.cwd;
    return why === undefined ? scripts : [{ command: spaced(command.text), why }, ...scripts];
  });
  // Of a text that the grammar does not understand each word may begin a command.
  const doubted = parsed.inDoubt ? whysNot(["eval", ...wordsIn(text, around)], around, false) : [];
  const [doubt] = performance.now() > around.until ? [UNREAD] : doubted;
  if (doubt !== undefined) found.push({ command: spaced(text), why: doubt });
  const isAgain = gone !== undefined && AGAIN.test(text) && !isOutside(around.cwd, around);
  return isAgain ? [...found, ...dangersIn(text, { ...around, cwd: gone ?? "" })] : found;
}

/** Where a shell works, where it did before, and where `popd` leads. */
type Folders = { cwd: string; before: string; left: string[] };

/** The folders of the shell that a command runs in; a shell within another begins where that one is. */
function foldersOf(shells: readonly number[], known: Map<string, Folders>, cwd: string): Folders {
  const key = shells.join();
  const outer = () => foldersOf(shells.slice(0, -1), known, cwd);
  const folders = known.get(key) ?? (key === "" ? { cwd, before: cwd, left: [] } : structuredClone(outer()));
  known.set(key, folders);
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
function worstOf(words: readonly string[], place: GuardPlace & { until: number }): string | undefined {
  const found = words.flatMap((word) => pathIn(word, place) ?? []).filter((path) =>
    performance.now() < place.until && !PROGRAM.test(path) && !isWritable(path, place) &&
    attempt(() => Deno.lstatSync(`/${path.split("/")[1]}`)) !== undefined
  );
  return found.find((path) => isSecret(path, place)) ?? found[0];
}

/** Every reason that the words of a command give, the plainest first. */
function whysNot(words: readonly string[], scope: Scope, isFed: boolean): string[] {
  if (performance.now() > scope.until) return [UNREAD];
  const given = split(words);
  const { name, args, told } = named(given, scope.set);
  const dirs = targetsOf(FOLDER_OPTIONS, given.slice(1)).map((each) => resolved(each, scope));
  const cwd = worstOf(told, scope) ?? dirs.find((each) => isOutside(each, scope)) ?? dirs[0] ?? scope.cwd;
  // A repository in a folder of the moment is none that the user's folders share.
  const isShared = isInside(cwd, scope);
  const line = joined(args);
  const isRow = (row: ReturnType<typeof rows>[number]) => row.names.includes(name) && row.when.test(line);
  const whys = rows("reaches").filter(isRow).filter(({ when, does }) => {
    const branch = when.exec(line)?.groups?.["branch"];
    return (isShared || !does.endsWith("repository share")) &&
      (branch === undefined || isOthersBranch(branch, scope));
  }).map(({ does }) => does);
  const run = told.flatMap((each) => SCRIPT.test(each) ? dangersIn(each, { ...scope, set: [] }) : []);
  whys.push(...run.map(({ why }) => why));
  const isWhole = rows("copies").some(isRow);
  const paths = args.map((arg) => resolved(valueIn(arg), scope));
  whys.push(...paths.filter((path) => isSecret(path, scope, isWhole)).map(reads));
  for (const words of rows("deletes", "writes").filter(isRow).map(({ does }) => does.split(" "))) {
    const [verb = "", kind] = words;
    const isDeleted = verb === "deletes";
    // A file of the moment may go; a folder, or many files, may be somebody's.
    const isTree = isDeleted && (/ -\w*[rR]| --rec/.test(line) || kind !== "all");
    for (const arg of targetsOf(words.slice(1), args)) {
      if (performance.now() > scope.until) return [...whys, UNREAD];
      const path = resolved(arg, scope);
      const isMany = isTree || (isDeleted && /[*?]/.test(arg));
      const isFine = isMany ? isInside(path, scope, kind !== "roots") : isWritable(path, scope, isDeleted);
      if (!isFine) whys.push(leaves(verb, realPath(path), scope));
    }
  }
  // Of `FOLDER:FOLDER`, as of mounts, each may be one; what is lent to the folder is linked into it.
  const asked = TOLD.has(name) || name.startsWith("git-") ? [] : args.map(valueIn).join(":").split(":");
  const reached = asked.map((each) => resolved(each, scope))
    .find((path) => !`${path}/`.startsWith(`${scope.root}/`) && isOfRepository(realPath(path), scope));
  const where = isOutside(cwd, scope) ? cwd : reached;
  if (!READERS.has(name) && name !== "" && where) whys.push(`works in ${where}, outside ${scope.root}`);
  if (!WRAPPERS.has(name)) return whys;
  // What is found in folders, or fed, stands where `{}` does, else at the end.
  const roots = rows("feeds").filter(isRow).flatMap(({ does }) => targetsOf(does.split(" ").slice(1), args));
  const found = roots.map((each) => resolved(each, scope)).find((each) => isOutside(each, scope));
  const fed = found ?? (isFed ? scope.worst : undefined) ?? SOMETHING;
  const mark = targetsOf(["-I"], args)[0] ?? "{}";
  const all = args.map((arg) => arg.replaceAll(mark, fed));
  if ((isFed || found) && !args.some((arg) => arg.includes(mark))) all.push(fed);
  const there = args.includes("-execdir") && found || dirs[0] || scope.cwd;
  const inner = { ...scope, set: [...all, ...scope.set], cwd: there };
  for (const [at, arg] of all.entries()) {
    if (IN_TABLE.has(baseName(arg))) whys.push(...whysNot(all.slice(at), inner, isFed));
  }
  return whys;
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
  const isGit = baseName(head) === "git";
  const first = args.findIndex((arg, at) => !arg.startsWith("-") && !GIT_OPTION.test(args[at - 1] ?? ""));
  const [before, behind] = isGit ? [args.slice(0, first), args.slice(first + 1)] : [[], args];
  // Its variables say what options of it would, to whatever starts it. Of those behind the subcommand some run a text.
  const texts = behind.filter((arg, i) => isGit && SCRIPT.test(arg) && RUNS.test(`${behind[i - 1]} ${arg}`));
  const settings = [...set.filter((word) => word.startsWith("GIT_")), ...before, ...texts];
  const told = settings.map((each) => each.replace(/^-O|^[\w.-]+=/, ""));
  const isAlias = [...set, ...before].some((each) => /(?:^|=)alias\.|^GIT_CONFIG_P|^--config-e/.test(each));
  return { name: isGit ? `git-${isAlias ? "alias" : args[first]}` : baseName(head), args: behind, told };
}

/** A shell or an interpreter that has no script runs what it is fed; what is fetched into its words it runs as well. */
function whyFed({ words, isFed, substituted, input, files }: ShellCommand): string | undefined {
  const at = SOURCES.test(words[0] ?? "") ? 0 : words.findIndex((word) => INTERPRETER.test(baseName(word)));
  if (at < 0 || (at > 0 && !WRAPPERS.has(baseName(words[0])))) return undefined;
  const args = words.slice(at + 1);
  const script = args.find((arg) => arg === "-" || !arg.startsWith("-")) ?? "-";
  const isGiven = (!STDIN.test(script) || args.some((arg) => /^-\w*[cemprvVh]$|^--\w/.test(arg))) &&
    !args.includes("-s");
  if (substituted.some((name) => /^(?:curl|wget)$/.test(baseName(name)))) return UNSEEN;
  if (isGiven) return undefined;
  return isFed ? UNSEEN : input === "" && files.every(({ isWritten }) => isWritten) ? WAITS : undefined;
}

function scriptsOf({ words, input }: ShellCommand): string[] {
  const isShell = words.some((word) => SHELL.test(baseName(word)));
  const carries = isShell || words.some((word) => SCRIPTED.has(baseName(word)));
  const evaluated = words.slice(words.indexOf("eval") + 1 || words.length).join(" ");
  return [evaluated, ...carries ? words.filter((word) => SCRIPT.test(word)) : [], ...isShell ? [input] : []];
}

/** Arguments as the table's patterns read them: a blank stands before each, and in none. */
const joined = (args: readonly string[]) => args.map((arg) => ` ${arg.replace(/\s/g, "·")}`).join("");
const leaves = (verb: string, path: string, { root }: GuardPlace) =>
  `${verb} ${path}, which is not in ${root}`;
const reads = (path: string) => `reads ${path}, where credentials are kept`;
const baseName = (word = "") => word.slice(word.lastIndexOf("/") + 1);
const spaced = (text: string) => redact(text).text.replace(/\s+/g, " ").trim();
