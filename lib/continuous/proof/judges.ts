import { excludeMatcher } from "../../guard/boundary/exclude.ts";
import { attempt } from "../../settings/attempt.ts";
import { onlyLooks } from "../guard/judge.ts";
import { LINK, PROGRAM } from "../worktree/git.ts";
import type { Change, Worktree } from "../worktree/worktree.ts";
import table from "./judges.txt" with { type: "text" };

const ROWS = table.split("\n").filter((line) => !/^(?:#|$)/.test(line)).map((line) => line.split(/\s+/));
const matcher = (kind: string) =>
  excludeMatcher(ROWS.filter(([first]) => first === kind).flatMap(([, ...globs]) => globs));
const isSetting = matcher("setting");
const isTest = matcher("test");

const INTERPRETER = /^(?:\S*\/)?(?:(?:ba|da|z|k)?sh|node|deno|bun|tsx|python[\d.]*|ruby|perl|php)$/;
/** Stands before the name of a command. */
const BEFORE = /^(?:[;&|({!.]|env|exec|time|nohup|source|\w+=.*)$/;
/** What may stand before a path in its word. */
const AHEAD = /^(?:[^/]*=)?(?:\.\/|\$\{?\w+\}?\/)*/;

/** Tells whether commands run a file: as a script, or, where it is a program, whatever names it but what only looks. Its name may stand below a folder that they name. */
export function scriptsOf(commands: readonly string[]): (path: string, isProgram: boolean) => boolean {
  const text = commands.map((command) => `; ${command.replace(/["'`]/g, "")}`).join(" ");
  const words = text.replace(/[;&|()\n]/g, " $& ").split(/\s+/);
  const paths = words.map((word) => word.replace(AHEAD, "").replace(/\/$/, ""));
  const isNamed = words.map((_, at) => BEFORE.test(words[at - 1] ?? ""));
  const isScript = (word: string, at: number) =>
    isNamed[at] || /^\.{1,2}\//.test(word) ||
    words.slice(Math.max(0, at - 3), at).some((each) => INTERPRETER.test(each));
  const scripts = new Set(paths.filter((_, at) => isScript(words[at] ?? "", at)));
  const programs = new Set(paths.filter((_, at) => !onlyLooks(words[isNamed.lastIndexOf(true, at)] ?? "")));
  const below = (path: string) =>
    paths.filter((each) => path.startsWith(`${each}/`)).map((each) => path.slice(each.length + 1));
  return (path, isProgram) =>
    [path, ...below(path)].some((each) => scripts.has(each) || (isProgram && programs.has(each)));
}

/** Of the files that a step has changed, those that decide the verdict on it. A new test does not count, nor a manifest in which only dependencies differ. */
export async function changedJudges(
  changes: readonly Change[],
  commands: readonly string[],
  worktree: Pick<Worktree, "read">,
): Promise<Change[]> {
  const isRun = scriptsOf(commands);
  const suspects = changes.filter(({ path, status, was, is }) =>
    isSetting(path) ||
    (status !== "A" && (isTest(path) || isRun(path, was.mode === PROGRAM || is.mode === PROGRAM)))
  );
  const decided = await Promise.all(suspects.map(async (change) => {
    const { path, status, was, is } = change;
    const [old, now] = await Promise.all([was, is].map(({ id }) => withoutDependencies(path, id, worktree)));
    return old === now && status === "M" ? [] : [change];
  }));
  return decided.flat();
}

/** Submodules in whose place files stand now. */
export function replacedSubmodules(changes: readonly Change[]): string[] {
  const links = changes.filter(({ was }) => was.mode === LINK).map(({ path }) => path);
  return links.filter((link) => changes.some(({ path }) => path.startsWith(`${link}/`)));
}

export function changedTests(changes: readonly Change[]): Change[] {
  return changes.filter(({ path }) => isTest(path) || isSetting(path));
}

/** What a manifest says besides the packages it depends on; of any other file git's hash. */
async function withoutDependencies(path: string, id: string, { read }: Pick<Worktree, "read">) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (!/^(?:package\.json|composer\.json|Cargo\.toml|pyproject\.toml)$/.test(name)) return id;
  const text = await read(id);
  const { parse } = name.endsWith(".json") ? JSON : await import("smol-toml");
  const said = (key: string, each: unknown) => /depend|^version$/i.test(key) ? undefined : each;
  return text === undefined ? id : attempt(() => JSON.stringify(parse(text), said)) ?? text;
}
