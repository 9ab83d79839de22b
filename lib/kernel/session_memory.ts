import { attempt } from "../settings/attempt.ts";
import type { Locations } from "../settings/locations.ts";
import { isRecord } from "../settings/json.ts";
import { readOwnFile } from "../settings/own_files.ts";
import { standing } from "../settings/small_file.ts";
import { sha256Hex } from "../settings/sha256.ts";
import { writeFileAtomic } from "../settings/write_file.ts";
import { type FusedItem, placeOf } from "./fuse.ts";

/** What a session was given: places with what `givenAs` says of them, and the run that gave it; and its last prompts (redacted). */
export interface SessionMemory {
  given: Record<string, string>;
  prompts: string[];
}

const MAX_GIVEN = 400;
const MAX_PROMPTS = 10;
const MAX_PROMPT_CHARS = 500;
const MAX_TOPICS = 3;
/** Files that are looked at for whether they were edited. */
const MAX_LOOKED_FOR = 12;
/** How long a session that nobody goes on with is remembered, and files that are looked at for that once a day. */
const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = 90 * DAY_MS;
/** The same for what a prompt leaves behind that is killed while it writes: nobody writes for so long. */
const UNFINISHED_MS = 60 * 60 * 1000;
const MAX_LOOKED_AT = 1000;

/** Where a session is remembered, and what is stored there, with the runs; of one that is unknown, or whose file is damaged, nothing. */
async function memoryOf(
  { state }: Locations,
  sessionId: string | undefined,
): Promise<SessionMemory & { file?: string }> {
  if (state === undefined || sessionId === undefined) return NOTHING;
  const file = `${state}/sessions/${(await sha256Hex(sessionId)).slice(0, 32)}.json`;
  // A file that cannot be read, is damaged or not ours: forgetting costs a repeated block, and writing says what is wrong.
  const value: unknown = attempt(() => JSON.parse(readOwnFile(file) ?? "null"));
  return { ...isMemory(value) ? value : NOTHING, file };
}

/** What a session was given and the model still has. `held`: the runs whose contexts it has; without it nothing is known to be there. */
export async function readSession(
  locations: Locations,
  sessionId: string | undefined,
  held?: () => ReadonlySet<string>,
): Promise<SessionMemory> {
  const { given, prompts } = await memoryOf(locations, sessionId);
  const runs = Object.keys(given).length === 0 ? undefined : held?.();
  const kept = Object.entries(given).flatMap(([place, said]): [string, string][] => {
    const [as = "", run = ""] = said.split(BY);
    return runs?.has(run) ? [[place, as]] : [];
  });
  return { given: Object.fromEntries(kept), prompts };
}

/** What a session is about: files that its last answers quoted, those edited since it began first, then the latest and best; and its last prompt. */
export interface Topics {
  files: string[];
  prompt?: string;
}

export async function topicsOf(locations: Locations, sessionId: string, root: string): Promise<Topics> {
  const { given, prompts } = await memoryOf(locations, sessionId);
  const runs = Map.groupBy(Object.entries(given), ([, said]) => said.split(BY)[1]);
  const quoted = [...runs.values()].toReversed().flatMap((places) =>
    places.flatMap(([place, said]) => said.startsWith("named ") ? [] : [place.replace(/:[\d-]+$/, "")])
  );
  const began = [...runs.keys()][0]?.replace(/^(....)(..)(..)-(..)(..)(..).*$/, "$1-$2-$3T$4:$5:$6Z") ?? "";
  const edited = new Map(
    [...new Set(quoted)].slice(0, MAX_LOOKED_FOR).map((path) => {
      const time = attempt(() => Deno.lstatSync(`${root}/${path}`).mtime?.getTime()) ?? 0;
      return [path, time > Date.parse(began) ? time : 0];
    }),
  );
  const files = [...edited].toSorted(([, one], [, other]) => other - one).map(([path]) => path);
  const prompt = prompts.at(-1);
  return { files: files.slice(0, MAX_TOPICS), ...(prompt === undefined ? {} : { prompt }) };
}

const NOTHING: SessionMemory = { given: {}, prompts: [] };
/** What stands between `givenAs` and the run. */
const BY = " by ";

function isMemory(value: unknown): value is SessionMemory {
  const { given, prompts }: Record<string, unknown> = Object(value);
  return isRecord(given) && Object.values(given).every((hash) => typeof hash === "string") &&
    Array.isArray(prompts) && prompts.every((prompt) => typeof prompt === "string");
}

/** Hash of a place with its text, which is new once that has changed; another one where its lines were not shown. */
export async function givenAs(item: FusedItem, how: "quoted" | "named"): Promise<string> {
  const shown = [placeOf(item), item.symbol ?? "", item.snippet?.text ?? ""];
  const hash = (await sha256Hex(JSON.stringify(shown))).slice(0, 16);
  return how === "quoted" || item.snippet === undefined ? hash : `named ${hash}`;
}

/** Adds what was shown now; with the first prompt of a day, sessions that ended long ago are forgotten. Throws what the file system says. */
export async function rememberShown(
  locations: Locations,
  sessionId: string,
  { shown, quoted, runId }: { shown: readonly FusedItem[]; quoted: ReadonlySet<FusedItem>; runId: string },
  prompt: string,
  now: Date,
): Promise<void> {
  const { file, ...memory } = await memoryOf(locations, sessionId);
  if (file === undefined) return;
  const given = new Map(Object.entries(memory.given));
  for (const item of shown) {
    given.delete(placeOf(item));
    given.set(placeOf(item), (await givenAs(item, quoted.has(item) ? "quoted" : "named")) + BY + runId);
  }
  const prompts = [...memory.prompts, prompt.slice(0, MAX_PROMPT_CHARS)].slice(-MAX_PROMPTS);
  const folder = file.slice(0, file.lastIndexOf("/"));
  // With the first prompt of a day (UTC): looking at every file costs a prompt milliseconds.
  const before = standing(folder)?.mtime?.getTime() ?? now.getTime();
  writeFileAtomic(file, JSON.stringify({ given: Object.fromEntries([...given].slice(-MAX_GIVEN)), prompts }));
  if (Math.floor(before / DAY_MS) !== Math.floor(now.getTime() / DAY_MS)) forgetOld(folder, now);
}

/** Removes sessions that were not written to for a long time, and what writers left that were killed. */
function forgetOld(folder: string, now: Date): void {
  for (const { name } of [...Deno.readDirSync(folder)].slice(0, MAX_LOOKED_AT)) {
    const file = `${folder}/${name}`;
    const written = standing(file)?.mtime?.getTime() ?? Infinity;
    const kept = name.endsWith(".tmp") ? UNFINISHED_MS : KEPT_MS;
    // Another prompt may be faster.
    if (now.getTime() - written > kept) attempt(() => Deno.removeSync(file));
  }
}

/** Splits items, best first, into new ones and the places of those the session has. A place that was only named is new once it is the best, and so worth its lines. */
export async function withoutGiven(
  items: readonly FusedItem[],
  { given: known }: SessionMemory,
): Promise<{ fresh: FusedItem[]; given: string[] }> {
  const fresh: FusedItem[] = [];
  const given = new Set<string>();
  for (const [at, item] of items.entries()) {
    const place = placeOf(item);
    const before = Object.hasOwn(known, place) ? known[place] : "";
    const isQuoted = before !== "" && before === await givenAs(item, "quoted");
    if (isQuoted || at > 0 && before === await givenAs(item, "named")) given.add(place);
    else fresh.push(item);
  }
  return { fresh, given: [...given] };
}
