import { compile, JSONPathError, query } from "json-p3";
import { recover } from "../../settings/attempt.ts";
import { isRecord } from "../../settings/json.ts";
import { type Known, reference, type Selection } from "../batch/requested_call.ts";

/** What a selection takes of a value: by a single path a single value, else a list. Throws `TypeError` where that is nothing. */
export function select({ value, selection }: { value: unknown; selection: Selection }): unknown {
  const found = recover(() => selected(value, selection), JSONPathError, ({ message }) => {
    throw new TypeError(`no JSONPath (RFC 9535): ${message}`);
  });
  if (found !== undefined) return found;
  throw new TypeError(`nothing stands at ${selection.path ?? "it"}`);
}

/** A call's arguments as they will be, once for each item where it has `each`. Throws `TypeError` for a reference that stands for nothing. */
export function resolve(
  { args, each, known }: { args: Record<string, unknown>; each: unknown; known: Known },
): Record<string, unknown>[] {
  const referred = (asked: unknown) => {
    const { data, error } = reference.safeParse(asked);
    if (data === undefined) throw new TypeError(`a reference is wrong: ${error.issues[0]?.message ?? ""}`);
    const { $from, ...selection } = data;
    const id = $from.slice(0, 60);
    if (!known.has($from)) throw new TypeError(`no earlier call of this batch has the id ${id}`);
    const value = known.get($from);
    if (value === undefined) throw new TypeError(`call ${id} has no result`);
    return select({ value, selection });
  };
  const filledIn = (value: unknown, item?: unknown): unknown => {
    if (Array.isArray(value)) return value.map((part) => filledIn(part, item));
    if (!isRecord(value)) return value;
    if (typeof value["$from"] === "string") return referred(value);
    if (typeof value["$item"] === "string") {
      return select({ value: item, selection: { path: value["$item"] } });
    }
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, filledIn(part, item)]));
  };
  const made = (item?: unknown) => {
    const filled = filledIn(args, item);
    return isRecord(filled) ? filled : {};
  };
  if (each === undefined) return [made()];
  const items = referred(each);
  if (!Array.isArray(items)) throw new TypeError("each refers to no list");
  return items.map(made);
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
