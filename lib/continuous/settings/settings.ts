import { z } from "zod";
import shipped from "../../../config/prices.json" with { type: "json" };
import { attempt, recover } from "../../settings/attempt.ts";
import { locations } from "../../settings/locations.ts";
import { NotReadable } from "../../settings/json.ts";
import { serverFile } from "../../settings/mcp_servers/client_places.ts";
import { readSmallFile } from "../../settings/small_file.ts";
import type { World } from "../../settings/world.ts";
import { budgetSchema, EXECUTORS, REVIEW } from "../run/event.ts";

/** A configuration that cannot be used; says where and what. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

export interface FlagSettings {
  maxSteps: number | undefined;
  maxCost?: number | undefined;
  parallel?: number | undefined;
  confirm: boolean | undefined;
  executor: (typeof EXECUTORS)[number] | undefined;
}

const positive = z.coerce.number().int().min(1);
const isWanted = z.union([z.boolean(), z.stringbool()], { error: "it is true or false" });

const paths = z.array(
  z.string().regex(/^(?!\/|\.\.?(?:\/|$))(?!.*\/\.\.?(?:\/|$))./, "it is a path below the repository"),
);
/** Files of the user's folder that git does not have and the work needs. */
const bringSchema = z.strictObject({ link: paths.default([]), copy: paths.default([]) });
export type Bring = z.infer<typeof bringSchema>;

/** What `[continuous]` in Codex's `config.toml` may say; all but `IN_FILE` in the environment as well, in words. */
const sectionSchema = z.strictObject({
  default_max_steps: positive.optional(),
  parallel: z.coerce.number().pipe(budgetSchema.shape.parallel.unwrap()).optional(),
  default_confirm_on_breakpoint: isWanted.default(true),
  executor: z.enum(EXECUTORS).default("codex"),
  /** Where prompts, outputs and diffs of steps are kept; beside the run's state by default. */
  log_dir: z.string().regex(/^(?:\/|~(?:\/|$))/, "it is an absolute path, or begins with ~/").optional(),
  snapshot_retention: positive.default(10),
  auto_resume: isWanted.default(false),
  review: z.enum(REVIEW).default("advice"),
  bring: bringSchema.default(bringSchema.parse({})),
  stop_conditions: budgetSchema.omit({ steps: true, parallel: true }).partial().default({}),
  notify_command: z.string().trim().min(1).optional(),
  bell: isWanted.default(false),
  webhook: z.string().regex(
    /^https:\/\/|^http:\/\/(?:localhost|127\.0\.0\.1)[:/]/,
    "it begins with https://",
  ).optional(),
  allow: z.array(z.string().trim().min(1)).default([]),
});
/** Tables and lists, and what nobody may bring along but the user's own file. */
const IN_FILE = new Set(["stop_conditions", "allow", "bring", "notify_command", "webhook"]);

/** What holds for a run: flags before environment before file before defaults. Throws `SettingsError`. */
export async function runSettings(flags: FlagSettings, world: World) {
  const { section, model } = await fileSettings(world);
  const said = sectionSchema.parse({ ...section, ...environmentSection(world) });
  const { default_max_steps, default_confirm_on_breakpoint, stop_conditions, ...settings } = said;
  return {
    ...settings,
    budget: budgetSchema.parse({
      ...stop_conditions,
      steps: flags.maxSteps ?? default_max_steps,
      parallel: flags.parallel ?? said.parallel,
      cost_usd: flags.maxCost ?? stop_conditions.cost_usd,
    }),
    confirm: flags.confirm ?? default_confirm_on_breakpoint,
    executor: flags.executor ?? said.executor,
    log_dir: said.log_dir?.replace(/^~(?=\/|$)/, () => world.env("HOME") ?? "~"),
    model,
    prices: pricesFor(world),
  };
}

const PREFIX = "CI_AUTO_TOOLS_CONTINUOUS_";

