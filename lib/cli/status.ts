import { type JournalEntry, readJournal } from "../kernel/journal.ts";
import { locations } from "../settings/locations.ts";
import { command, folderOf } from "./command.ts";
import { indexReport, placeOf } from "./index/status.ts";
import { paint, print, visible } from "./output.ts";

/** Files on a page. */
const MAX_FILES = 60;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

export const run = command(
  { name: "status", flags: ["json", "open"], values: ["repo"] },
  async (options, world) => {
    const place = await placeOf(folderOf(options.value("repo")), world);
    const { root } = place.options;
    const from = new Date(world.now().getTime() - WEEK_MS).toISOString();
    const journal = await readJournal(locations(world), root);
    const entries = journal.filter(({ time }) => time >= from);
    const characters = entries.map(({ outcome }) => Number(/^injected (\d+)/.exec(outcome)?.[1] ?? 0));
    const week = {
      // The log forgets its oldest entries: what it does not reach back to is not counted.
      since: (entries.length === journal.length ? entries[0]?.time : undefined) ?? from,
      prompts: entries.length,
      spoke: characters.filter((count) => count > 0).length,
      characters: characters.reduce((sum, count) => sum + count, 0),
      ms: entries.reduce((sum, { ms }) => sum + ms, 0),
    };
    const { state, held } = indexReport(place.dir);
    if (options.has("json")) {
      return print(`${JSON.stringify({ root, index: { state, files: held?.files }, week }, null, 2)}\n`);
    }
    const number = (count: number) => count.toLocaleString("en");
    const each = (sum: number, count: number) => number(Math.round(sum / Math.max(1, count)));
    const day = week.since.slice(0, 10);
    const large = held?.unread.find(({ why }) => why === "large");
    const unread = large === undefined ? "" : `; ${number(large.count)} over 1 MiB not read`;
    const spoke = `${week.prompts} about code since ${day}, ${week.spoke} of them got context`;
    const rows = [
      ["index", held === undefined ? state : `${state}, ${number(held.files)} files${unread}`],
      ["prompts", spoke],
      ["added", `${number(week.characters)} characters, ${each(week.characters, week.spoke)} each time`],
      ["time", `${(week.ms / 1000).toFixed(1)} s, ${each(week.ms, week.prompts)} ms a prompt`],
    ] as const;
    if (options.has("open")) {
      const parts = [
        ["This week", rows.map((row) => row.join(": "))],
        ["Time by tool", toolTimes(entries)],
        ["Files, by how often places in them were given", mostGiven(entries)],
      ] as const;
      const report = { title: `Context in ${root}`, words: [], parts };
      return (await import("./page.ts")).openPage("status", report, world);
    }
    const lines = rows.map(([name, text]) => `  ${name.padEnd(8)}  ${text}\n`);
    print(`${paint(visible(root), 1)}\n${lines.join("")}`);
  },
);

/** What each tool takes in the mean, the slowest first. */
function toolTimes(entries: readonly JournalEntry[]): string[] {
  const calls = Map.groupBy(entries.flatMap(({ tools }) => tools), ({ tool }) => tool);
  const mean = (runs: { ms: number }[]) =>
    Math.round(runs.reduce((sum, { ms }) => sum + ms, 0) / runs.length);
  const times = Array.from(calls, ([tool, runs]) => ({ tool, ms: mean(runs) }));
  return times.sort((a, b) => b.ms - a.ms).map(({ tool, ms }) => `${tool}: ${ms} ms`);
}

/** The files that prompts were given most, and how often they were quoted. */
function mostGiven(entries: readonly JournalEntry[]): string[] {
  const places = entries.flatMap(({ shown }) => shown);
  const files = Map.groupBy(places, ({ place }) => place.replace(/:\d+(?:-\d+)?$/, ""));
  return [...files].sort(([, a], [, b]) => b.length - a.length).slice(0, MAX_FILES).map(([file, given]) =>
    `\`${file}\` ${given.length} times, ${given.filter(({ quoted }) => quoted).length} of them quoted`
  );
}
