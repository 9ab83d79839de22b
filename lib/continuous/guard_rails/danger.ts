import { createHash } from "node:crypto";
import { redact } from "../../guard/secrets/redact.ts";
import { linksOf } from "./carriers.ts";
import { whyDangerous } from "./command_danger.ts";
import { type Aliases, NO_ALIASES } from "./git_command.ts";
import { baseName } from "./words.ts";
import { type Known, type SimpleCommand, simpleCommands } from "./simple_commands.ts";
import { whyUnseen } from "./unseen.ts";

/** A command that may cost work nobody can give back, so a person is always asked first. */
export interface Danger {
  /** The command, as far as it was understood; a long one is cut, with a mark of the whole: who allows it allows no other that begins like it. */
  command: string;
  /** What it would do, as an end of "it …". */
  why: string;
}

const MAX_SHOWN = 160;
/** Characters of a command that are looked through. Linux takes half of it in one argument, so a longer one comes from no shell. */
const MAX_CHARS = 256 * 1024;
/** Words behind the first of a command that stands in a sentence. */
const PROSE_WORDS = 8;

/** What is dangerous in a shell text. */
export function dangers(text: string, aliases: Aliases = NO_ALIASES, known: Known = {}): Danger[] {
  if (text.length > MAX_CHARS) return [{ command: shown(text), why: "is too long to be looked through" }];
  const commands = simpleCommands(text, aliases, known);
  if (commands === undefined) {
    return [{ command: shown(text), why: "is nested too deep to be looked through" }];
  }
  const found = commands.flatMap((command) => {
    const why = whyDangerous(command.links, command.inLoop) ?? whyUnseen(command.runs) ?? whyMade(command) ??
      (command.typed ? "runs what is typed into it, which is told to nobody" : whyCarried(command));
    return [...(why === undefined ? [] : [{ command: shown(command.text), why }]), ...inOwnWords(command)];
  });
  return unique([...found, ...inText(text, WHOLE_TEXTS)]);
}

/** What is dangerous in a text for people, or for a model, that has commands in it. */
export function dangersInProse(text: string): Danger[] {
  return unique(
    text.split("\n").flatMap((line) => {
      const piped = FETCHED.exec(line);
      return [
        ...inWords(proseWords(line), PROSE_HEADS, false),
        ...(piped ? [{ command: shown(piped[0]), why: "runs a program from the network unseen" }] : []),
        ...inText(line, [...TEXTS, ...WHOLE_TEXTS]),
      ];
    }),
  );
}

/** Why a program should not be run that another command makes: what that is told to print, `sed` and `awk` say, has commands in it. */
function whyMade({ runs }: SimpleCommand): string | undefined {
  for (const words of runs) {
    for (const { why } of inWords(words.slice(1).join(" ").split(/\s+/), MADE_HEADS, true)) return why;
  }
  return undefined;
}

