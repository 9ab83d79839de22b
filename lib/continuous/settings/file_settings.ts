import { z } from "zod";
import { readSmallFile } from "../../settings/small_file.ts";
import type { World } from "../../settings/world.ts";
import { CONFIRM, EXECUTORS } from "../run/event.ts";

const whole = z.int().min(0);
const positive = z.int().min(1);

/** 0 is no limit where there can be none. */
const stopSchema = z.strictObject({
  retries: whole.optional(),
  idle_steps: positive.optional(),
  repeats: z.int().min(2).optional(),
  replans: whole.optional(),
  provider_failures: whole.optional(),
  back_off_seconds: z.number().min(0).optional(),
  total_minutes: z.number().min(0).optional(),
  idle_minutes: z.number().positive().optional(),
  verify_minutes: z.number().positive().optional(),
  tokens: whole.optional(),
  cost_usd: z.number().min(0).optional(),
});

/** What `[continuous]` in Codex's `config.toml` may say. */
const fileSchema = z.strictObject({
  default_max_steps: positive.optional(),
  default_confirm_on_breakpoint: z.union([z.boolean(), z.enum(CONFIRM)], {
    error: `it is true, false or one of ${CONFIRM.map((word) => JSON.stringify(word)).join(", ")}`,
  }).optional(),
  executor: z.enum(EXECUTORS).optional(),
  log_dir: z.string().regex(/^(?:\/|~(?:\/|$))/, "it is an absolute path, or begins with ~/").optional(),
  snapshot_retention: positive.optional(),
  auto_resume: z.boolean().optional(),
  stop_conditions: stopSchema.optional(),
});
export type FileSettings = z.infer<typeof fileSchema>;

/** A configuration that cannot be used; says where and what. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** Reads `[continuous]`; empty where there is none. Throws `SettingsError`. */
export async function fileSettings(world: World): Promise<FileSettings> {
  const folder = world.env("CODEX_HOME") ??
    (world.env("HOME") === undefined ? undefined : `${world.env("HOME")}/.codex`);
  if (folder === undefined) return {};
  const file = `${folder}/config.toml`;
  const text = read(file);
  if (text === undefined || !text.includes("continuous")) return {};
  const { parse, TomlError } = await import("smol-toml");
  let section: unknown;
  try {
    section = parse(text)["continuous"];
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new SettingsError(`${file}:${error.line}: not valid TOML: ${error.message.split("\n")[0]}`);
  }
  if (section === undefined) return {};
  const checked = fileSchema.safeParse(section);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const path = issue?.path ?? [];
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const keys = [...path, ...(unknown === undefined ? [] : [unknown])].map(String);
  const shape = path.length === 0 ? fileSchema.shape : stopSchema.shape;
  const why = unknown === undefined
    ? `${issue?.message ?? "not usable"}; \`codex-auto continuous --help\` shows the section`
    : `there is no such key; there are ${Object.keys(shape).join(", ")}`;
  throw new SettingsError(
    `${file}:${lineOf(text, keys.at(-1) ?? "")}: ${["continuous", ...keys].join(".")}: ${why}`,
  );
}

function read(file: string): string | undefined {
  try {
    return readSmallFile(file);
  } catch (error) {
    if (error instanceof Error) throw new SettingsError(`${file}: ${error.message}`);
    throw error;
  }
}

/** Line, from 1, of the first place behind `[continuous]` where a key stands. */
function lineOf(text: string, key: string): number {
  const lines = text.split("\n");
  const from = Math.max(0, lines.findIndex((line) => /^\s*\[\s*continuous\b/.test(line)));
  const at = lines.findIndex((line, index) => index >= from && line.includes(key));
  return (at < 0 ? from : at) + 1;
}
