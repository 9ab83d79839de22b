import { attempt } from "../settings/attempt.ts";
import { isRecord, listAt, recordAt, valueAt } from "../settings/json.ts";
import { isBare, lineOf, parseSettings, type Path, withoutValue, withValue } from "./jsonc.ts";
import { SetupError } from "./setup_error.ts";

/** Our entry in a client's hook file, text to text. The files of Claude Code, Codex and Gemini CLI have one shape: `{"hooks": {"UserPromptSubmit": [{"hooks": [ENTRY, …]}, …]}}`. What others have there, comments too, stays. */
const EVENTS = ["UserPromptSubmit", "SubagentStart", "BeforeAgent"] as const;
const DENY = ["permissions", "deny"];

export type HookEvent = (typeof EVENTS)[number];

/** Adds our entry, or brings it up to date at its place, and the rules against commands that are to be denied. Throws `SetupError`. */
export function addHook(
  text: string,
  entry: HookEntry,
  file: string,
  denied: readonly string[] = [],
  events: readonly HookEvent[] = ["UserPromptSubmit"],
): string {
  const next = events.reduce((rest, event) => withEntry(rest, event, entry, file), text);
  const added = denied.filter((rule) => !rulesIn(next, file).includes(rule))
    .reduce((rest, rule) => takesRules(rest, file) ? withValue(rest, [...DENY, -1], rule) : rest, next);
  // Of two members of one name clients read the last, and what is added stands in the first.
  if (places(added, file).length >= events.length) return added;
  const line = lineOf(text, ["hooks"]);
  throw new SetupError(file, "has a key twice; keep one of them and run this again", { line });
}

/**
 * Takes our entries out, with what they leave empty unless `original`, the text before we came, had it too. Where nothing was edited since, the
 * original comes back byte for byte; undefined, where nothing else was in the file. Throws `SetupError`.
 */
export function removeHook(
  text: string,
  original: string | undefined,
  file: string,
  denied: readonly string[] = [],
  events: readonly HookEvent[] = ["UserPromptSubmit"],
): string | undefined {
  const found = places(text, file);
  // Without our entry and the text before us nobody can say whose a rule is.
  if (found.length === 0 && original === undefined) return text;
  // One that someone has damaged tells nothing about what was there.
  const before = original && attempt(() => places(original, file), SetupError) && original;
  const entry = found[0] && valueAt(parseSettings(text, file), found[0]);
  if (
    before !== undefined && places(before, file).length === 0 && isRecord(entry) &&
    addHook(before, entry as unknown as HookEntry, file, denied, events) === text
  ) return before;
  const theirs = before === undefined ? [] : rulesIn(before, file);
  const without = found.toReversed().reduce((rest, place) => withoutEntry(rest, place, file, before), text);
  const next = denied.filter((rule) => !theirs.includes(rule)).reduce((rest, rule) => {
    const at = rulesIn(rest, file).indexOf(rule);
    return at < 0 ? rest : withoutBare(withoutValue(rest, [...DENY, at]), DENY, file, before);
  }, without);
  return original === undefined && next.trim() === "{}" ? undefined : next;
}

function withEntry(text: string, event: HookEvent, entry: HookEntry, file: string): string {
  const [first, ...doubles] = places(text, file).filter(([, name]) => name === event);
  if (first === undefined) return withValue(text, ["hooks", event, -1], { hooks: [entry] });
  const next = doubles.toReversed().reduce((rest, place) => withoutEntry(rest, place, file), text);
  const current = recordAt(parseSettings(text, file), ...first);
  // Keys of the user's own stay, and a time of theirs; one that is not from 1 s to 10 min is a mistake, such as another unit.
  const share = Number(current["timeout"]) / entry.timeout;
  const time = share >= 1 / 15 && share <= 40 ? { timeout: current["timeout"] } : {};
  const updated = { ...current, ...entry, ...time };
  return JSON.stringify(updated) === JSON.stringify(current) ? next : withValue(next, first, updated);
}

/** Throws `SetupError`. */
export function hookEntries(text: string, file: string): unknown[] {
  const value = parseSettings(text, file);
  return places(text, file).map((place) => valueAt(value, place));
}

