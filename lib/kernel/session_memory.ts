import { attempt } from "../settings/attempt.ts";
import type { Locations } from "../settings/locations.ts";
import { sha256Hex } from "../settings/sha256.ts";
import { type FusedItem, placeOf } from "./fuse.ts";
import { type JournalEntry, readJournal } from "./journal.ts";
import { contextsHeld, type Held } from "./transcript.ts";

export type SessionMemory = ReturnType<typeof readSession>;

/** Prompts of a session that are looked back to. */
const MAX_PROMPTS = 40;
const MAX_ASKED_CHARS = 500;
const MAX_TOPICS = 3;
/** Files that are looked at for whether they were edited. */
const MAX_LOOKED_FOR = 12;

/** A prompt of a session, as the log has it: no id of a client's stands there. */
export function inSession(sessionId: string, run: string, asked: string): JournalEntry["session"] {
  return { id: keyOf(sessionId), run, asked: asked.slice(0, MAX_ASKED_CHARS) };
}

function keyOf(sessionId: string): string {
  return sha256Hex(sessionId).slice(0, 32);
}

/** What the log of a repository has of a session, oldest first. A log that cannot be read is an empty one: forgetting costs a repeated block, and writing says what is wrong. */
function entriesOf(locations: Locations, root: string, sessionId: string | undefined) {
  if (sessionId === undefined) return [];
  const id = keyOf(sessionId);
  return (attempt(() => readJournal(locations, root, { holding: id, most: MAX_PROMPTS })) ?? [])
    .flatMap(({ session, ...entry }) => session?.id === id ? [{ ...entry, ...session }] : []);
}

/** What a session was given and the model still has: places with what `givenAs` says of them; and its prompts (redacted). Without `held` nothing is known to be there. */
export function readSession(
  locations: Locations,
  root: string,
  sessionId: string | undefined,
  held?: Held,
) {
  const entries = entriesOf(locations, root, sessionId);
  const runs = entries.length === 0 ? undefined : contextsHeld(held);
  const given = entries.filter(({ run }) => runs?.has(run)).flatMap(({ shown }) =>
    shown.map(({ place, as = "" }) => [place, as] as const)
  );
  return { given: Object.fromEntries(given), prompts: entries.map(({ asked }) => asked) };
}

export type Topics = ReturnType<typeof topicsOf>;

/** What a session is about: files that its last answers quoted, those edited since it began first, then the latest and best; and its last prompt. */
export function topicsOf(locations: Locations, root: string, sessionId: string | undefined) {
  const entries = entriesOf(locations, root, sessionId);
  const quoted = entries.toReversed().flatMap(({ shown }) =>
    shown.flatMap(({ place, as = NAMED }) => as.startsWith(NAMED) ? [] : [place.replace(/:[\d-]+$/, "")])
  );
  const began = Date.parse(entries[0]?.time ?? "");
  const edited = new Map(
    [...new Set(quoted)].slice(0, MAX_LOOKED_FOR).map((path) => {
      const time = attempt(() => Deno.lstatSync(`${root}/${path}`).mtime?.getTime()) ?? 0;
      return [path, time > began ? time : 0];
    }),
  );
  const files = [...edited].toSorted(([, one], [, other]) => other - one).map(([path]) => path);
  const prompt = entries.at(-1)?.asked;
  return { files: files.slice(0, MAX_TOPICS), ...(prompt === undefined ? {} : { prompt }) };
}

const NAMED = "named ";

/** Hash of a place with its text, which is new once that has changed; another one where its lines were not shown. */
export function givenAs(item: FusedItem, isQuoted: boolean): string {
  const shown = [placeOf(item), item.symbol ?? "", item.snippet?.text ?? ""];
  const hash = sha256Hex(JSON.stringify(shown)).slice(0, 16);
  return isQuoted || item.snippet === undefined ? hash : NAMED + hash;
}

/** Splits items, best first, into new ones and the places of those the session has. A place that was only named is new once it is the best, and so worth its lines. */
export function withoutGiven(items: readonly FusedItem[], { given: known }: SessionMemory) {
  const isGiven = (item: FusedItem, at: number) => {
    const before = Object.hasOwn(known, placeOf(item)) ? known[placeOf(item)] : "";
    return before === givenAs(item, true) || at > 0 && before === givenAs(item, false);
  };
  const fresh = items.filter((item, at) => !isGiven(item, at));
  return { fresh, given: [...new Set(items.filter(isGiven).map(placeOf))] };
}