function* inWords(texts: readonly string[], heads: ReadonlySet<string>, inLoop: boolean): Iterable<Danger> {
  const words = texts.map((word) => word.replace(/^[`"'“(]+|[`"'”),.;:!?，。；]+$/g, ""));
  for (const [at, word] of words.entries()) {
    if (!heads.has(baseName(word))) continue;
    const command = words.slice(at, at + PROSE_WORDS);
    const why = whyDangerous(linksOf(command), inLoop);
    if (why !== undefined) yield { command: shown(command.join(" ")), why };
  }
}

/** Not where they are only looked for, or kept: in a pattern of `grep`, a commit's message, a file that is written. */
function inOwnWords({ own, feeds }: SimpleCommand): Danger[] {
  const head = baseName(own[0] ?? "");
  return SEARCHERS.has(head) || (KEEPERS.has(head) && !feeds) ? [] : inText(own.join(" "), TEXTS);
}

/** Why what a command runs with its own words may cost work: in a container, as another user, when a file changes. */
function whyCarried({ own: [first = "", ...rest], inLoop }: SimpleCommand): string | undefined {
  const head = baseName(first);
  if (SEARCHERS.has(head) || KEEPERS.has(head)) return undefined;
  for (const { why } of inWords(rest, CARRIED_HEADS, inLoop)) return why;
  return undefined;
}

interface Pattern {
  pattern: RegExp;
  /** As in `Danger`. */
  why: string;
}

function inText(text: string, texts: readonly Pattern[]): Danger[] {
  return texts.flatMap(({ pattern, why }) => {
    const match = pattern.exec(text);
    return match === null ? [] : [{ command: shown(match[0]), why }];
  });
}

/** Heads that are commands and not words of a language when they stand in a sentence. */
const PROSE_HEADS = new Set([
  "rm",
  "git",
  "sudo",
  "doas",
  "rimraf",
  "mmv",
  "prename",
  "shred",
  "dd",
  "wipefs",
  "rsync",
  "chmod",
  "chown",
  "killall",
  "pkill",
  "crontab",
  "npm",
  "pnpm",
  "yarn",
  "cargo",
  "twine",
  "docker",
  "kubectl",
  "terraform",
  "gh",
  "dropdb",
  "xargs",
  "find",
]);

/** The same in the texts of `sed` and `awk`. */
const MADE_HEADS: ReadonlySet<string> = new Set([...PROSE_HEADS, "mv"]);

/** The same among the words of another command. What is dangerous by its name alone may be installed there, or looked for. */
const CARRIED_HEADS: ReadonlySet<string> = new Set(
  [...PROSE_HEADS].filter((head) => whyDangerous(linksOf([head]), false) === undefined),
);

/** Where a command begins right behind a word of a language that is written without spaces. */
const BEHIND_WORDS = new RegExp(
  `\\s+|(?<=\\P{ASCII}[\`"'(]?)(?=(?:[\\w.-]*/)?(?:${[...PROSE_HEADS].join("|")})(?![\\w-]))`,
  "u",
);

/** The words of a sentence, without what such a language puts right behind them. */
function proseWords(line: string): string[] {
  return line.split(BEHIND_WORDS).map((word) =>
    word.replace(/(?<=.)[`"']?[，。；：！？、）】」』”’].*$/u, "").replace(
      /^(-[\x21-\x7e]+)\P{ASCII}.*$/u,
      "$1",
    )
  );
}

const FETCHED = /\b(?:curl|wget)\b[^\n;|]{0,500}\|\s{0,9}(?:sudo\s{1,9})?(?:ba|da|z)?sh\b/;

const SEARCHERS = new Set(["grep", "egrep", "fgrep", "rg", "ag", "ack", "git"]);
const KEEPERS = new Set(["cat", "echo", "printf", "tee", "apply_patch"]);

/** What is seen in the text as a whole, where its commands look harmless. */
const WHOLE_TEXTS: readonly Pattern[] = [
  { pattern: />\s{0,9}\/dev\/(?:sd|nvme|vd|hd|mmcblk)\w{0,20}/, why: "overwrites a disk" },
  {
    pattern: /:\s{0,9}\(\s{0,9}\)\s{0,9}\{[^}|]{0,80}\|[^}&]{0,80}&/,
    why: "starts processes without end",
  },
];

/** What is seen in the text of a command, where its words look harmless. */
const TEXTS: readonly Pattern[] = [
  { pattern: /\bmkfs(?:\.\w{1,20})?\s/, why: "makes a new file system in the place of one" },
  { pattern: /\b(?:DROP|TRUNCATE)\s{1,9}(?:TABLE|DATABASE|SCHEMA)\b/i, why: "deletes data of a database" },
  {
    pattern: /\bshutil\.rmtree\s{0,9}\(|\bfs\.rmSync\s{0,9}\([^)]{0,300}recursive/,
    why: "deletes folders with all that is in them",
  },
];

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
