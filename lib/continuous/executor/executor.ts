import { attempt } from "../../settings/attempt.ts";
import { valueAt } from "../../settings/json.ts";
import type { GuardPlace } from "../guard/paths.ts";
import type { Usage } from "../settings/settings.ts";

/** One step for a coding agent: a prompt in, events while it works, a result at its end. */
export interface StepRequest {
  prompt: string;
  /** JSON Schema that the answer has to follow; the step may then read and not write. */
  schema?: Record<string, unknown>;
  cwd: string;
  args: readonly string[];
  /** The program that is asked before each call of a tool, and what it is told. */
  guard: { hook: GuardHook; order: GuardOrder };
  scratch: string;
  /** ms that it may be silent, and ms in all. */
  limits: { idleMs: number; totalMs: number };
  signal: AbortSignal;
  onLine(line: string): void;
  onEvent(event: ExecutorEvent): void;
}

export type ExecutorEvent =
  | { kind: "command_started"; command: string }
  | { kind: "command_ended"; command: string; code: number | null; output: string }
  | { kind: "files"; paths: string[] }
  | { kind: "tool"; name: string }
  | { kind: "said"; text: string }
  | { kind: "warning"; text: string }
  /** The agent itself, or its sandbox, has refused this. `why`: as an end of "it …". */
  | { kind: "refused"; command: string; why: string }
  /** `billed`: of an agent that does not tell what it cost. */
  | { kind: "usage"; tokens: number; cost_usd: number; billed?: Usage }
  | { kind: "begun" }
  | { kind: "failed"; message: string };

export interface StepResult {
  end: StepEnd;
  /** For people: why it ended as it did; empty where it simply came to its end. */
  message: string;
  /** The model's last words; with a schema, the answer as JSON. */
  said: string;
  commands: number;
  tokens: number;
  cost_usd: number;
  billed?: Usage;
}

/** `provider`: the model's provider failed, for now; `unavailable`: it cannot work here (not installed, not logged in, refused), and trying again changes nothing. */
export type StepEnd = "worked" | "broke" | "provider" | "unavailable" | "idle" | "time" | "called-off";

export interface Agent {
  package: string;
  /** Arguments for a step, whose prompt it reads on stdin. */
  argsFor(request: StepRequest): string[];
  /** Arguments with which it runs a command in the sandbox of its steps, in front of that command; empty where it has none. */
  sandbox(args: readonly string[]): string[];
  named(line: unknown): (readonly [name: string, event: unknown])[];
  /** What its events mean in one run. What has no entry is passed over: newer versions say more. */
  meaning(cwd: string): EventTable;
}

export type EventTable = Readonly<Record<string, (event: unknown) => ExecutorEvent[]>>;

export function readerOf({ named, meaning }: Agent, cwd: string): (line: string) => ExecutorEvent[] {
  const table = meaning(cwd);
  return (line) =>
    named(attempt(() => JSON.parse(line))).flatMap(([name, event]) =>
      Object.hasOwn(table, name) ? table[name]?.(event) ?? [] : []
    );
}

export function sumIn(value: unknown, ...names: readonly string[]): number {
  const found = names.map((name) => valueAt(value, [name])).filter((each) => typeof each === "number");
  return found.filter(Number.isFinite).reduce((sum, each) => sum + Math.max(0, each), 0);
}

export function relativeTo(folder: string, path: string): string {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}

/** The user's arguments behind those of a step. Where it only reads, none of them lets it do more; where it works, one that says what it may do replaces ours. */
export function limited(
  args: readonly string[],
  isLimit: (arg: string, at: number) => boolean,
  reading: readonly string[] | undefined,
  working: readonly string[],
): readonly string[] {
  if (reading) return [...reading, ...args.filter((arg, at) => !isLimit(arg, at))];
  return args.some(isLimit) ? args : [...working, ...args];
}

/** The variable that an executor, and so its hook, has `GuardOrder` in as JSON. */
export const GUARD_ORDER = "AUTO_TOOLS_GUARD";

export interface GuardOrder extends Pick<GuardPlace, "root" | "repository" | "rules"> {
  allowed: readonly string[];
  log: string;
}

export interface GuardHook {
  program: string;
  /** What Codex knows the hook by: the user, who begins the run, trusts it for this run. Undefined where Codex has not told. */
  trust?: { key: string; hash: string } | undefined;
}
