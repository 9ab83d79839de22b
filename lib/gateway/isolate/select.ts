import { compile, JSONPathError, JSONPathNode, query } from "json-p3";
import { attempt, recover } from "../../settings/attempt.ts";
import { isRecord } from "../../settings/json.ts";
import { type Known, reference, type Selection } from "../batch/requested_call.ts";

/** Keys that are told where a path meets none of them, or UTF-16 units of what has none. */
const MAX_TOLD = 40;

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
  const inEach = (path: string) => {
    // Some may lack it, but not all.
    at(items, path, "$[*]");
    return items.map((item) => attempt(() => at(item, path), TypeError));
  };
  if (map !== undefined) items = inEach(map).flatMap(listed);
  if (fields !== undefined) {
    const columns = fields.map((field) => [field, inEach(field)] as const);
    items = items.map((_, row) => Object.fromEntries(columns.map(([field, all]) => [field, all[row]])));
  }
  items = items.slice(0, limit);
  return count ? items.length : first ? items[0] : items;
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

/** Throws `TypeError` that says what is there where a step of the path meets nothing, unless it leaves a choice, as a filter and `*` do. */
function at(value: unknown, path: string, from = "$"): unknown {
  const steps = path.replace(/^\$/, "");
  const compiled = compile(/^(?:[[.]|$)/.test(steps) ? from + steps : `${from}.${steps}`);
  let nodes = [new JSONPathNode(value as never, [], value as never)];
  for (const segment of compiled.segments) {
    const there: unknown = nodes[0]?.value;
    nodes = segment.resolve(nodes);
    if (nodes.length > 0) continue;
    const isNamed = segment.selectors.every((each) => "name" in each || "index" in each);
    if (!isNamed && typeof there === "object" && there !== null) return [];
    const keys = isRecord(there) ? Object.keys(there).slice(0, MAX_TOLD).join(", ") : "";
    const told = keys || JSON.stringify(there)?.slice(0, MAX_TOLD);
    throw new TypeError(`nothing stands at ${path}; there is ${told}`);
  }
  return compiled.singularQuery() ? nodes[0]?.value : nodes.map(({ value }) => value);
}
