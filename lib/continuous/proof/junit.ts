import { attempt } from "../../settings/attempt.ts";
import { readSmallFile } from "../../settings/small_file.ts";
import type { Counts } from "./counts.ts";

/** Names under which runners leave their results as JUnit has them. */
const RESULTS = /^(?:TEST-.*|.*junit.*|.*results?)\.xml$/i;
const PASSED_OVER = new Set([".git", "node_modules", ".venv", "vendor"]);
const MAX_DEPTH = 7;
/** Entries of folders that are looked at: results lie near the top of a project. */
const MAX_ENTRIES = 20_000;

/** Counts in all JUnit files below a folder that were written since a moment (ms); undefined where there are none. */
export function junitCounts(root: string, since: number): Counts | undefined {
  const texts: string[] = [];
  let left = MAX_ENTRIES;
  const look = (folder: string, depth: number) => {
    for (const { name, isDirectory, isFile } of attempt(() => [...Deno.readDirSync(folder)]) ?? []) {
      if (--left < 0) return;
      const path = `${folder}/${name}`;
      if (isDirectory && depth < MAX_DEPTH && !PASSED_OVER.has(name)) look(path, depth + 1);
      if (!isFile || !RESULTS.test(name)) continue;
      const written = attempt(() => Deno.statSync(path).mtime?.getTime()) ?? 0;
      const text = written >= since ? attempt(() => readSmallFile(path)) : undefined;
      if (text?.includes("<testsuite")) texts.push(text);
    }
  };
  look(root, 0);
  if (texts.length === 0) return undefined;
  const cases = texts.flatMap((text) => text.match(/<testcase\b(?:[^>]*\/>|[^]*?<\/testcase>)/g) ?? []);
  const skipped = cases.filter((text) => /<(?:skipped|disabled)\b/.test(text)).length;
  return { ran: cases.length - skipped, skipped };
}