/** The same keys as variables: `CI_AUTO_TOOLS_CONTINUOUS_MAX_STEPS`. */
function environmentSection(world: World): Record<string, string> {
  const given = Object.keys(sectionSchema.shape).flatMap((key) => {
    const name = PREFIX + key.replace("default_", "").toUpperCase();
    const value = IN_FILE.has(key) ? undefined : world.env(name);
    if (value === undefined) return [];
    const { error } = sectionSchema.safeParse({ [key]: value });
    if (error === undefined) return [[key, value]];
    throw new SettingsError(`${name} cannot be "${value.slice(0, 40)}": ${error.issues[0]?.message}`);
  });
  return Object.fromEntries(given);
}

/** Reads `[continuous]`, empty where there is none, and the model that Codex works with. */
async function fileSettings(world: World): Promise<{ section: object; model: string }> {
  const file = serverFile("codex", world);
  const text = recover(() => file && readSmallFile(file), Error, ({ message }) => {
    throw new SettingsError(`${file}: ${message}`);
  });
  if (text === undefined) return { section: {}, model: "" };
  const { parseConfiguration } = await import("../../settings/mcp_servers/written_servers.ts");
  const settings = recover(() => parseConfiguration("codex", text), NotReadable, ({ line = 1, message }) => {
    // Codex itself says so; there may be nothing of ours in it.
    if (!text.includes("continuous")) return {};
    throw new SettingsError(`${file}:${line}: ${message}`);
  });
  const { continuous: section = {}, model = "" }: Record<string, unknown> = settings;
  const [issue] = sectionSchema.safeParse(section).error?.issues ?? [];
  if (issue === undefined) return { section: Object(section), model: String(model) };
  const unknown = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const keys = ["continuous", ...issue.path, ...unknown].map(String);
  const where = `${file}:${lineOf(text, keys.at(-1) ?? "")}: ${keys.join(".")}`;
  throw new SettingsError(`${where}: ${issue.message}; \`codex-auto continuous --help\` shows the section`);
}

/** Line, from 1, of the first place behind `[continuous]` where a key stands. */
function lineOf(text: string, key: string): number {
  const lines = text.split("\n");
  const from = Math.max(0, lines.findIndex((line) => /^\s*\[\s*continuous\b/.test(line)));
  const at = lines.findIndex((line, index) => index >= from && line.includes(key));
  return (at < 0 ? from : at) + 1;
}

/** Tokens of a turn; those of the input that were cached are among the input. */
export interface Usage {
  input: number;
  cached: number;
  output: number;
}

const amount = z.number().min(0);
/** USD for a million tokens. */
const priceSchema = z.strictObject({ input: amount, cached_input: amount, output: amount });
const pricesSchema = z.record(z.string(), priceSchema);
type Prices = z.infer<typeof pricesSchema>;

/** List prices of models, those of the user's own `prices.json` first. Throws `SettingsError`. */
export function pricesFor(world: World): Prices {
  const { config } = locations(world);
  const file = `${config}/prices.json`;
  const text = config === undefined ? undefined : attempt(() => readSmallFile(file));
  if (text === undefined) return shipped;
  const { data, error } = pricesSchema.safeParse(attempt(() => JSON.parse(text)));
  if (data) return { ...shipped, ...data };
  const form = '{"MODEL": {"input": 1, "cached_input": 0.1, "output": 5}}';
  throw new SettingsError(`${file}: ${form}: ${error.issues[0]?.message}`);
}

/** USD; undefined for a model without a price. A name with a date behind it is the model's. */
export function costOf({ input, cached, output }: Usage, model: string, prices: Prices): number | undefined {
  const own = (name: string) => Object.hasOwn(prices, name) ? prices[name] : undefined;
  const price = own(model) ?? own(model.replace(/-\d{4}-\d\d-\d\d$/, ""));
  if (price === undefined) return undefined;
  return ((input - cached) * price.input + cached * price.cached_input + output * price.output) / 1e6;
}
