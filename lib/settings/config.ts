import { recover } from "./attempt.ts";
import { CONFIG_SCHEMA, REPO_KEYS, TRUSTED_KEYS, USER_KEYS, type UserConfig } from "./config_schema.ts";
import { type Issue, readValue } from "./config_value.ts";
import type { ConfigProblem } from "./control_plane.ts";
import { defined, isRecord } from "./json.ts";

/** Bytes of a configuration file that is read; a larger one is a mistake or an attack. A repository's has less to say than the user's own. */
const MAX_USER_BYTES = 256 * 1024;
const MAX_REPO_BYTES = 64 * 1024;
/** Problems of one file that are told; the rest are counted. A person mends one at a time. */
const MAX_PROBLEMS = 5;

/** One configuration file as far as it could be understood. Keys that could not be are problems, and their defaults stand. */
export interface ConfigFile {
  values: UserConfig;
  problems: ConfigProblem[];
  /** Texts for [Limits]: keys that are understood and not followed. */
  limits: string[];
}

/** What stands in for a file that says nothing, or could not be read as one. */
export function emptyConfig(...problems: ConfigProblem[]): ConfigFile {
  return { values: valuesOf({}), problems, limits: [] };
}

/** Reads the user's own file: every key counts. */
export function parseUserConfig(text: string, file: string): Promise<ConfigFile> {
  return parseConfig(text, file, USER_KEYS, MAX_USER_BYTES);
}

/** Reads a repository's file, which may tune and restrict; keys that start programs count where the user has trusted exactly this content. */
export function parseRepoConfig(text: string, file: string, trusted: boolean): Promise<ConfigFile> {
  const known = trusted ? [...REPO_KEYS, ...TRUSTED_KEYS] : REPO_KEYS;
  return parseConfig(text, file, known, MAX_REPO_BYTES);
}

async function parseConfig(text: string, file: string, known: readonly string[], maxBytes: number) {
  const wrong = (message: string, line?: number) =>
    emptyConfig({ file, key: "", message: `${message}; defaults are used`, ...defined({ line }) });
  if (new TextEncoder().encode(text).length > maxBytes) return wrong(`larger than ${maxBytes / 1024} KiB`);
  const { loadAll, YAMLException } = await import("js-yaml");
  const read = () => {
    const [document = {}, ...more] = loadAll(text.replace(/^\uFEFF/, ""));
    if (more.length > 0) return wrong("more than one YAML document");
    if (isRecord(document ?? {})) return readDocument(text, file, Object(document), known);
    return wrong("expected keys and values at the top level", 1);
  };
  return recover(read, Error, (error) => {
    const { mark, reason } = error instanceof YAMLException ? error : { reason: String(error) };
    return wrong(`invalid YAML: ${withoutQuotes(reason)}`, mark && mark.line + 1);
  });
}

function withoutQuotes(message: string): string {
  return message.split("\n")[0]?.slice(0, 200).replace(
    /["'<][^"'<>]*["'>]?/g,
    (quote) => /^["'<][\w.-]{1,40}["'>]$/.test(quote) ? quote : "(a text)",
  ) ?? "";
}

/** Reads a file key by key: good keys hold, of lists and maps the good entries, and every problem is said with its key and line. */
export function readDocument(text: string, file: string, document: object, known = USER_KEYS): ConfigFile {
  const issues: Issue[] = text.includes("\ufffd") ? [{ path: [], message: "is not UTF-8 throughout" }] : [];
  const limits: string[] = [];
  const given: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(document)) {
    if (known.includes(key)) given[key] = readKey(key, value, issues);
    else if (Object.hasOwn(CONFIG_SCHEMA, key)) {
      const why = TRUSTED_KEYS.includes(key)
        ? "is ignored until the user has run: codex-auto trust"
        : "counts in the user's own file alone";
      limits.push(`${file}: ${key} ${why}`);
    } else issues.push({ path: [key], message: `unknown key; known are ${known.join(", ")}` });
  }
  const problems: ConfigProblem[] = issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => {
    // Keys are the file's own words, and messages are read by people and models: only what looks like a key is repeated.
    const key = path.map((each) => /^[\w.-]{1,60}$/.test(each) ? each : "(a key)").join(".");
    return { file, key, message, ...defined({ line: lineOfKey(text, path) }) };
  });
  const more = issues.length - problems.length;
  if (more > 0) problems.push({ file, key: "", message: `${more} more problems` });
  return { values: valuesOf(given), problems, limits };
}

/** A key without a value says nothing. A list or a map with a bad entry keeps its good ones: a restriction must not be lost to a slip beside it. */
function readKey(key: string, value: unknown, issues: Issue[]): unknown {
  const schema = CONFIG_SCHEMA[key] ?? {};
  const read = (some: unknown, found: Issue[]) => readValue(some, schema, [key], found);
  const found: Issue[] = [];
  const whole = value === null ? undefined : read(value, found);
  if (found.length === 0) return whole;
  issues.push(...found);
  if (typeof value !== "object" || value === null) return undefined;
  const bad = new Set(found.map(({ path }) => path[1]));
  const good = Object.entries(value).filter(([name]) => !bad.has(name));
  const again: Issue[] = [];
  const rest = read(Array.isArray(value) ? good.map(([, each]) => each) : Object.fromEntries(good), again);
  return again.length === 0 ? rest : undefined;
}

function valuesOf(given: Readonly<Record<string, unknown>>): UserConfig {
  const all = Object.entries(CONFIG_SCHEMA).flatMap(([key, schema]) => {
    const value = given[key] ?? structuredClone(schema.default);
    return value === undefined ? [] : [[key, value] as const];
  });
  // Each value has just been read by the schema that the type describes.
  return Object.fromEntries(all) as unknown as UserConfig;
}

/** The line, from 1, on which a key path stands in a YAML text, or the part of it that is found. */
function lineOfKey(text: string, path: readonly string[]): number | undefined {
  const lines = text.split("\n").map((line) => line.replace(/^\s*#.*/, ""));
  let at: number | undefined;
  for (const key of path) {
    const from = at ?? 0;
    const name = new RegExp(`(?:^|[-{,"'])\\s*["']?${RegExp.escape(key)}["']?\\s*:`);
    const items = lines.flatMap((line, number) => {
      const indent = /^\s*(?=- )/.exec(`${line} `)?.[0].length;
      return number < from || indent === undefined ? [] : [{ number, indent }];
    });
    const next = /^\d+$/.test(key)
      ? items.filter(({ indent }) => indent === items[0]?.indent)[Number(key)]?.number ?? -1
      : lines.findIndex((line, number) => number >= from && name.test(line));
    if (next < 0) break;
    at = next;
  }
  return at === undefined ? undefined : at + 1;
}
