import { createHash } from "node:crypto";
import { redact } from "../../guard/secrets/redact.ts";
import { GIT, PROGRAMS, TEXTS } from "./danger_table.ts";

/** A command that may cost work nobody can give back, so a person is always asked first. */
export interface Danger {
  /** The command; a long one is cut, with a mark of the whole: who allows it allows no other that begins like it. */
  command: string;
  /** What it would do, as an end of "it …". */
  why: string;
}

export const UNSEEN = "runs a program that nobody can read before";

const MAX_SHOWN = 160;
/** Wrappers in one another that are followed; more are nobody's honest work. */
const MAX_WRAPPERS = 12;
/** Programs that run the command among their arguments; and those of them that run it again and again. */
export const WRAPPERS = new Set(
  "env nohup nice time timeout command builtin exec xargs parallel stdbuf setsid ionice busybox watch flock taskset chrt strace fakeroot caffeinate cross-env ssh npx bunx find fd docker podman kubectl unshare gosu entr sh bash script"
    .split(" "),
);
const AGAIN = new Set(["xargs", "parallel", "watch", "find", "fd"]);
/** Programs in whose words a dangerous text is only looked for, or kept. */
export const KEEPERS = new Set("grep egrep fgrep rg ag ack git cat echo printf tee apply_patch".split(" "));

/** Why a command, or one that it runs with its own words, may cost work. */
export function whyOf(words: readonly string[], again: boolean, left = MAX_WRAPPERS): string | undefined {
  const [head, ...args] = [baseName(words[0]), ...words.slice(1)];
  if (left === 0) return "is wrapped too deep to be read";
  if (head === "git") return whyOfGit(args, again, left);
  const why = PROGRAMS.get(head)?.(args, again);
  if (why !== undefined || !WRAPPERS.has(head)) return why;
  const at = args.findIndex((arg) => isProgram(arg) || KEEPERS.has(baseName(arg)));
  return at < 0 ? undefined : whyOf(args.slice(at), again || AGAIN.has(head), left - 1);
}

function isProgram(word: string): boolean {
  const name = baseName(word);
  return name === "git" || WRAPPERS.has(name) || PROGRAMS.has(name);
}

function whyOfGit(args: readonly string[], again: boolean, left: number): string | undefined {
  const { name, rest } = gitCommand(args);
  if (name === "submodule" || name === "bisect") {
    const at = rest.findIndex((arg) => isProgram(arg));
    return at < 0 ? undefined : whyOf(rest.slice(at), again, left - 1);
  }
  return GIT.get(name)?.(rest, again);
}

/** The subcommand of git with its arguments: options of git itself stand before it, some with a value. */
export function gitCommand(args: readonly string[]): { name: string; rest: readonly string[] } {
  const valued = /^(?:-C|-c|--git-dir|--work-tree|--namespace|--config-env|--attr-source|--exec-path)$/;
  const at = args.findIndex((arg, index) => !arg.startsWith("-") && !valued.test(args[index - 1] ?? ""));
  return at < 0 ? { name: "", rest: [] } : { name: args[at] ?? "", rest: args.slice(at + 1) };
}

/** What is dangerous in a text, whatever command has it. */
export function textDangers(text: string, texts = TEXTS): Danger[] {
  return texts.flatMap(({ pattern, why }) => {
    const match = pattern.exec(text);
    return match === null ? [] : [{ command: shown(match[0]), why }];
  });
}

/** A program's name without its folders. */
export function baseName(word = ""): string {
  return word.slice(word.lastIndexOf("/") + 1);
}

/** Each danger once. */
export function unique(found: readonly Danger[]): Danger[] {
  return [...new Map(found.map((each) => [each.command, each])).values()];
}

/** Without its secrets, as it is written down: who is asked about it and allows it must have allowed this very text. */
export function shown(text: string): string {
  const line = redact(text).text.replace(/\s+/g, " ").trim();
  if (line.length <= MAX_SHOWN) return line;
  const mark = createHash("sha256").update(line).digest("hex").slice(0, 16);
  return `${line.slice(0, MAX_SHOWN)}… (${line.length} characters, ${mark})`;
}