/** Where our entries are. Throws `SetupError` for a file of another shape; an odd group of someone else's is not ours to judge. */
function places(text: string, file: string): Path[] {
  const value = parseSettings(text, file);
  for (const path of [[], ["hooks"], ...EVENTS.map((event) => ["hooks", event])]) {
    const found = valueAt(value, path);
    const isList = path.length === 2;
    if (found === undefined || (isList ? Array.isArray(found) : isRecord(found))) continue;
    const name = path.length === 0 ? "the file" : `"${path.at(-1)}"`;
    const kind = isList ? "a list [ … ]" : "an object { … }";
    const line = lineOf(text, path);
    throw new SetupError(file, `${name} must be ${kind}; correct it and run this again`, { line });
  }
  return EVENTS.flatMap((event) => {
    const groups = listAt(value, "hooks", event);
    return groups.flatMap((_group, group) =>
      listAt(groups, group, "hooks").flatMap((entry, at) =>
        isOurs(entry) ? [["hooks", event, group, "hooks", at]] : []
      )
    );
  });
}

/** Without one entry, and the containers that it leaves empty. */
function withoutEntry(text: string, place: Path, file: string, before?: string): string {
  const next = withoutValue(text, place);
  const group = place.slice(0, -2);
  const isEmpty = isBare(next, place.slice(0, -1));
  return isEmpty ? withoutBare(withoutValue(next, group), place.slice(0, 2), file, before) : next;
}

/** Without the containers on a path in which nothing stands, from the inside out; those that were there before stay. */
function withoutBare(text: string, path: Path, file: string, before: string | undefined): string {
  const isTheirs = before !== undefined && valueAt(parseSettings(before, file), path) !== undefined;
  if (path.length === 0 || isTheirs || !isBare(text, path)) return text;
  return withoutBare(withoutValue(text, path), path.slice(0, -1), file, before);
}

/** Whether `permissions.deny` can take a rule; settings of another shape stay as they are. */
function takesRules(text: string, file: string): boolean {
  const { permissions = {} } = recordAt(parseSettings(text, file));
  return isRecord(permissions) && Array.isArray(permissions["deny"] ?? []);
}

function rulesIn(text: string, file: string): unknown[] {
  return listAt(parseSettings(text, file), ...DENY);
}

/** The command hook that a client runs on each prompt: Claude Code's exec form, or a shell line of Codex or Gemini CLI (no `args`). */
export interface HookEntry {
  type: "command";
  command: string;
  args?: string[];
  /** Seconds; Gemini CLI's are milliseconds. */
  timeout: number;
  statusMessage?: string;
  /** Gemini CLI's, by which a person switches one off. */
  name?: string;
  description?: string;
}

/** Seconds after which a client goes on without us. The longest wall budget (tier 2: 10 s and 250 ms) and a slow start fit in. */
export const HOOK_TIMEOUT_SECONDS = 15;

/** Stands beside the client's spinner while the hook runs. */
export const HOOK_STATUS = "Looking up relevant code";

export const SHIM_NAME = "context-inject-global.sh";
const SHIM_NAMES = new Set([SHIM_NAME, "augment-context-global.sh"]);
const SHELLS = new Set(["sh", "bash", "dash", "zsh"]);
const MAX_COMMAND_CHARS = 16_384;

/** What Gemini CLI calls our entry. */
export const HOOK_NAME = "auto-tools";

/** An entry is ours where it has our name, or its program is one of our shims or `codex-auto hook`, directly or through `sh`. A longer shell line that mentions us is the user's own. */
export function isOurs(entry: unknown): boolean {
  const { name, command, args } = recordAt(entry);
  if (typeof command !== "string") return false;
  if (name === HOOK_NAME) return true;
  if (command.length > MAX_COMMAND_CHARS) return false;
  const words = Array.isArray(args) ? [command, ...args.map(String)] : shellWords(command);
  const [program = "", first] = SHELLS.has(baseName(words[0] ?? "")) ? words.slice(1) : words;
  return SHIM_NAMES.has(baseName(program)) || (baseName(program) === "codex-auto" && first === "hook");
}

/** One word for `sh`, whatever characters it has. */
export function shellQuote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The words of a shell line that is one plain command, else none; only their base names are compared, so what is quoted loses what the shell would act on. */
function shellWords(line: string): string[] {
  const plain = line.replace(
    /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs,
    (_, single?: string, double?: string, escaped?: string) =>
      (single ?? double ?? escaped ?? "").replace(/[\s;|&<>()`'"]/g, "_"),
  );
  return /[;|&<>()`'"]/.test(plain) ? [] : plain.trim().split(/\s+/);
}

const baseName = (path: string) => path.slice(path.lastIndexOf("/") + 1);
