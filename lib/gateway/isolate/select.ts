import { compile, JSONPathError, query } from "json-p3";

/** What is taken of a JSON value, one step after another in this order; paths are JSONPath (RFC 9535), with or without `$` before them. */
export interface Selection {
  path?: string | undefined;
  /** What stands in `[?…]`: `@.state == "open"`. */
  filter?: string | undefined;
  /** A path within each item. */
  map?: string | undefined;
  /** Paths of what is kept of each item. */
  fields?: readonly string[] | undefined;
  limit?: number | undefined;
  count?: boolean | undefined;
  first?: boolean | undefined;
}

export interface SelectRequest {
  value: unknown;
  selection: Selection;
}

/** A single path gives a single value, undefined where there is none; everything else a list. */
export function select({ value, selection }: SelectRequest): { value: unknown } | { error: string } {
  try {
    return { value: selected(value, selection) };
  } catch (error) {
    if (error instanceof JSONPathError) return { error: `no JSONPath (RFC 9535): ${error.message}` };
    throw error;
  }
}

function selected(value: unknown, { path, ...steps }: Selection): unknown {
  const found = path === undefined ? value : at(value, path);
  const { filter, map, fields, limit, count, first } = steps;
  if (Object.values(steps).every((step) => step === undefined)) return found;
  let items = listed(found);
  if (filter !== undefined) items = query(`$[?${filter}]`, items as never).values();
  if (map !== undefined) items = items.flatMap((item) => listed(at(item, map)));
  if (fields !== undefined) {
    items = items.map((item) => Object.fromEntries(fields.map((field) => [field, at(item, field)])));
  }
  items = items.slice(0, limit);
  return count ? items.length : first ? items[0] : items;
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function at(value: unknown, path: string): unknown {
  const compiled = compile(/^\$/.test(path) ? path : /^(?:\[|$)/.test(path) ? `$${path}` : `$.${path}`);
  const values = compiled.query(value as never).values();
  return compiled.singularQuery() ? values[0] : values;
}
