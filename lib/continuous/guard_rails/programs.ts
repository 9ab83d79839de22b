import { type Link, linksOf } from "./carriers.ts";
import { type Aliases, gitScripts } from "./git_command.ts";
import { commandsCalled } from "./language_calls.ts";
import { handedText, printed } from "./printed.ts";
import { withoutRedirections } from "./redirections.ts";
import { split } from "./shell_words.ts";
import { baseName } from "./words.ts";

type Words = readonly string[];

/** A text that a command runs as a shell's script. */
interface Script {
  text: string;
  /** Whether it is run for one thing after another. */
  again: boolean;
  /** Whether its commands say by themselves what is run. */
  alone: boolean;
  /** What the shell that runs it is given: its name, and what stands behind it. Absent where it has what the text around it has. */
  args?: Words;
}

/** What a command runs besides itself. */
interface Programs {
  scripts: Script[];
  /** Commands whose output is run. */
  runs: Words[];
  /** Texts of other languages, from files that were written before. */
  programs: string[];
  /** Whether it runs what is typed into it, where nothing else feeds it. */
  typed: boolean;
}

const SHELL = /^(?:ba|da|z|k|mk|a|fi|c|tc)?sh$/;
/** Words that end what may be fed as a whole, a loop or a choice. */
const BLOCK_END = /^(?:done|fi|esac)$/;
/** It takes nothing between backticks for a command, as the others do, and what it is fed is no shell's text. */
const PYTHON = /^(?:python|pypy)[\d.]*$/;
const INTERPRETER = /^(?:python|pypy|perl|ruby|node|php|lua)[\d.]*$/;
/** Programs that hand the word behind `-c` to a shell. */
const WITH_SCRIPT = new Set(["flock", "script", "su", "runuser", "npx"]);
/** Others that are given a program of their own language. */
const WITH_PROGRAM = /^(?:deno|bun|[gmn]?awk)$/;
/** A file that says of itself that no shell runs it. */
const OTHER_LANGUAGE = /^#!.*\b(?:python|pypy|perl|ruby|node|php|lua|deno|bun)/;
const SUBSTITUTION = /^(?:\$\(|`|<\()/;

/**
 * What a command and those it carries run besides themselves: `bash -lc TEXT`, `eval TEXT`, `env -S TEXT`, `source <(…)`, and what they are fed where they
 * take that for a program.
 *
 * @param feeders the commands that feed it.
 * @param files what the text has written into files before, by their names without folders.
 */
export function programsOf(
  links: readonly Link[],
  { feeders, files, aliases }: {
    feeders: readonly Words[];
    files: ReadonlyMap<string, string>;
    aliases: Aliases;
  },
): Programs {
  const found: Programs = { scripts: [], runs: [], programs: [], typed: false };
  for (const { words, again, joined } of links) {
    const script = (text: string, alone = true, args?: Words) =>
      found.scripts.push({ text, again, alone, ...(args === undefined || again ? {} : { args }) });
    const output = (commands: readonly Words[], rest: Words = []) => {
      for (const each of commands) {
        const text = printed(each);
        if (text === undefined) found.runs.push(each);
        else script([text, ...rest].join(" "), rest.length === 0);
      }
    };
    const [first = "", ...args] = words;
    const head = baseName(first);
    if (joined) script(withoutRedirections(words).join(" "), false);
    for (const text of scriptsIn(head, args, aliases)) {
      script(text, true, SHELL.test(head) ? shellArguments(args).given : undefined);
    }
    const inLanguage = INTERPRETER.test(head) || WITH_PROGRAM.test(head);
    for (const file of inLanguage ? args : filesRun(words)) {
      const text = files.get(baseName(file));
      if (text === undefined) continue;
      if (inLanguage || OTHER_LANGUAGE.test(text)) found.programs.push(text);
      else script(text);
    }
    if (head === "for" && args[1] === "in") {
      for (const value of args.slice(2)) if (/\s/.test(value)) script(value);
    }
    for (const program of [...(inLanguage ? args : []), ...found.programs]) {
      for (const text of commandsCalled(program)) script(text);
    }
    if (SUBSTITUTION.test(first)) output(commandsIn(first), args);
    for (const word of substituted(head, args)) output(commandsIn(word));
    const text = handedText(args);
    const takes = takesItsInput(words);
    if (text !== undefined && (takes || BLOCK_END.test(head) || args.some(isShell)) && !PYTHON.test(head)) {
      script(text);
    }
    found.typed ||= takes && !again && feeders.length === 0 && isTalkedTo(head, args);
    if (takes) {
      output(head === "xargs" ? feeders.filter((each) => printed(each) !== undefined) : feeders);
    }
  }
  return found;
}

/** Files that a command runs as a shell's script. */
function filesRun([first = "", ...args]: Words): string[] {
  if (isShell(first)) {
    const { script, file } = shellArguments(args);
    if (file !== undefined) return [file];
    return script === undefined ? args.filter((_, at) => args[at - 1] === "<") : [];
  }
  if (/^(?:source|\.)$/.test(first)) return args.slice(0, 1);
  return first.includes("/") ? [first] : [];
}

/** Whether a command that takes its input for a program has it from whoever started it. */
function isTalkedTo(head: string, args: Words): boolean {
  return (SHELL.test(head) || INTERPRETER.test(head) || head === "ssh") &&
    !args.some((arg) => /^0?</.test(arg) || /^--(?:version|help)$/.test(arg));
}

function isShell(word: string): boolean {
  return SHELL.test(baseName(word));
}

function scriptsIn(head: string, args: Words, aliases: Aliases): string[] {
  if (SHELL.test(head)) {
    const { script } = shellArguments(args);
    return script === undefined ? [] : [script];
  }
  if (head === "eval") return [args.join(" ")];
  if (head === "trap") return args.slice(0, 1);
  if (head === "git") return gitScripts(args, aliases);
  if (head === "env") {
    const at = args.findIndex((word) => /^(?:-[a-zA-Z]*S|--s[a-z-]*)$/.test(word));
    const attached = args.find((word) => /^(?:-[a-zA-Z]*S|--s[a-z-]*=)./.test(word));
    return at >= 0
      ? [args.slice(at + 1).join(" ")]
      : attached === undefined
      ? []
      : [attached.replace(/^(?:-[a-zA-Z]*?S|--s[a-z-]*=)/, "")];
  }
  if (head === "parallel") {
    const at = args.indexOf(":::");
    // Without a command, the things themselves are commands.
    return at >= 0 && args.slice(0, at).every((word) => word.startsWith("-")) ? args.slice(at + 1) : [];
  }
  if (!WITH_SCRIPT.has(head)) return [];
  return args.filter((_, at) => /^(?:-[a-z]*c|--(?:command|call|session-command))$/.test(args[at - 1] ?? ""));
}

/** Words of `<(…)` and `$(…)` whose output a command runs. */
function substituted(head: string, args: Words): string[] {
  const behindLess = (word: string, at: number) => word.startsWith("<(") && args[at - 1] === "<";
  if (SHELL.test(head)) {
    const { file = "" } = shellArguments(args);
    return [file, ...args.filter(behindLess)].filter((word) => word.startsWith("<("));
  }
  if (head === "source" || head === ".") return args.slice(0, 1).filter((word) => word.startsWith("<("));
  return INTERPRETER.test(head) ? args.filter((word) => SUBSTITUTION.test(word)) : [];
}

/** Whether a command takes what it is fed for a program, or, as `xargs` does, for words of one. */
export function takesItsInput([first = "", ...rest]: Words): boolean {
  const head = baseName(first);
  const args = withoutRedirections(rest);
  if (SHELL.test(head)) {
    const { script, file } = shellArguments(args);
    return script === undefined && file === undefined;
  }
  if (head === "source" || head === ".") return /^\/dev\/(?:stdin|fd\/0)$/.test(args[0] ?? "");
  if (INTERPRETER.test(head)) {
    const at = args.findIndex((arg) => arg === "-" || !arg.startsWith("-"));
    const options = at < 0 ? args : args.slice(0, at);
    return (at < 0 || args[at] === "-") &&
      !options.some((arg) => /^-[a-z]*[cempr]|^-[vVhi]$|^--(?:eval|print|check|help|version)/i.test(arg));
  }
  if (head === "parallel") return args.every((arg) => arg.startsWith("-"));
  if (head === "ssh") return linksOf([first, ...args]).length === 1;
  return head === "xargs" || head === "at" || head === "batch";
}

/** The script behind `-c` with what it is given, or the file that a shell runs; neither where it reads its input. */
function shellArguments(words: Words): { script?: string; file?: string; given?: Words } {
  const args = withoutRedirections(words);
  let at = 0;
  let named = false;
  let input = false;
  for (; /^[-+]./.test(args[at] ?? ""); at++) {
    const arg = args[at] ?? "";
    if (arg === "--") {
      at++;
      break;
    }
    named ||= /^-[A-Za-z]*c/.test(arg);
    input ||= /^-[A-Za-z]*s/.test(arg);
    if (/^[-+][A-Za-z]*[oO]$|^--(?:rcfile|init-file)$/.test(arg)) at++;
  }
  const word = args[at];
  if (word === undefined || word === "-" || /^\/dev\/(?:stdin|fd\/0)$/.test(word)) return {};
  if (named) return { script: word, given: args.slice(at + 1) };
  return input ? {} : { file: word };
}

/** The commands of the first substitution in a word. */
function commandsIn(word: string): Words[] {
  return split(split(word).inner[0] ?? "").commands.map(({ words }) => words);
}
