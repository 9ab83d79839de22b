import { attempt } from "../../settings/attempt.ts";
import type { ExecutorEvent } from "./executor.ts";

/** What an agent's events mean, by their names. What stands in no table is passed over: newer versions say more. */
export type EventTable = Readonly<Record<string, (event: unknown) => ExecutorEvent[]>>;

/** A reader of lines of JSON. `named`: the events of a line, with their names in the table. */
export function readerOf(
  table: EventTable,
  named: (line: unknown) => (readonly [name: string, event: unknown])[],
): (line: string) => ExecutorEvent[] {
  return (line) =>
    named(attempt(() => JSON.parse(line))).flatMap(([name, event]) =>
      Object.hasOwn(table, name) ? table[name]?.(event) ?? [] : []
    );
}

/** A value in what others write, by its path; undefined where there is none. */
export function valueIn(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => typeof inner === "object" && inner !== null ? Reflect.get(inner, name) : undefined,
    value,
  );
}

export function textIn(value: unknown, ...path: readonly string[]): string {
  const found = valueIn(value, ...path);
  return typeof found === "string" ? found : "";
}

export function listIn(value: unknown, ...path: readonly string[]): unknown[] {
  const found = valueIn(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The sum of the positive numbers among some fields. */
export function sumIn(value: unknown, ...names: readonly string[]): number {
  const found = names.map((name) => valueIn(value, name));
  return found.reduce<number>(
    (sum, each) => Number.isFinite(each) ? sum + Math.max(0, Number(each)) : sum,
    0,
  );
}

export function relativeTo(folder: string, path: string): string {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}
