import { type JournalEntry, readJournal } from "../kernel/journal.ts";
import { prepare } from "../kernel/prepare.ts";
import { locations } from "../settings/locations.ts";
import { needed } from "./failure.ts";
import { command, folderOf } from "./command.ts";
import { paint, print, printError, visible } from "./output.ts";

/** Prompts on a page. */
const ON_PAGE = 50;

export const run = command(
  { name: "why", flags: ["open"], values: ["last", "repo"] },
  async (options, world) => {
    const last = options.count("last", 1, options.has("open") ? ON_PAGE : 3);
    const places = locations(world);
    const { root, rootError } = await prepare(folderOf(options.value("repo")), world, places);
    needed("state", places);
    const entries = (await readJournal(places, root)).slice(-last);
    if (rootError && entries.length === 0) throw rootError;
    if (entries.length === 0) printError(`No prompt about code has been seen in ${visible(root)} yet.\n`);
    if (!options.has("open")) return print(entries.map(entryText).join("\n"));
    const parts = entries.toReversed().map((entry) => {
      const lines = rowsOf(entry).map(([what, text, why]) =>
        why ? `${what} \`${text}\` ${why}` : `${what}: ${text}`
      );
      return [headOf(entry), lines] as const;
    });
    const words = [`The last ${entries.length} prompts about code, the newest first. Times are UTC.`];
    (await import("./page.ts")).openPage("why", { title: `Prompts in ${root}`, words, parts }, world);
  },
);

function headOf({ time, client, ms }: JournalEntry): string {
  return `${time} ${client}, ${ms} ms`;
}

/** A word for what it is, and of a place how it came to be given, or left out. */
type Row = readonly [what: string, text: string, why?: string];

/** What a prompt led to. */
function rowsOf({ prompt, outcome, tools, shown, earlier = [], cut = [], limits }: JournalEntry): Row[] {
  return [
    ["prompt", prompt.replace(/\s+/g, " ")],
    ["outcome", outcome],
    ["tools", tools.map(({ tool, status, ms }) => `${tool} ${status} ${ms} ms`).join(", ") || "none"],
    ...shown.map(({ place, why, quoted }): Row => [quoted ? "quoted" : "named", place, why]),
    ...earlier.map((place): Row => ["earlier", place, "given before in this session and unchanged"]),
    ...cut.map(({ place, why }): Row => ["left out", place, why]),
    ...limits.map((limit): Row => ["[Limits]", limit]),
  ];
}

/** For a terminal, which shows its texts and does not obey them: prompts are pasted, places and limits are a repository's words. */
function entryText(entry: JournalEntry): string {
  const lines = rowsOf(entry).map(([what, text, why]) => {
    const label = `  ${what.padEnd(8)} `;
    if (why !== undefined) return `${label}${paint(visible(text), 36)}  ${visible(why)}`;
    return what === "[Limits]" ? paint(label + visible(text), 33) : label + visible(text);
  });
  return [paint(visible(headOf(entry)), 1), ...lines, ""].join("\n");
}
