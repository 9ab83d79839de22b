import { split } from "./shell_words.ts";

/** What git commands stand for that the user, or the repository, has made up. */
export type Aliases = ReadonlyMap<string, string>;
export const NO_ALIASES: Aliases = new Map();

/** Options of git itself that take the next word. */
const WITH_VALUE = new Set([
  "-C",
  "-c",
  "--git-dir",
  "--work-tree",
  "--namespace",
  "--config-env",
  "--attr-source",
]);

interface GitCommand {
  /** Undefined where there are only options. */
  name: string | undefined;
  args: readonly string[];
  /** What `-c` sets: names in lower case, and values. */
  settings: readonly (readonly [string, string])[];
}

export function gitCommand(words: readonly string[]): GitCommand {
  const settings: [string, string][] = [];
  let at = 0;
  for (; words[at]?.startsWith("-"); at++) {
    if (!WITH_VALUE.has(words[at] ?? "")) continue;
    at++;
    const [, name = "", value = ""] = /^([^=]*)=?([^]*)$/.exec(words[at] ?? "") ?? [];
    if (words[at - 1] === "-c") settings.push([name.toLowerCase(), value]);
  }
  return { name: words[at], args: words.slice(at + 1), settings };
}

/** The command that a git command runs in its own place: what it is an alias of, or what `bisect run` is told. Undefined where it runs none. */
export function gitCarries(words: readonly string[], aliases: Aliases): string[] | undefined {
  const { name, args } = gitCommand(words);
  if (name === "bisect" && args[0] === "run") return args.slice(1);
  const value = aliasValue(words, aliases);
  // One that stands for itself is git's own command.
  const own = value === undefined || value.startsWith("!") ? undefined : split(value).commands[0]?.words;
  return own === undefined || own[0] === name ? undefined : ["git", ...own, ...args];
}

/** Shell texts that a git command runs, or has git run from now on. */
export function gitScripts(words: readonly string[], aliases: Aliases): string[] {
  const { name, args, settings } = gitCommand(words);
  const found = settings.map(([key, value]) => settingScript(key, value));
  const alias = aliasValue(words, aliases);
  if (alias?.startsWith("!")) found.push([alias.slice(1), ...args.map(quoted)].join(" "));
  if (name === "config") {
    const at = args.findIndex((arg) => /^alias\./i.test(arg));
    if (at >= 0) found.push(settingScript("alias.", args[at + 1] ?? ""));
  }
  if (name === "submodule") {
    const at = args.indexOf("foreach");
    if (at >= 0) found.push(withoutOptions(args.slice(at + 1)).join(" "));
  }
  if (name === "rebase") {
    for (const [at, arg] of args.entries()) {
      if (arg === "-x" || arg === "--exec") found.push(args[at + 1] ?? "");
      else if (/^(?:-x.|--exec=)/.test(arg)) found.push(arg.replace(/^(?:-x|--exec=)/, ""));
    }
  }
  return found.filter((text) => text !== "");
}

function aliasValue(words: readonly string[], aliases: Aliases): string | undefined {
  const { name = "", settings } = gitCommand(words);
  const key = name.toLowerCase();
  return settings.findLast(([setting]) => setting === `alias.${key}`)?.[1] ?? aliases.get(key);
}

/** Many settings name a program; one that names none is no command either. */
function settingScript(key: string, value: string): string {
  if (value.startsWith("!")) return value.slice(1);
  return key.startsWith("alias.") && value !== "" ? `git ${value}` : value;
}

function withoutOptions(args: readonly string[]): readonly string[] {
  const at = args.findIndex((arg) => !arg.startsWith("-"));
  return at < 0 ? [] : args.slice(at);
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
