import { excludeMatcher } from "../../guard/boundary/exclude.ts";
import { attempt } from "../../settings/attempt.ts";
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

/** Files that commands run as scripts, also below folders that they change to: these decide as well. */
export function scriptsOf(commands: readonly string[]): Set<string> {
  return new Set(commands.flatMap((command) => {
    const words = `; ${command.replace(/["']/g, "").replace(/[;&|()\n]/g, " $& ")}`.split(/\s+/);
    const folders = ["", ...words.map((word) => `${word}/`).filter((_, at) => words[at - 1] === "cd")];
    return words.filter((word, at) =>
      BEFORE.test(words[at - 1] ?? "") || /^\.{1,2}\//.test(word) ||
      words.slice(Math.max(0, at - 3), at).some((each) => INTERPRETER.test(each))
    ).flatMap((word) => folders.map((folder) => folder + word.replace(/^\.\//, "")));
  }));
}

/** Of the files that a step has changed, those that decide the verdict on it. A new test does not count, nor a manifest in which only dependencies differ. */
export async function changedJudges(
  changes: readonly Change[],
  { before, after, commands }: { before: string; after: string; commands: readonly string[] },
  worktree: Worktree,
): Promise<Change[]> {
  const scripts = scriptsOf(commands);
  const suspects = changes.filter(({ path, status }) =>
    isSetting(path) || (status !== "A" && (isTest(path) || scripts.has(path)))
  );
  const decided = await Promise.all(suspects.map(async (change) => {
    const texts = await Promise.all([before, after].map((tree) => worktree.read(tree, change.path)));
    const [old, now] = await Promise.all(texts.map((text) => withoutDependencies(change.path, text)));
    return old === now && change.status === "M" ? [] : [change];
  }));
  return decided.flat();
}

export function changedTests(changes: readonly Change[]): Change[] {
  return changes.filter(({ path }) => isTest(path) || isSetting(path));
}

/** What a manifest says besides the packages it depends on; any other text as it is. */
async function withoutDependencies(path: string, text: string | undefined): Promise<string | undefined> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (text === undefined || !/^(?:package\.json|composer\.json|Cargo\.toml|pyproject\.toml)$/.test(name)) {
    return text;
  }
  const parse: (text: string) => unknown = name.endsWith(".json")
    ? JSON.parse
    : (await import("smol-toml")).parse;
  const said = (key: string, each: unknown) => /depend|^version$/i.test(key) ? undefined : each;
  return attempt(() => JSON.stringify(parse(text), said)) ?? text;
}
