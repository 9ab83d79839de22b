import { createHash } from "node:crypto";
import { redact } from "../../guard/secrets/redact.ts";
import { gitDanger } from "./git_danger.ts";
import { baseName, type SimpleCommand, simpleCommands } from "./shell_words.ts";

/** A command that may cost work nobody can give back, so a person is always asked first. */
export interface Danger {
  /** The command, as far as it was understood; a long one is cut, with a mark of the whole: who allows it allows no other that begins like it. */
  command: string;
  /** What it would do, as an end of "it …". */
  why: string;
}

const MAX_SHOWN = 160;
/** Programs that run the command that follows them, with those of their options that take the next word. */
const CARRIERS: Readonly<Record<string, readonly string[]>> = {
  env: ["-u", "--unset", "-C", "--chdir"],
  nohup: [],
  nice: ["-n", "--adjustment"],
  time: ["-f", "--format", "-o", "--output"],
  timeout: ["-s", "--signal", "-k", "--kill-after"],
  command: [],
  builtin: [],
  exec: ["-a"],
  xargs: ["-I", "-n", "-P", "-L", "-d", "-E", "-a", "-s", "--max-args", "--max-procs", "--delimiter"],
  stdbuf: ["-i", "-o", "-e", "--input", "--output", "--error"],
  setsid: [],
  ionice: ["-c", "-n", "--class", "--classdata"],
  busybox: [],
  watch: ["-n", "--interval"],
  npx: ["-p", "--package"],
  bunx: [],
};
const AS_ROOT = new Set(["sudo", "doas"]);

/** What is dangerous in a shell text. */
export function dangers(text: string): Danger[] {
  const found = simpleCommands(text).flatMap((command) => {
    const why = whyDangerous(command);
    return why === undefined ? [] : [{ command: shown(command.words.join(" ")), why }];
  });
  for (const { pattern, why } of TEXTS) {
    const match = pattern.exec(text);
    if (match) found.push({ command: shown(match[0]), why });
  }
  return unique(found);
}

