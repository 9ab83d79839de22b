import type { Node } from "jsonc-parser";
import { type HookEntry, isOurs } from "./hook_entry.ts";
import { Jsonc, valueOf } from "./jsonc.ts";
import { SetupError } from "./setup_error.ts";

/**
 * Our entry in a client's hook file, text to text. Claude Code's `settings.json` and Codex's `hooks.json` have one shape:
 * `{"hooks": {"UserPromptSubmit": [{"hooks": [ENTRY, …]}, …]}}`. Everything that is not ours stays as it is, byte for byte.
 */
const HOOKS = ["hooks"];
const EVENT = ["hooks", "UserPromptSubmit"];
const PERMISSIONS = ["permissions"];
const DENY = ["permissions", "deny"];

/** Seconds that a person may have given our entry; other values are mistakes, such as milliseconds. */
const MAX_TIMEOUT_SECONDS = 600;

/** Also true of a string with two slashes; then an empty group stays, which does no harm. */
const HAS_COMMENT = /\/[/*]/;

/** What is left after our entry is gone: the text, or `undefined` where nothing else was in the file. */
export type Removal = { found: boolean; text: string | undefined };

/** A place of an entry: group within the event, entry within the group. */
type Place = { group: number; entry: number };

/**
 * Adds our entry, or brings the one that is there up to date, at its place, and the rules against commands that are to be denied. The same text
 * comes back where all is well. Throws `SetupError`.
 */
export function addHook(
  text: string,
  entry: HookEntry,
  file: string,
  denied: readonly string[] = [],
): string {
  const document = read(text, file);
  const [first, ...doubles] = places(document);
  const group = { hooks: [entry] };
  const next = first !== undefined
    ? doubles.reverse().reduce((rest, place) => take(rest, place), update(document, first, entry))
    : document.at(EVENT)
    ? document.push(EVENT, group)
    : document.set(EVENT, [group]);
  return addDenied(next, denied).text;
}

/**
 * Takes our entries out, and the group, event and `hooks` that they leave empty unless `original`, the text before we came, had them
 * too. Where adding our entry to the original gives just this text, the original comes back byte for byte, unless it had an entry under our names.
 * Throws `SetupError`.
 */
export function removeHook(
  text: string,
  original: string | undefined,
  file: string,
  denied: readonly string[] = [],
): Removal {
  const document = read(text, file);
  const found = places(document);
  // Without our entry and the text before us nobody can say whose a rule is.
  if (found.length === 0 && original === undefined) return { found: false, text };
  const before = original === undefined ? undefined : readOrNothing(original, file);
  const restorable = before !== undefined && places(before).length === 0;
  const entry = entryAt(document, found[0]);
  if (
    original !== undefined && restorable && isHookEntry(entry) &&
    addHook(original, entry, file, denied) === text
  ) return { found: true, text: original };
  const kept = before && places(before).reverse().reduce((rest, place) => take(rest, place), before);
  const without = found.reverse().reduce((rest, place) => take(rest, place, kept), document);
  const next = removeDenied(without, denied, before).text;
  if (next === document.text) return { found: false, text };
  return { found: true, text: original === undefined && next.trim() === "{}" ? undefined : next };
}

/** Our entries as they stand in the file; for telling people. Throws `SetupError`. */
export function hookEntries(text: string, file: string): unknown[] {
  const document = read(text, file);
  return places(document).map((place) => entryAt(document, place));
}

/** Whether entries of others come after ours: their position, by which Codex remembers that it may run them, changes when ours goes. */
export function othersFollow(text: string, file: string): boolean {
  const all = groups(read(text, file)).flat();
  const ours = all.findIndex((node) => isOurs(valueOf(node)));
  return ours >= 0 && all.slice(ours).some((node) => !isOurs(valueOf(node)));
}

function read(text: string, file: string): Jsonc {
  const document = new Jsonc(text, file);
  document.container([], "object");
  document.container(HOOKS, "object");
  document.container(EVENT, "array");
  return document;
}

/** A backup that someone has damaged tells nothing about what was there. */
function readOrNothing(original: string, file: string): Jsonc | undefined {
  try {
    return read(original, file);
  } catch (error) {
    if (error instanceof SetupError) return undefined;
    throw error;
  }
}

/** The entries, a list for each group; an odd group of someone else's is not ours to judge. */
function groups(document: Jsonc): Node[][] {
  return (document.at(EVENT)?.children ?? []).map((_group, at) => {
    const entries = document.at([...EVENT, at, "hooks"]);
    return entries?.type === "array" ? entries.children ?? [] : [];
  });
}

function places(document: Jsonc): Place[] {
  return groups(document).flatMap((entries, group) =>
    entries.flatMap((node, entry) => isOurs(valueOf(node)) ? [{ group, entry }] : [])
  );
}

function pathOf({ group, entry }: Place): (string | number)[] {
  return [...EVENT, group, "hooks", entry];
}

function entryAt(document: Jsonc, place: Place | undefined): unknown {
  return place && valueOf(document.at(pathOf(place)));
}

/** Sets what differs; keys of the user's own, a sensible timeout and another status message stay. */
function update(document: Jsonc, place: Place, entry: HookEntry): Jsonc {
  return Object.entries(entry).reduce((next, [key, value]) => {
    const path = [...pathOf(place), key];
    const current = valueOf(next.at(path));
    const isRight = JSON.stringify(current) === JSON.stringify(value) || isTheirChoice(key, current);
    return isRight ? next : next.set(path, value);
  }, document);
}

function isTheirChoice(key: string, value: unknown): boolean {
  if (key === "statusMessage") return typeof value === "string";
  return key === "timeout" && typeof value === "number" && value > 0 && value <= MAX_TIMEOUT_SECONDS;
}

/** Removes one entry and the containers it leaves empty, from the inside out; one that holds a comment is not empty. */
function take(document: Jsonc, place: Place, kept?: Jsonc): Jsonc {
  const next = document.remove(pathOf(place));
  const group = [...EVENT, place.group];
  if (groups(next)[place.group]?.length !== 0 || HAS_COMMENT.test(words(next, group))) return next;
  return next.remove(group).removeEmpty([EVENT, HOOKS], kept);
}

function words(document: Jsonc, path: readonly (string | number)[]): string {
  const node = document.at(path);
  return node === undefined ? "" : document.text.slice(node.offset, node.offset + node.length);
}

function isHookEntry(value: unknown): value is HookEntry {
  return typeof value === "object" && value !== null && "type" in value && value.type === "command" &&
    "timeout" in value && "command" in value && "statusMessage" in value;
}

/** Adds the rules that are not there to `permissions.deny`, in the style of the file; settings of another shape stay as they are. */
function addDenied(document: Jsonc, rules: readonly string[]): Jsonc {
  return rules.reduce((next, rule) => {
    if (rulesIn(next).includes(rule)) return next;
    if (next.at(DENY)?.type === "array") return next.push(DENY, rule);
    const permissions = next.at(PERMISSIONS);
    const isOdd = next.at(DENY) !== undefined ||
      (permissions !== undefined && permissions.type !== "object");
    return isOdd ? next : next.set(DENY, [rule]);
  }, document);
}

/** Takes the rules out that were not there `before` us, and what that leaves empty. */
function removeDenied(document: Jsonc, rules: readonly string[], before: Jsonc | undefined): Jsonc {
  const theirs = before === undefined ? [] : rulesIn(before);
  const next = rules.filter((rule) => !theirs.includes(rule)).reduce((rest, rule) => {
    const at = rulesIn(rest).indexOf(rule);
    return at < 0 ? rest : rest.remove([...DENY, at]);
  }, document);
  return next === document ? document : next.removeEmpty([DENY, PERMISSIONS], before);
}

function rulesIn(document: Jsonc): unknown[] {
  const deny = document.at(DENY);
  return deny?.type === "array" ? (deny.children ?? []).map(valueOf) : [];
}
