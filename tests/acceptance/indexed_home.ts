/** A repository with an index that the program under test has built, and what the tests hold its answers to. */
import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals } from "@std/assert";
import type { Envelope } from "../../lib/contract/envelope.ts";
import { contextOnce, type Place } from "./context_runs.ts";
import { type Home, type Repo, runBinary, type RunResult } from "./harness.ts";

/** A place in the repository as a program gets it. */
export interface Item {
  path?: string;
  lines?: { start: number; end: number };
  snippet?: { startLine: number; text: string };
  elsewhere?: { startLine: number; text: string }[];
}

export interface Answer extends RunResult {
  envelope: Envelope;
  items: Item[];
  /** Paths of the items, each once. */
  paths: string[];
  limits: string;
}

/** Asks and takes the answer apart. */
export async function ask(place: Place, prompt: string): Promise<Answer> {
  const result = await contextOnce(place, prompt);
  const { structured } = result.envelope.fused_context.for_model;
  const items = (structured["items"] ?? []) as Item[];
  return {
    ...result,
    items,
    paths: [...new Set(items.flatMap(({ path }) => path ?? []))],
    limits: result.envelope.fused_context.for_user.limits_text,
  };
}

/** Runs `index build`, which must go well. */
export async function build(place: Place): Promise<string> {
  const { code, stdout, stderr } = await runBinary(["index", "build"], place);
  assertEquals(code, 0, stderr);
  return stdout;
}

/** Builds once the run that a prompt has started in the background is done. */
export async function rebuilt(place: Place): Promise<void> {
  for (let tries = 50;; tries--) {
    const { code, stderr } = await runBinary(["index", "build"], place);
    if (code === 0) return;
    assert(tries > 0 && stderr.includes("another build is running"), stderr);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Folder of the only index below a home. */
export function onlyIndex(home: Home): string {
  const base = `${home.env["XDG_CACHE_HOME"]}/auto-tools/index`;
  const names = [...Deno.readDirSync(base)].map(({ name }) => name);
  assertEquals(names.length, 1, names.join(" "));
  return `${base}/${names[0]}`;
}

/** Holds the writer's lock of an index, so that no background run can write it. */
export function holdWriterLock(dir: string): Disposable {
  const lock = new DatabaseSync(`${dir}/lock.db`);
  // A run that has just been found busy or done may hold it for a moment more.
  lock.exec("PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE");
  return { [Symbol.dispose]: () => lock.close() };
}

/** What SQLite finds wrong with an index, and how many files and segments it has. */
export function inspect(dir: string): { check: string; files: number; segments: number; writes: number } {
  const database = new DatabaseSync(`${dir}/index.db`);
  try {
    database.exec("PRAGMA busy_timeout = 5000");
    const number = (sql: string) => Number(database.prepare(sql).get()?.["n"]);
    return {
      check: String(database.prepare("PRAGMA integrity_check").get()?.["integrity_check"]),
      files: number("SELECT count(*) AS n FROM files"),
      segments: number("SELECT count(*) AS n FROM segments"),
      writes: number("SELECT coalesce(max(first + count), 0) AS n FROM segments"),
    };
  } finally {
    database.close();
  }
}

/** Fails unless every place named is a file of the tree as it is now, and every line quoted stands there. */
export async function assertOfTheTree(repo: Pick<Repo, "path" | "git">, { items }: Answer): Promise<void> {
  const listed = await repo.git("ls-files", "-z", "--cached", "--others", "--exclude-standard");
  const tree = new Set(listed.split("\0"));
  for (const { path, lines, snippet, elsewhere = [] } of items) {
    if (path === undefined) continue;
    assert(tree.has(path), `${path} is not in the tree`);
    const there = Deno.readTextFileSync(`${repo.path}/${path}`).split("\n");
    for (const { startLine, text } of [...(snippet ? [snippet] : []), ...elsewhere]) {
      const end = startLine - 1 + text.split("\n").length;
      assertEquals(text, there.slice(startLine - 1, end).join("\n"), path);
    }
    if (lines) assert(lines.start >= 1 && lines.end <= there.length, `${path}:${lines.start}-${lines.end}`);
  }
}
