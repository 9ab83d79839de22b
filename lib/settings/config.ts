import { parse as parseYaml } from "@std/yaml";
import type { z } from "zod";
import { configSchema, repoConfigSchema, type UserConfig } from "./config_schema.ts";
import type { ConfigProblem } from "./control_plane.ts";
import { lineOfKey } from "./yaml_lines.ts";

/** Problems of one file that are told; the rest are counted. A person mends one at a time. */
const MAX_PROBLEMS = 5;

/** A configuration file that is read whole; a larger one is a mistake or an attack. */
const MAX_CONFIG_BYTES = 256 * 1024;

/** One configuration file as far as it could be understood. Keys that could not be are problems, and their defaults stand. */
export interface ConfigFile {
  values: UserConfig;
  problems: ConfigProblem[];
  /** Texts for [Limits]: keys that are understood and not followed. */
  limits: string[];
}

export function emptyConfig(): ConfigFile {
  return { values: configSchema.parse({}), problems: [], limits: [] };
}

/** Reads the user's own file: every key counts. */
export function parseUserConfig(text: string, file: string): ConfigFile {
  return parseConfig(text, file, configSchema.shape);
}

/**
 * Reads a repository's file. It may tune and restrict; the keys that start programs are followed only where the user has trusted exactly
 * this content.
 */
export function parseRepoConfig(text: string, file: string, trusted: boolean): ConfigFile {
  if (trusted) return parseConfig(text, file, configSchema.shape);
  return parseConfig(text, file, repoConfigSchema.shape, Object.keys(configSchema.shape));
}

/** Keys are the file's own words, and messages are read by people and models: only what looks like a key is repeated. */
function quotable(key: string): string {
  return /^[\w.-]{1,60}$/.test(key) ? key : "(a key)";
}

/** The parser's message without what it quotes of the file. */
function yamlMessage(error: unknown): string {
  const message = error instanceof Error ? error.message.split("\n")[0] ?? "" : String(error);
  return message.slice(0, 200).replace(
    /["'<][^"'<>]*["'>]?/g,
    (quote) => /^["'<][\w.-]{1,40}["'>]$/.test(quote) ? quote : "(a text)",
  );
}

function parseConfig(
  text: string,
  file: string,
  shape: Record<string, z.ZodType>,
  withheld: string[] = [],
): ConfigFile {
  const config = emptyConfig();
  let more = 0;
  const problem = (key: string, message: string, line?: () => number | undefined) => {
    if (config.problems.length === MAX_PROBLEMS) {
      more++;
      return;
    }
    const found = line?.();
    config.problems.push({ file, key, message, ...(found === undefined ? {} : { line: found }) });
  };
  if (new TextEncoder().encode(text).length > MAX_CONFIG_BYTES) {
    problem("(file)", `larger than ${MAX_CONFIG_BYTES / 1024} KiB; defaults are used`);
    return config;
  }
  let document: unknown;
  try {
    document = parseYaml(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const message = yamlMessage(error);
    const line = / at line (\d+), column \d+$/.exec(message)?.[1];
    problem(
      "(file)",
      `invalid YAML: ${message}; defaults are used`,
      () => line === undefined ? undefined : Number(line),
    );
    return config;
  }
  if (document === null || document === undefined) return config;
  if (typeof document !== "object" || Array.isArray(document)) {
    problem("(file)", "expected keys and values at the top level; defaults are used", () => 1);
    return config;
  }
  for (const [key, value] of Object.entries(document)) {
    const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (schema === undefined && withheld.includes(key)) {
      config.limits.push(`${file}: ${key} is ignored until the user has run: codex-auto trust`);
    } else if (schema === undefined) {
      const known = Object.keys(shape).join(", ");
      problem(quotable(key), `unknown key; known are ${known}`, () => lineOfKey(text, [key]));
    } else {
      readKey(key, value ?? undefined, schema);
    }
  }
  if (more > 0) config.problems.push({ file, key: "(file)", message: `${more} more problems` });
  return config;

  function readKey(key: string, value: unknown, schema: z.ZodType): void {
    const whole = schema.safeParse(value);
    if (whole.success) {
      Object.assign(config.values, { [key]: whole.data });
      return;
    }
    for (const issue of whole.error.issues) {
      const path = [
        key,
        ...issue.path.map(String),
        ...(issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : []),
      ];
      const message = issue.code === "unrecognized_keys" ? "unknown key" : issue.message;
      problem(path.map(quotable).join("."), message, () => lineOfKey(text, path));
    }
    Object.assign(config.values, salvage(key, value, schema));
  }
}

/** A list or a map with one bad entry keeps its good ones: a restriction must not be lost to a slip beside it. */
function salvage(key: string, value: unknown, schema: z.ZodType): Record<string, unknown> {
  if (Array.isArray(value)) {
    const kept = value.filter((item) => schema.safeParse([item]).success);
    const parsed = schema.safeParse(kept);
    return parsed.success ? { [key]: parsed.data } : {};
  }
  if (typeof value === "object" && value !== null) {
    const kept = Object.entries(value).filter(([name, item]) => schema.safeParse({ [name]: item }).success);
    const parsed = schema.safeParse(Object.fromEntries(kept));
    return parsed.success ? { [key]: parsed.data } : {};
  }
  return {};
}
