import type { World } from "./world.ts";

export type Switches = ReturnType<typeof readSwitches>;

/** A setting that cannot be used: where it stands and what to do about it. */
export interface ConfigProblem {
  file: string;
  line?: number;
  /** Empty where it is the whole file. */
  key: string;
  message: string;
}

export function problemText({ file, line, key, message }: ConfigProblem): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return [place, key, message].filter((part) => part !== "").join(": ");
}

/** The switches that the environment alone decides; they are read before anything else, with nothing loaded. For values that were not understood, its problems, the default stands in. */
export function readSwitches(world: World) {
  const problems: ConfigProblem[] = [];
  const choice = <T extends string>(key: string, values: readonly T[], fallback: T): T => {
    const value = world.env(key);
    if (value === undefined) return fallback;
    const found = values.find((each) => each === value.trim().toLowerCase());
    if (found !== undefined) return found;
    problems.push(notUnderstood(key, value, `one of ${values.join(", ")}; ${fallback} is used`));
    return fallback;
  };
  const autoTools = choice("CI_AUTO_TOOLS", ["auto", "on", "off"], "auto");
  const mode = choice("CI_AUTO_TOOLS_MODE", ["run", "plan"], "run");
  const dryRun = choice("CI_AUTO_TOOLS_DRY_RUN", ["0", "1"], "0");
  const tierMax = choice("CI_AUTO_TOOLS_TIER_MAX", ["1", "2"], "1");
  return {
    autoTools,
    mode: dryRun === "1" ? "plan" : mode,
    tierMax: tierMax === "2" ? 2 : 1,
    problems,
  } as const;
}

/** Reads a positive whole number from the environment; what is not one is a problem, and undefined. */
export function readCount(world: World, key: string, max: number, problems: ConfigProblem[]) {
  const value = world.env(key);
  if (value === undefined) return undefined;
  const count = Number(value);
  if (/^\d+$/.test(value.trim()) && count >= 1 && count <= max) return count;
  problems.push(notUnderstood(key, value, `a whole number from 1 to ${max}`));
  return undefined;
}

function notUnderstood(key: string, value: string, wanted: string): ConfigProblem {
  return { file: "environment", key, message: `"${value.slice(0, 40)}" is not ${wanted}` };
}

/** ms and tools; the ceiling keeps a slip of the keyboard from making a prompt wait for minutes. */
export const CEILING = { wallMs: 120_000, maxConcurrency: 16, maxInjectedChars: 200_000 } as const;
