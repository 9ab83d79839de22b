import { CONFIG_SCHEMA, REPO_KEYS, type UserConfig } from "./config_schema.ts";
import { type Issue, readValue } from "./config_value.ts";
import type { ConfigProblem } from "./control_plane.ts";
import { defined } from "./json.ts";

/** Problems of one file that are told; the rest are counted. A person mends one at a time. */
const MAX_PROBLEMS = 5;

/** One configuration file as far as it could be understood. Keys that could not be are problems, and their defaults stand. */
export interface ConfigFile {
  values: UserConfig;
  problems: ConfigProblem[];
  /** Texts for [Limits]: keys that are understood and not followed. */
  limits: string[];
}

export function nothing(): ConfigFile {
  return { values: valuesOf({}), problems: [], limits: [] };
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
    // Keys are the file's own words, and messages are read by people and models: only what looks like a key is repeated.
    const key = path.map((each) => /^[\w.-]{1,60}$/.test(each) ? each : "(a key)").join(".");
    return { file, key, message, ...defined({ line: lineOfKey(text, path) }) };
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
  let at = -1;
  for (const key of path) {
    const from = Math.max(at, 0);
    const next = /^\d+$/.test(key) ? lineOfItem(lines, from, Number(key)) : lineOfName(lines, from, key);
    if (next < 0) break;
    at = next;
  }
  return at < 0 ? undefined : at + 1;
}

function lineOfName(lines: readonly string[], from: number, key: string): number {
  const name = new RegExp(`(?:^|[-{,"'])\\s*["']?${key.replace(/\W/gu, "\\$&")}["']?\\s*:`);
  return lines.findIndex((line, index) => index >= from && name.test(line.replace(/^\s*#.*/, "")));
}

function lineOfItem(lines: readonly string[], from: number, index: number): number {
  const items = lines.flatMap((line, at) => {
    const indent = /^\s*(?=- )/.exec(`${line} `)?.[0].length;
    return at < from || indent === undefined ? [] : [{ at, indent }];
  });
  return items.filter(({ indent }) => indent === items[0]?.indent)[index]?.at ?? -1;
}
