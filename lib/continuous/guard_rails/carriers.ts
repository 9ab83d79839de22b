import { type Aliases, gitCarries, NO_ALIASES } from "./git_command.ts";
import { baseName } from "./words.ts";

/** A program that runs the command that follows it. */
interface Carrier {
  /** Its options that take the next word. */
  valued: readonly string[];
  /** Words of its own before the command, options not counted. */
  operands?: number;
  /** Whether it runs the command again and again, for one thing each. */
  again?: true;
  /** Whether it hands the words, joined, to a shell. */
  joined?: true;
}

const CARRIERS: Readonly<Record<string, Carrier>> = {
  env: { valued: ["-u", "--unset", "-C", "--chdir"] },
  nohup: { valued: [] },
  nice: { valued: ["-n", "--adjustment"] },
  time: { valued: ["-f", "--format", "-o", "--output"] },
  timeout: { valued: ["-s", "--signal", "-k", "--kill-after"], operands: 1 },
  command: { valued: [] },
  builtin: { valued: [] },
  exec: { valued: ["-a"] },
  xargs: {
    valued: ["-I", "-n", "-P", "-L", "-d", "-E", "-a", "-s", "--arg-file", "--delimiter", "--max-args"]
      .concat("--max-chars", "--max-procs", "--process-slot-var"),
    again: true,
  },
  parallel: {
    valued: ["-j", "-P", "-I", "-n", "-N", "-L", "-a", "-S", "-C", "-d", "-s", "--jobs", "--max-procs"]
      .concat(
        "--arg-file",
        "--colsep",
        "--delay",
        "--delimiter",
        "--joblog",
        "--load",
        "--max-args",
        "--results",
      )
      .concat("--retries", "--sshlogin", "--timeout", "--workdir", "--wd"),
    again: true,
    joined: true,
  },
  stdbuf: { valued: ["-i", "-o", "-e", "--input", "--output", "--error"] },
  setsid: { valued: [] },
  ionice: { valued: ["-c", "-n", "--class", "--classdata"] },
  busybox: { valued: [] },
  watch: { valued: ["-n", "--interval"], again: true, joined: true },
  flock: { valued: ["-w", "--timeout", "--wait", "-E", "--conflict-exit-code"], operands: 1 },
  taskset: { valued: [], operands: 1 },
  chrt: { valued: ["-T", "-P", "-D"], operands: 1 },
  strace: { valued: ["-e", "-o", "-s", "-u", "-E", "-P", "-p"] },
  fakeroot: { valued: ["-i", "-s", "-l", "-f", "-b"] },
  caffeinate: { valued: ["-t", "-w"] },
  "cross-env": { valued: [] },
  ssh: {
    valued: [..."BbcDEeFIiJLlmOopQRSWw"].map((letter) => `-${letter}`),
    operands: 1,
    joined: true,
  },
  npx: { valued: ["-p", "--package"] },
  bunx: { valued: ["-p", "--package"] },
};
/** Commands that carry one another and are followed; more are nobody's honest work. */
export const MAX_LINKS = 12;

/** A command, or one that another carries. */
export interface Link {
  words: readonly string[];
  /** Whether it is run again and again. */
  again: boolean;
  /** Whether a shell reads its words anew. */
  joined: boolean;
}

/** A command and those it carries, the outermost first, at most `MAX_LINKS`. */
export function linksOf(words: readonly string[], aliases: Aliases = NO_ALIASES): Link[] {
  const links: Link[] = [{ words, again: false, joined: false }];
  while (links.length < MAX_LINKS) {
    const last = links[links.length - 1];
    const next = last === undefined ? undefined : carriedBy(last.words, aliases);
    if (last === undefined || next === undefined) break;
    links.push({ ...next, again: last.again || next.again });
  }
  return links;
}

/** The command that a command runs with its own words; undefined where it runs none. */
function carriedBy([first = "", ...rest]: readonly string[], aliases: Aliases): Link | undefined {
  const head = baseName(first);
  if (head === "git") {
    const words = gitCarries(rest, aliases);
    return words && { words, again: false, joined: false };
  }
  if (head === "find" || head === "fd") {
    const at = rest.findIndex((arg) => /^-(?:exec|execdir|ok|okdir|x|X|-exec|-exec-batch)$/.test(arg));
    return at < 0 ? undefined : { words: rest.slice(at + 1), again: true, joined: false };
  }
  const carrier = Object.hasOwn(CARRIERS, head) ? CARRIERS[head] : undefined;
  // That one only tells what a name stands for.
  const isQuestion = head === "command" && /^-[pvV]*[vV]/.test(rest[0] ?? "");
  if (carrier === undefined || isQuestion) return undefined;
  let operands = carrier.operands ?? 0;
  const at = rest.findIndex((word, index) =>
    !word.startsWith("-") && !takesNext(rest[index - 1] ?? "", carrier.valued) &&
    !/^[A-Za-z_]\w*=/.test(word) && operands-- <= 0
  );
  // The things that `parallel` runs a command for stand behind it.
  const things = head === "parallel" ? rest.findIndex((word) => /^:::/.test(word)) : -1;
  if (at < 0 || (things >= 0 && at >= things)) return undefined;
  return {
    words: rest.slice(at, things < 0 ? undefined : things),
    again: carrier.again === true,
    joined: carrier.joined === true,
  };
}

/** Whether an option takes the word behind it: written out, abbreviated, or the last of several short ones. */
function takesNext(word: string, valued: readonly string[]): boolean {
  if (!word.startsWith("-")) return false;
  if (word.startsWith("--")) return word.length > 2 && valued.some((option) => option.startsWith(word));
  const at = [...word].findIndex((letter, index) => index > 0 && valued.includes(`-${letter}`));
  return at > 0 && at === word.length - 1;
}
