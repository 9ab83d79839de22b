import { CONFIG_SCHEMA, REPO_KEYS, type UserConfig } from "./config_schema.ts";
import { type Issue, readValue } from "./config_value.ts";
import type { ConfigProblem } from "./control_plane.ts";

/** Problems of one file that are told; the rest are counted. A person mends one at a time. */
const MAX_PROBLEMS = 5;

/** One configuration file as far as it could be understood. Keys that could not be are problems, and their defaults stand. */
export interface ConfigFile {
  values: UserConfig;
  problems: ConfigProblem[];
  /** Texts for [Limits]: keys that are understood and not followed. */
  limits: string[];
}

export function emptyConfig(): UserConfig {
  return valuesOf({});
}

export function nothing(): ConfigFile {
  return { values: emptyConfig(), problems: [], limits: [] };
}

/** Reads a file key by key: good keys hold, of lists and maps the good entries, and every problem is said with its key and line. */
export function readDocument(text: string, file: string, document: object, everyKey: boolean): ConfigFile {
  const issues: Issue[] = [];
  const limits: string[] = [];
  const given: Record<string, unknown> = {};
  const known = everyKey ? Object.keys(CONFIG_SCHEMA) : REPO_KEYS;
  for (const [key, value] of Object.entries(document)) {
    if (known.includes(key)) given[key] = readKey(key, value, issues);
    else if (Object.hasOwn(CONFIG_SCHEMA, key)) {
      limits.push(`${file}: ${key} is ignored until the user has run: codex-auto trust`);
    } else issues.push({ path: [key], message: `unknown key; known are ${known.join(", ")}` });
  }
  const problems: ConfigProblem[] = issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => {
    const line = lineOfKey(text, path);
    // Keys are the file's own words, and messages are read by people and models: only what looks like a key is repeated.
    const key = path.map((each) => /^[\w.-]{1,60}$/.test(each) ? each : "(a key)").join(".");
    return { file, key, message, ...(line === undefined ? {} : { line }) };
  });
  const more = issues.length - problems.length;
  if (more > 0) problems.push({ file, key: "(file)", message: `${more} more problems` });
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

/** The line, from 1, on which a key path stands in a YAML text, or the part of it that is found: parsers give no places for values. */
function lineOfKey(text: string, path: readonly string[]): number | undefined {
  const lines = text.split("\n");
  let at = 0;
  let found: number | undefined;
  for (const key of path) {
    const next = /^\d+$/.test(key) ? lineOfItem(lines, at, Number(key)) : lineOfName(lines, at, key);
    if (next === undefined) return found;
    at = next;
    found = at + 1;
  }
  return found;
}

function lineOfName(lines: readonly string[], from: number, key: string): number | undefined {
  const name = new RegExp(`(?:^|[-{,"'])\\s*["']?${key.replace(/\W/gu, "\\$&")}["']?\\s*:`);
  const at = lines.findIndex((line, index) => index >= from && name.test(line.replace(/^\s*#.*/, "")));
  return at < 0 ? undefined : at;
}

function lineOfItem(lines: readonly string[], from: number, index: number): number | undefined {
  const indents = lines.map((line) => /^\s*(?=- )/.exec(`${line} `)?.[0].length);
  const indent = indents.find((each, line) => line >= from && each !== undefined);
  return indents.flatMap((each, line) => line >= from && each === indent && each !== undefined ? [line] : [])
    .at(index);
}
