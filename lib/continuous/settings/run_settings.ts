import type { World } from "../../settings/world.ts";
import { type Budget, DEFAULT_BUDGET } from "../run/budget.ts";
import type { CONFIRM, EXECUTORS } from "../run/event.ts";
import { type FileSettings, SettingsError } from "./file_settings.ts";

export type Confirm = (typeof CONFIRM)[number];
export type ExecutorName = (typeof EXECUTORS)[number];

/** What the command line says; undefined where it says nothing. */
export interface FlagSettings {
  maxSteps?: number;
  confirm?: Confirm;
  executor?: ExecutorName;
}

/** What holds for a run. */
export interface RunSettings {
  budget: Budget;
  confirm: Confirm;
  executor: ExecutorName;
  /** Where prompts, outputs and diffs of steps are kept; beside the run's state by default. */
  logDir: string | undefined;
  snapshotRetention: number;
  autoResume: boolean;
}

const MINUTE = 60_000;
const PREFIX = "CI_AUTO_TOOLS_CONTINUOUS_";

/** Flags before environment before file before defaults. Throws `SettingsError` for a variable that cannot be read. */
export function runSettings(flags: FlagSettings, world: World, file: FileSettings): RunSettings {
  const env = (name: string) => world.env(`${PREFIX}${name}`);
  const stop = file.stop_conditions ?? {};
  const logDir = folderOf(env("LOG_DIR") ?? file.log_dir, world);
  const confirm = file.default_confirm_on_breakpoint;
  return {
    budget: {
      ...DEFAULT_BUDGET,
      steps: flags.maxSteps ?? countIn("MAX_STEPS", env("MAX_STEPS")) ?? file.default_max_steps ??
        DEFAULT_BUDGET.steps,
      total_ms: limit(stop.total_minutes, MINUTE, DEFAULT_BUDGET.total_ms),
      idle_ms: Math.ceil((stop.idle_minutes ?? DEFAULT_BUDGET.idle_ms / MINUTE) * MINUTE),
      verify_ms: Math.ceil((stop.verify_minutes ?? DEFAULT_BUDGET.verify_ms / MINUTE) * MINUTE),
      tokens: limit(stop.tokens, 1, DEFAULT_BUDGET.tokens),
      cost_usd: stop.cost_usd === 0 ? null : stop.cost_usd ?? DEFAULT_BUDGET.cost_usd,
      retries: stop.retries ?? DEFAULT_BUDGET.retries,
      idle_steps: stop.idle_steps ?? DEFAULT_BUDGET.idle_steps,
      repeats: stop.repeats ?? DEFAULT_BUDGET.repeats,
      replans: stop.replans ?? DEFAULT_BUDGET.replans,
      provider_failures: stop.provider_failures ?? DEFAULT_BUDGET.provider_failures,
      back_off_ms: Math.ceil((stop.back_off_seconds ?? DEFAULT_BUDGET.back_off_ms / 1000) * 1000),
    },
    confirm: flags.confirm ?? oneOf(CONFIRM_WORDS, "CONFIRM_ON_BREAKPOINT", env("CONFIRM_ON_BREAKPOINT")) ??
      (typeof confirm === "boolean" ? (confirm ? "breakpoints" : "never") : confirm) ?? "breakpoints",
    executor: flags.executor ?? oneOf({ codex: "codex", claude: "claude" }, "EXECUTOR", env("EXECUTOR")) ??
      file.executor ?? "codex",
    logDir,
    snapshotRetention: countIn("SNAPSHOT_RETENTION", env("SNAPSHOT_RETENTION")) ?? file.snapshot_retention ??
      10,
    autoResume:
      oneOf({ "1": true, true: true, "0": false, false: false }, "AUTO_RESUME", env("AUTO_RESUME")) ??
        file.auto_resume ?? false,
  };
}

/** An absolute folder; `~` is the home folder. */
function folderOf(path: string | undefined, world: World): string | undefined {
  const full = path?.replace(/^~(?=\/|$)/, () => world.env("HOME") ?? "~");
  if (full === undefined || full.startsWith("/")) return full;
  throw new SettingsError(`log_dir is an absolute path, not "${full.slice(0, 80)}"`);
}

/** What may be said of breakpoints, and what it means. */
export const CONFIRM_WORDS: Readonly<Record<string, Confirm>> = {
  never: "never",
  false: "never",
  "0": "never",
  breakpoints: "breakpoints",
  true: "breakpoints",
  "1": "breakpoints",
  always: "always",
};

function limit(value: number | undefined, unit: number, fallback: number | null): number | null {
  return value === undefined ? fallback : value === 0 ? null : Math.ceil(value * unit);
}

function countIn(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isSafeInteger(count) && count >= 1) return count;
  throw new SettingsError(`${PREFIX}${name} is a whole number of at least 1, not "${text.slice(0, 40)}"`);
}

function oneOf<T>(words: Readonly<Record<string, T>>, name: string, text: string | undefined): T | undefined {
  if (text === undefined) return undefined;
  if (Object.hasOwn(words, text)) return words[text];
  throw new SettingsError(
    `${PREFIX}${name} is one of ${Object.keys(words).join(", ")}, not "${text.slice(0, 40)}"`,
  );
}
