import type { Node } from "jsonc-parser";
import { type HookEntry, isOurs } from "./hook_entry.ts";
import {
  containerMember,
  type JsoncDocument,
  member,
  parseDocument,
  requireType,
  valueOf,
} from "./jsonc_document.ts";
import { addDenied, removeDenied } from "./denied_commands.ts";
import { append, isBare, remove, removeMember, replace } from "./jsonc_edit.ts";
import { SetupError } from "./setup_error.ts";

/**
 * Our entry in a client's hook file, text to text. Claude Code's `settings.json` and Codex's `hooks.json` have one shape:
 * `{"hooks": {"UserPromptSubmit": [{"hooks": [ENTRY, …]}, …]}}`. Everything that is not ours stays as it is, byte for byte.
 */
const EVENT = "UserPromptSubmit";
const BYTE_ORDER_MARK = "\uFEFF";

/** Seconds that a person may have given our entry; other values are mistakes, such as milliseconds. */
const MAX_TIMEOUT_SECONDS = 600;

/** What is left after our entry is gone: the text, or `undefined` where nothing else was in the file. */
export type Removal = { found: boolean; text: string | undefined };

/** Also true of a string with two slashes; then an empty group stays, which does no harm. */
const HAS_COMMENT = /\/[/*]/;

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
  const { mark, body } = withoutMark(text);
  const [first, ...doubles] = places(read(body, file));
  let next = first === undefined ? insert(read(body, file), entry) : update(body, first, entry, file);
  for (const place of doubles.reverse()) next = take(next, place, undefined, file);
  return mark + addDenied(next, denied, file);
}

/**
 * Takes our entries out, and the group, event and `hooks` that they leave empty unless `original`, the text before we came, had them
 * too. Where adding our entry to the original gives just this text, the original comes back byte for byte; entries under our names that
 * stood in it come back only where they `standAgain`, their program having been someone else's. Throws `SetupError`.
 */
export function removeHook(
  text: string,
  original: string | undefined,
  file: string,
  standAgain = false,
  denied: readonly string[] = [],
): Removal {
  const { mark, body } = withoutMark(text);
  const found = places(read(body, file));
  // Without our entry and the text before us nobody can say whose a rule is.
  if (found.length === 0 && original === undefined) return { found: false, text };
  const before = original === undefined ? undefined : readOrNothing(original, file);
  const restorable = before !== undefined && (standAgain || places(before).length === 0);
  const entry = valueAt(read(body, file), found[0]);
  if (
    original !== undefined && restorable && isHookEntry(entry) &&
    addHook(original, entry, file, denied) === text
  ) {
    return { found: true, text: original };
  }
  const kept = before && read(withoutOurs(before), file);
  const without = found.reverse().reduce((rest, place) => take(rest, place, kept, file), body);
  const next = removeDenied(without, denied, before, file);
  if (next === body) return { found: false, text };
  return { found: true, text: original === undefined && next.trim() === "{}" ? undefined : mark + next };
}

/** Our entries as they stand in the file; for telling people. Throws `SetupError`. */
export function hookEntries(text: string, file: string): unknown[] {
  const document = read(withoutMark(text).body, file);
  return places(document).map((place) => valueAt(document, place));
}

/** Whether entries of others come after ours: their position, by which Codex remembers that it may run them, changes when ours goes. */
export function othersFollow(text: string, file: string): boolean {
  const document = read(withoutMark(text).body, file);
  const [ours] = places(document);
  if (ours === undefined) return false;
  return groups(document).some((entries, group) =>
    (entries?.children ?? []).some((node, entry) =>
      !isOurs(valueOf(node)) && (group > ours.group || (group === ours.group && entry > ours.entry))
    )
  );
}

function withoutMark(text: string): { mark: string; body: string } {
  const marked = text.startsWith(BYTE_ORDER_MARK);
  return { mark: marked ? BYTE_ORDER_MARK : "", body: marked ? text.slice(1) : text };
}

function read(body: string, file: string): JsoncDocument {
  const document = parseDocument(body, file);
  if (document.root !== undefined) requireType(document, document.root, "object", "the file");
  groups(document);
  return document;
}

/** A backup that someone has damaged tells nothing about what was there. */
function readOrNothing(original: string, file: string): JsoncDocument | undefined {
  try {
    return read(withoutMark(original).body, file);
  } catch (error) {
    if (error instanceof SetupError) return undefined;
    throw error;
  }
}

function hooksOf(document: JsoncDocument): Node | undefined {
  return document.root && containerMember(document, document.root, "hooks", "object");
}

function eventOf(document: JsoncDocument): Node | undefined {
  const hooks = hooksOf(document);
  return hooks && containerMember(document, hooks, EVENT, "array");
}

/** The lists of entries, one a group; an odd group of someone else's is not ours to judge. */
function groups(document: JsoncDocument): (Node | undefined)[] {
  return (eventOf(document)?.children ?? []).map((group) => {
    const entries = group.type === "object" ? member(group, "hooks") : undefined;
    return entries?.type === "array" ? entries : undefined;
  });
}

function places(document: JsoncDocument): Place[] {
  return groups(document).flatMap((entries, group) =>
    (entries?.children ?? []).flatMap((node, entry) => isOurs(valueOf(node)) ? [{ group, entry }] : [])
  );
}

function nodeAt(document: JsoncDocument, place: Place | undefined): Node | undefined {
  return place && groups(document)[place.group]?.children?.[place.entry];
}

function valueAt(document: JsoncDocument, place: Place | undefined): unknown {
  const node = nodeAt(document, place);
  return node && valueOf(node);
}

function insert(document: JsoncDocument, entry: HookEntry): string {
  const { text, root } = document;
  const group = { hooks: [entry] };
  const event = eventOf(document);
  if (event !== undefined) return append(text, event, group);
  const hooks = hooksOf(document);
  if (hooks !== undefined) return append(text, hooks, [group], EVENT);
  if (root !== undefined) return append(text, root, { [EVENT]: [group] }, "hooks");
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const created = JSON.stringify({ hooks: { [EVENT]: [group] } }, null, 2).replaceAll("\n", eol);
  return text.trim() === "" ? created + eol : text.trimEnd() + eol + created + eol;
}

/** Sets what differs; keys of the user's own, a sensible timeout and another status message stay. */
function update(body: string, place: Place, entry: HookEntry, file: string): string {
  let text = body;
  for (const [key, value] of Object.entries(entry)) {
    const node = nodeAt(read(text, file), place);
    if (node === undefined) return text;
    const present = member(node, key);
    const current = present && valueOf(present);
    if (JSON.stringify(current) === JSON.stringify(value) || isTheirChoice(key, current)) continue;
    text = present === undefined ? append(text, node, value, key) : replace(text, present, value);
  }
  return text;
}

function isTheirChoice(key: string, value: unknown): boolean {
  if (key === "statusMessage") return typeof value === "string";
  return key === "timeout" && typeof value === "number" && value > 0 && value <= MAX_TIMEOUT_SECONDS;
}

/** Removes one entry and the containers it leaves empty, from the inside out; one that holds a comment is not empty. */
function take(body: string, place: Place, kept: JsoncDocument | undefined, file: string): string {
  const document = read(body, file);
  const entries = groups(document)[place.group];
  if (entries === undefined) return body;
  let text = remove(body, entries, place.entry);
  const event = eventOf(read(text, file));
  const group = event?.children?.[place.group];
  if (event === undefined || group === undefined || entries.children?.length !== 1) return text;
  if (HAS_COMMENT.test(text.slice(group.offset, group.offset + group.length))) return text;
  text = remove(text, event, place.group);
  if (!isBare(text, eventOf(read(text, file))) || (kept && eventOf(kept))) return text;
  text = removeMember(read(text, file), hooksOf, EVENT);
  if (!isBare(text, hooksOf(read(text, file))) || (kept && hooksOf(kept))) return text;
  return removeMember(read(text, file), (each) => each.root, "hooks");
}

function withoutOurs(document: JsoncDocument): string {
  return places(document).reverse().reduce(
    (rest, place) => take(rest, place, undefined, document.file),
    document.text,
  );
}

function isHookEntry(value: unknown): value is HookEntry {
  return typeof value === "object" && value !== null && "type" in value && value.type === "command" &&
    "timeout" in value &&
    "command" in value && "statusMessage" in value;
}
