import { type JournalEntry, readJournal } from "../kernel/journal.ts";
import { prepare } from "../kernel/prepare.ts";
import { locations } from "../settings/locations.ts";
import { needed } from "./failure.ts";
import { command } from "./command.ts";
import { coloured, paint, print, printError, visible } from "./output.ts";

/** Prompts on a page. */
const ON_PAGE = 50;

export const run = command(
  { name: "why", flags: ["open"], values: ["last", "repo"] },
  async (options, world) => {
    const last = options.count("last", 1, options.has("open") ? ON_PAGE : 3);
    const places = locations(world);
    const { root, rootError } = await prepare(options.value("repo") ?? Deno.cwd(), world, places);
    needed("state", places);
    const entries = (await readJournal(places, root)).slice(-last);
    if (rootError && entries.length === 0) throw rootError;
    if (entries.length === 0) printError(`No prompt about code has been seen in ${visible(root)} yet.\n`);
    if (options.has("open")) {
      const parts = entries.toReversed().map((entry) =>
        [`${entry.time.slice(0, 19).replace("T", " ")} ${entry.prompt}`, pageLines(entry)] as const
      );
      const words = [`The last ${entries.length} prompts about code, the newest first. Times are UTC.`];
      (await import("./page.ts")).openPage("why", { title: `Prompts in ${root}`, words, parts }, world);
    } else print(entries.map(shown).map(entryText).join("\n"));
  },
);

/** What became of each place: how it was given, or why it was left out. */
function placesOf(
  { shown, earlier = [], cut = [] }: JournalEntry,
): (readonly [what: string, place: string, why: string])[] {
  return [
    ...shown.map(({ place, why, quoted }) => [quoted ? "quoted" : "named", place, why] as const),
    ...earlier.map((place) => ["earlier", place, "given before in this session and unchanged"] as const),
    ...cut.map(({ place, why }) => ["left out", place, why] as const),
  ];
}

/** What a prompt led to, as a page has it. */
function pageLines(entry: JournalEntry): string[] {
  const { outcome, client, ms, tools, limits } = entry;
  return [
    `${outcome}, by ${client}, ${ms} ms`,
    ...tools.map(({ tool, status, ms }) => `${tool}: ${status}, ${ms} ms`),
    ...placesOf(entry).map(([what, place, why]) => `${what} \`${place}\` ${why}`),
    ...limits.map((limit) => `[Limits] ${limit}`),
  ];
}

/** An entry whose texts a terminal shows and does not obey: prompts are pasted, places and limits are a repository's words. */
function shown(entry: JournalEntry): JournalEntry {
  return JSON.parse(
    JSON.stringify(entry),
    (_key, value: unknown) => typeof value === "string" ? visible(value, "\n\t") : value,
  );
}

function entryText(entry: JournalEntry): string {
  const on = coloured(Deno.stdout);
  const tools = entry.tools.map(({ tool, status, ms }) => `${tool} ${status} ${ms} ms`);
  const lines = [
    paint(`${entry.time} ${entry.client}, ${entry.ms} ms`, 1, on),
    `  prompt   ${entry.prompt.replace(/\s+/g, " ")}`,
    `  outcome  ${entry.outcome}`,
    `  tools    ${tools.join(", ") || "none"}`,
    ...placesOf(entry).map(([what, place, why]) => `  ${what.padEnd(8)} ${paint(place, 36, on)}  ${why}`),
    ...entry.limits.map((limit) => paint(`  [Limits] ${limit}`, 33, on)),
  ];
  return `${lines.join("\n")}\n`;
}
