import { EXIT } from "../contract/error_codes.ts";
import { nearest } from "../settings/nearest.ts";
import { standing } from "../settings/small_file.ts";
import { systemWorld, type World } from "../settings/world.ts";
import { print } from "./output.ts";

/** A command line that cannot be understood; `help` tells how it is meant. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";

  constructor(message: string, public help = "") {
    super(message);
  }
}

/** A few lines for stderr: what is wrong, the first line of the help, and where more is said. */
export function usageText({ message, help }: UsageError): string {
  const usage = /^Usage: .*/.exec(help)?.[0] ?? "";
  const command = /codex-auto(?: (?:--)?[a-z]+(?![^ ]))?/.exec(usage)?.[0] ?? "codex-auto";
  const more = /^More: .*/m.exec(help)?.[0] ?? `${command} --help tells more`;
  return [message, usage, more].filter((line) => line !== "").map((line) => `${line}\n`).join("");
}

export interface Takes<Flag extends string, Value extends string> {
  /** Under which its help stands. */
  name: string;
  /** Names of options that stand alone: `--all`. */
  flags?: readonly Flag[];
  /** Names of options with a value: `--repo DIR`, `--repo=DIR`. */
  values?: readonly Value[];
  /** How many words may stand beside the options. */
  words?: number;
  /** The program that is given what stands behind `--`; without one these are words. */
  passesTo?: string;
}

export type Options<Flag extends string, Value extends string> = ReturnType<typeof readOptions<Flag, Value>>;

/** A command: reads its command line, prints its help where that is asked for, else acts; without a word about its end all went well. Throws `UsageError` for what it does not take. */
export function command<
  More extends unknown[],
  const Flag extends string = never,
  const Value extends string = never,
>(
  takes: Takes<Flag, Value>,
  act: (options: Options<Flag, Value>, world: World, ...more: More) => number | void | Promise<number | void>,
): (args: readonly string[], ...more: More) => Promise<number> {
  const help = async () => (await import("./help.ts")).helpOf(takes.name);
  return async (args, ...more) => {
    try {
      const flags = ["help", ...takes.flags ?? []] as const;
      const options = readOptions<Flag | "help", Value>(args, { ...takes, flags });
      if (!options.has("help")) return await act(options, systemWorld(), ...more) ?? EXIT.ok;
      print(await help());
      return EXIT.ok;
    } catch (error) {
      if (error instanceof UsageError) error.help ||= await help();
      throw error;
    }
  };
}

/** An option as it is written. What has a space before its equals sign is something a person has said. */
const OPTION = /^(-[^\s=]+)(?:=([^]*))?$/;

function readOptions<Flag extends string, Value extends string>(
  args: readonly string[],
  { flags = [], values = [], words: most = 0, passesTo }: Takes<Flag, Value>,
) {
  const options: readonly string[] = [...flags, ...values].map((name) => `--${name}`);
  /** Of a flag the value is empty. */
  const given: [name: string, value: string][] = [];
  const words: string[] = [];
  const end = args.indexOf("--");
  const own = end < 0 ? args : args.slice(0, end);
  const behind = end < 0 ? [] : args.slice(end + 1);
  for (let at = 0; at < own.length; at++) {
    const arg = own[at] ?? "";
    const [, written, attached] = OPTION.exec(arg) ?? [];
    const option = written === "-h" ? "--help" : written;
    const name = option?.slice(2) ?? "";
    if (option === undefined) words.push(arg);
    else if (!options.includes(option)) {
      const where = passesTo ? `; options of ${passesTo} stand behind --` : "";
      throw new UsageError(`unknown option ${arg.slice(0, 60)}${where}${didYouMean(option, options)}`);
    } else if (values.some((each) => each === name)) {
      const next = own[at + 1] ?? "";
      const value = attached ?? (OPTION.test(next) && !/^-\d/.test(next) ? "" : next);
      if (value === "") throw new UsageError(`${option} needs a value`);
      if (attached === undefined) at++;
      given.push([name, value]);
    } else if (attached !== undefined) throw new UsageError(`${option} takes no value`);
    else given.push([name, ""]);
  }
  if (passesTo === undefined) words.push(...behind);
  if (words.length > most) throw new UsageError(`unknown argument ${words[most]?.slice(0, 60)}`);
  const last = (name: Value) => given.findLast(([each]) => each === name)?.[1];
  return {
    has: (flag: Flag) => given.some(([name]) => name === flag),
    value: last,
    /** The value as one of these, the first of them where none was given. Throws `UsageError`. */
    choice<const Choice extends string>(name: Value, choices: readonly [Choice, ...Choice[]]): Choice {
      const value = last(name) ?? choices[0];
      const found = choices.find((each) => each === value);
      if (found !== undefined) return found;
      const listed = [choices.slice(0, -1).join(", "), choices.at(-1)].join(" or ");
      throw new UsageError(`--${name} is ${listed}, not "${value.slice(0, 40)}"`);
    },
    /** The value as a whole number of at least `least`. Throws `UsageError`. */
    count(name: Value, least: number, fallback: number): number {
      const value = last(name);
      if (value === undefined) return fallback;
      if (/^\d{1,15}$/.test(value) && Number(value) >= least) return Number(value);
      throw new UsageError(`--${name} is a whole number of at least ${least}`);
    },
    given,
    words,
    /** For the other program. */
    passed: passesTo === undefined ? [] : behind,
  };
}

/** The real path of the folder that `--repo` names, else the working directory. Throws `UsageError` where there is none. */
export function folderOf(repo: string | undefined): string {
  if (repo === undefined) return Deno.cwd();
  if (standing(repo, Deno.statSync)?.isDirectory) return Deno.realPathSync(repo);
  throw new UsageError(`--repo ${repo}: no such folder`);
}

/** A word as one of these, such as the actions of a command. Throws `UsageError`. */
export function oneOf<Word extends string>(words: readonly Word[], word: string): Word {
  const found = words.find((each) => each === word);
  if (found !== undefined) return found;
  throw new UsageError(`unknown argument ${word.slice(0, 60)}${didYouMean(word, words)}`);
}

/** What a message about an unknown word goes on with: the candidate that was meant, as far as that can be told. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const [meant] = word.length < 3 ? [] : nearest(word, candidates);
  return meant === undefined ? "" : `; did you mean ${meant}?`;
}