/** What is dangerous in a text for people, or for a model, that has commands in it. */
export function dangersInProse(text: string): Danger[] {
  const found: Danger[] = [];
  for (const line of text.split("\n")) {
    const words = line.split(/\s+/).map((word) => word.replace(/^[`"'“(]+|[`"'”),.;:!?，。；]+$/g, ""));
    for (let at = 0; at < words.length; at++) {
      if (!PROSE_HEADS.has(baseName(words[at] ?? ""))) continue;
      const rest = words.slice(at, at + 8);
      const why = whyDangerous({ words: rest, inLoop: false });
      if (why !== undefined) found.push({ command: shown(rest.join(" ")), why });
    }
    for (const { pattern, why } of TEXTS) {
      const match = pattern.exec(line);
      if (match) found.push({ command: shown(match[0]), why });
    }
  }
  return unique(found);
}

function whyDangerous({ words, inLoop }: SimpleCommand): string | undefined {
  const head = baseName(words[0] ?? "");
  const rest = words.slice(1);
  if (AS_ROOT.has(head)) return "runs as another user, with more rights than you gave";
  const valued = Object.hasOwn(CARRIERS, head) ? CARRIERS[head] : undefined;
  if (valued !== undefined) {
    const at = rest.findIndex((word, index) =>
      !word.startsWith("-") && !valued.includes(rest[index - 1] ?? "") && !/^[A-Za-z_]\w*=/.test(word) &&
      !/^\d+[smhd]?$/.test(word)
    );
    if (at < 0) return undefined;
    return whyDangerous({ words: rest.slice(at), inLoop: inLoop || head === "xargs" });
  }
  if (head === "git") return gitDanger(rest, inLoop);
  if (head === "find" || head === "fd") return findDanger(rest);
  if (inLoop && (head === "mv" || head === "rm")) {
    return head === "mv" ? RENAMES : "deletes many files at once";
  }
  return Object.hasOwn(COMMANDS, head) ? COMMANDS[head]?.(rest) : undefined;
}

const RENAMES = "renames many files at once";

function findDanger(args: readonly string[]): string | undefined {
  if (args.includes("-delete")) return "deletes whatever it finds";
  const at = args.findIndex((arg) => /^-(?:exec|execdir|ok|okdir|x|X)$/.test(arg));
  const run = at < 0 ? undefined : baseName(args[at + 1] ?? "");
  if (run === "rm" || run === "shred") return "deletes whatever it finds";
  if (run === "mv" || run === "rename") return RENAMES;
  return at < 0 ? undefined : whyDangerous({ words: args.slice(at + 1), inLoop: true });
}

/** Whether one of the options is there, alone or among short ones written together. */
function has(args: readonly string[], ...options: string[]): boolean {
  return args.some((arg) =>
    options.some((option) =>
      option.startsWith("--")
        ? arg === option || arg.startsWith(`${option}=`)
        : /^-[A-Za-z]+$/.test(arg) && arg.includes(option.slice(1))
    )
  );
}

const words = (...wanted: string[]) => (why: string) => (args: readonly string[]) =>
  wanted.every((each) => args.includes(each)) ? why : undefined;
const always = (why: string) => () => why;
const recursive = (why: string) => (args: readonly string[]) =>
  has(args, "-R", "-r", "--recursive") ? why : undefined;

const publish = (args: readonly string[]) =>
  args[0] === "publish" || args[0] === "unpublish" || (args[0] === "npm" && args[1] === "publish")
    ? "publishes a package for everybody, for good"
    : undefined;

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => string | undefined>> = {
  rm: (args) =>
    has(args, "-r", "-R", "--recursive")
      ? "deletes folders with all that is in them"
      : args.some((arg) => /^[./~]*\*/.test(arg))
      ? "deletes many files at once"
      : undefined,
  rimraf: always("deletes folders with all that is in them"),
  trash: always("deletes files"),
  mv: (args) => args.some((arg) => /[*?]/.test(arg)) ? RENAMES : undefined,
  rename: always(RENAMES),
  prename: always(RENAMES),
  mmv: always(RENAMES),
  shred: always("destroys the content of files"),
  dd: (args) => args.some((arg) => arg.startsWith("of=")) ? "overwrites a device or a file" : undefined,
  fdisk: always("changes a disk"),
  wipefs: always("changes a disk"),
  parted: always("changes a disk"),
  truncate: always("cuts files off"),
  rsync: (args) =>
    args.some((arg) => arg.startsWith("--delete")) ? "deletes what the source does not have" : undefined,
  chmod: recursive("changes the rights of a whole tree"),
  chown: recursive("changes the owner of a whole tree"),
  chgrp: recursive("changes the group of a whole tree"),
  killall: always("ends processes by name"),
  pkill: always("ends processes by name"),
  kill: (args) => args.includes("-1") && args.length > 1 ? "ends all processes" : undefined,
  shutdown: always("stops the machine"),
  reboot: always("stops the machine"),
  halt: always("stops the machine"),
  poweroff: always("stops the machine"),
  crontab: (args) => args.includes("-r") ? "deletes all scheduled jobs" : undefined,
  su: always("runs as another user, with more rights than you gave"),
  npm: publish,
  pnpm: publish,
  yarn: publish,
  cargo: publish,
  poetry: publish,
  deno: publish,
  jsr: publish,
  twine: (args) => args[0] === "upload" ? "publishes a package for everybody, for good" : undefined,
  gem: (args) => args[0] === "push" ? "publishes a package for everybody, for good" : undefined,
  docker: (args) =>
    args.includes("prune") || (args[0] === "volume" && args[1] === "rm")
      ? "deletes images, containers or volumes"
      : undefined,
  kubectl: words("delete")("deletes things of a cluster"),
  terraform: (args) => args[0] === "destroy" || args[0] === "apply" ? "changes infrastructure" : undefined,
  gh: (args) => args[1] === "delete" ? "deletes something on GitHub" : undefined,
  aws: (args) =>
    args.some((arg) => /^(?:rm|rb|delete-|terminate-)/.test(arg))
      ? "deletes something in the cloud"
      : undefined,
  dropdb: always("deletes a database"),
};

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

/** What is seen in the text as a whole, where its parts look harmless. */
const TEXTS: readonly { pattern: RegExp; why: string }[] = [
  {
    pattern: /\b(?:curl|wget)\b[^\n;|]*\|\s*(?:sudo\s+)?(?:ba|da|z)?sh\b/,
    why: "runs a program from the network unseen",
  },
  { pattern: /\bmkfs(?:\.\w+)?\s/, why: "makes a new file system in the place of one" },
  { pattern: />\s*\/dev\/(?:sd|nvme|vd|hd|mmcblk)\w*/, why: "overwrites a disk" },
  { pattern: /:\s*\(\s*\)\s*\{[^}]*\|[^}]*&[^}]*\}/, why: "starts processes without end" },
  { pattern: /\b(?:DROP|TRUNCATE)\s+(?:TABLE|DATABASE|SCHEMA)\b/i, why: "deletes data of a database" },
  {
    pattern: /\bshutil\.rmtree\s*\(|\bfs\.rmSync\s*\([^)]*recursive/,
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
