import type { z } from "zod";
import { type ConfigFile, nothing } from "./plain_config.ts";
import { configSchema, repoConfigSchema } from "./config_schema.ts";
import { plainMessage } from "./plain_message.ts";

/** Problems of one file that are told; the rest are counted. A person mends one at a time. */
const MAX_PROBLEMS = 5;

/**
 * Reads a file key by key against the schema: good keys hold, of lists and maps the good entries, and every problem is said with its key and line.
 * Loading the schema costs more than anything else of a configuration, so that files which are plainly right do without.
 */
export function checkedConfig(text: string, file: string, document: object, everyKey: boolean): ConfigFile {
  const shape: Record<string, z.ZodType> = everyKey ? configSchema.shape : repoConfigSchema.shape;
  const config = nothing();
  let more = 0;
  const problem = (path: readonly string[], message: string) => {
    if (config.problems.length === MAX_PROBLEMS) {
      more++;
      return;
    }
    const line = lineOfKey(text, path);
    // Keys are the file's own words, and messages are read by people and models: only what looks like a key is repeated.
    const key = path.map((each) => /^[\w.-]{1,60}$/.test(each) ? each : "(a key)").join(".");
    config.problems.push({ file, key, message, ...(line === undefined ? {} : { line }) });
  };
  for (const [key, value] of Object.entries(document)) {
    const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (schema !== undefined) readKey(key, value ?? undefined, schema);
    else if (Object.hasOwn(configSchema.shape, key)) {
      config.limits.push(`${file}: ${key} is ignored until the user has run: codex-auto trust`);
    } else {
      const known = Object.keys(shape).join(", ");
      problem([key], `unknown key; known are ${known}`);
    }
  }
  if (more > 0) config.problems.push({ file, key: "(file)", message: `${more} more problems` });
  return config;

  function readKey(key: string, value: unknown, schema: z.ZodType): void {
    const whole = schema.safeParse(value, { error: plainMessage });
    if (whole.success) {
      Object.assign(config.values, { [key]: whole.data });
      return;
    }
    for (const issue of whole.error.issues.flatMap(meantIssues)) {
      const path = [
        key,
        ...issue.path.map(String),
        ...(issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : []),
      ];
      problem(path, messageOf(issue));
    }
    Object.assign(config.values, salvage(key, value, schema, whole.error.issues));
  }
}

/** What is wrong with a value. Of one that fits none of several shapes, what keeps it from the one that knows most of its keys. */
function meantIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const unknown = (shape: readonly z.core.$ZodIssue[]) =>
    shape.reduce((sum, each) => sum + (each.code === "unrecognized_keys" ? each.keys.length : 0), 0);
  const [meant] = issue.errors.toSorted((a, b) => unknown(a) - unknown(b));
  if (meant === undefined) return [issue];
  return meant.flatMap(meantIssues).map((each) => ({ ...each, path: [...issue.path, ...each.path] }));
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") return "unknown key";
  return issue.code === "invalid_key" ? issue.issues[0]?.message ?? issue.message : issue.message;
}

/** A list or a map with one bad entry keeps its good ones: a restriction must not be lost to a slip beside it. */
function salvage(
  key: string,
  value: unknown,
  schema: z.ZodType,
  issues: readonly z.core.$ZodIssue[],
): Record<string, unknown> {
  if (typeof value !== "object" || value === null) return {};
  // All that is wrong is known: to try each entry by itself would take as long again for each.
  const bad = new Set(
    issues.flatMap(({ path, ...issue }) =>
      path[0] !== undefined ? [String(path[0])] : "keys" in issue ? issue.keys : []
    ),
  );
  const good = Object.entries(value).filter(([name]) => !bad.has(name));
  const parsed = schema.safeParse(
    Array.isArray(value) ? good.map(([, item]) => item) : Object.fromEntries(good),
  );
  return parsed.success ? { [key]: parsed.data } : {};
}

/**
 * The 1-based line on which a key path stands in a YAML text, found by walking its keys downwards; undefined where it is not found.
 * Parsers give no places for values, and a message without a line makes people search.
 */
function lineOfKey(text: string, path: readonly string[]): number | undefined {
  const lines = text.split("\n");
  let at = 0;
  let found: number | undefined;
  for (const key of path) {
    if (/^\d+$/.test(key)) {
      at = lineOfItem(lines, at, Number(key)) ?? at;
      found = at + 1;
      continue;
    }
    const line = lines.findIndex((each, index) => index >= at && holdsKey(each, key));
    if (line < 0) return found;
    at = line;
    found = line + 1;
  }
  return found;
}

function holdsKey(line: string, key: string): boolean {
  const code = line.replace(/^\s*#.*$/, "");
  for (let from = code.indexOf(key); from >= 0; from = code.indexOf(key, from + 1)) {
    const before = code.slice(0, from).trimEnd();
    const after = code.slice(from + key.length).replace(/^["']/, "").trimStart();
    if (after.startsWith(":") && (before === "" || /[-{,"']$/.test(before))) return true;
  }
  return false;
}

function lineOfItem(lines: string[], from: number, index: number): number | undefined {
  let seen = -1;
  let indent: number | undefined;
  for (let line = from; line < lines.length; line++) {
    const dash = /^(\s*)- /.exec(`${lines[line]} `);
    if (!dash) continue;
    const depth = dash[1]?.length ?? 0;
    indent ??= depth;
    if (depth === indent && ++seen === index) return line;
  }
  return undefined;
}
