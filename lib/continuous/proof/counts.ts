import { attempt } from "../../settings/attempt.ts";
import { readSmallFile } from "../../settings/small_file.ts";
import type { Check } from "../run/event.ts";
import table from "./runners.txt" with { type: "text" };

type Counts = NonNullable<Check["counts"]>;

const RUNNERS = table.split("\n").filter((line) => !/^(?:#|$)/.test(line)).map((line) => {
  const [, name = "", pattern = ""] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
  return { name, pattern: new RegExp(pattern) };
});

const WORDS: readonly (readonly [kind: "ran" | "skipped" | "total", word: RegExp])[] = [
  ["skipped", /^(?:skip(?:ped)?|pending|ignored|todo|xfailed|disabled|incomplete|deselected)$/],
  ["ran", /^(?:pass(?:ed|ing)?|fail(?:ed|ing|ures?)?|errors?|xpassed)$/],
  ["total", /^(?:total|tests?|examples?|run|completed)$/],
];
const NUMBER_FIRST = /(?<number>\d+) (?<word>[a-z]+)/gi;
const WORD_FIRST = /(?<word>[a-z]+)[:= ]+(?<number>\d+)/gi;
/** Of go each line stands for one test. */
const GO_SKIPPED = /^ *--- SKIP: /;

/** What the runners in an output have counted, all together; undefined where none did. The first runner of the table that speaks is believed: some speak like another. */
export function countsIn(output: string): Counts | undefined {
  const lines = output.split("\n").map((line) => line.trimEnd());
  for (const { name, pattern } of RUNNERS) {
    const found = lines.filter((line) => pattern.test(line));
    if (found.length === 0) continue;
    if (name === "go") {
      const skipped = lines.filter((line) => GO_SKIPPED.test(line)).length;
      return { ran: found.length - skipped, skipped };
    }
    const sums = { ran: 0, skipped: 0, total: 0 };
    for (const [kind, number] of found.flatMap(numbersIn)) sums[kind] += number;
    const { ran, skipped, total } = sums;
    return { ran: total > 0 ? Math.max(0, total - skipped) : ran, skipped };
  }
  return undefined;
}

/** The numbers of a line that count tests, by the one order of number and word that says something. */
function numbersIn(line: string) {
  const found = [NUMBER_FIRST, WORD_FIRST].map((order) =>
    [...line.matchAll(order)].flatMap(({ groups }) =>
      WORDS.filter(([, word]) => word.test(groups?.["word"]?.toLowerCase() ?? ""))
        .map(([kind]) => [kind, Number(groups?.["number"])] as const)
    )
  );
  return found.find(({ length }) => length > 0) ?? [];
}

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

/** Why the counts of a command after a task do not prove it, compared with those before; undefined where nothing speaks against it. */
export function lessTested(before: Counts | undefined, after: Counts | undefined): string | undefined {
  const { ran, skipped } = before ?? { ran: 0, skipped: Infinity };
  if (after?.ran === 0) return "runs no test";
  if (ran > 0 && after === undefined) return `ran ${ran} tests before and says nothing of tests now`;
  if (after === undefined) return undefined;
  if (after.ran < ran) return `ran ${ran} tests before and runs ${after.ran} now`;
  return after.skipped > skipped
    ? `skipped ${skipped} tests before and skips ${after.skipped} now`
    : undefined;
}
