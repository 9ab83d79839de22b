import { z } from "zod";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { isRecord } from "../../settings/json.ts";
import type { Isolate } from "../isolate/isolate.ts";
import type { Selection } from "../isolate/select.ts";
import type { RequestedCall } from "./plan_batch.ts";

/** ms for what a stranger's value and a model's path make of each other. */
const SELECT_MS = 5000;

const path = z.string().max(1000).optional();
export const selection = z.object({
  path,
  filter: path,
  map: path,
  fields: z.array(z.string().max(1000)).min(1).max(50).optional(),
  limit: z.coerce.number().int().min(1).optional(),
  count: z.boolean().optional(),
  first: z.boolean().optional(),
});
export const reference = selection.extend({ $from: z.string() });

/** A result that later calls refer to by the id of its call; `failed` where there is none, and why. */
export type Known = ReadonlyMap<string, { value: unknown } | { failed: string }>;

/** A reference that stands for nothing; the message is for the model. */
export class NoReference extends Error {}

/** Ids of the calls that a call refers to. */
export function sourcesOf({ arguments: args, each }: RequestedCall): string[] {
  const found: string[] = [];
  JSON.stringify([args, each], (_, value) => {
    if (isRecord(value) && typeof value["$from"] === "string") found.push(value["$from"]);
    return value;
  });
  return found;
}

/** Calls in stages: one that refers to a call of a stage stands in a later one. */
export function inStages(calls: readonly RequestedCall[]): RequestedCall[][] {
  const stages: RequestedCall[][] = [];
  let ids = new Set<string>();
  for (const call of calls) {
    if (stages.length === 0 || sourcesOf(call).some((id) => ids.has(id))) {
      stages.push([]);
      ids = new Set();
    }
    stages.at(-1)?.push(call);
    if (call.id !== undefined) ids.add(call.id);
  }
  return stages;
}

/** A call as it will be made, once for each item where it has `each`. Throws `NoReference`. */
export async function resolved(
  call: RequestedCall,
  known: Known,
  isolate: Isolate,
): Promise<RequestedCall[]> {
  const { each, ...one } = call;
  const made = async (item?: unknown): Promise<RequestedCall> => {
    const args = await filledIn(call.arguments, known, isolate, item);
    return { ...one, arguments: isRecord(args) ? args : {} };
  };
  if (each === undefined) return sourcesOf(call).length === 0 ? [one] : [await made()];
  const items = await referred(each, known, isolate);
  if (!Array.isArray(items)) throw new NoReference("each refers to no list");
  return await Promise.all(items.map(made));
}

async function filledIn(value: unknown, known: Known, isolate: Isolate, item?: unknown): Promise<unknown> {
  const part = (each: unknown) => filledIn(each, known, isolate, item);
  if (Array.isArray(value)) return await Promise.all(value.map(part));
  if (!isRecord(value)) return value;
  if (typeof value["$from"] === "string") return await referred(value, known, isolate);
  if (typeof value["$item"] === "string") return await taken(item, { path: value["$item"] }, isolate);
  const filled = Object.entries(value).map(async ([key, each]) => [key, await part(each)] as const);
  return Object.fromEntries(await Promise.all(filled));
}

async function referred(value: unknown, known: Known, isolate: Isolate): Promise<unknown> {
  const { data, error } = reference.safeParse(value);
  if (data === undefined) throw new NoReference(`a reference is wrong: ${error.issues[0]?.message ?? ""}`);
  const { $from: id, ...what } = data;
  const result = known.get(id);
  if (result === undefined) {
    throw new NoReference(`no earlier call of this batch has the id ${id.slice(0, 60)}`);
  }
  if ("failed" in result) throw new NoReference(`call ${id.slice(0, 60)} ${result.failed}`);
  return await taken(result.value, what, isolate);
}

/** What a selection takes of a value. Throws `NoReference` where that is nothing. */
export async function taken(value: unknown, selection: Selection, isolate: Isolate): Promise<unknown> {
  try {
    const found = await isolate.run("select", { value, selection }, SELECT_MS);
    if ("error" in found) throw new NoReference(found.error);
    if (found.value !== undefined) return found.value;
  } catch (error) {
    if (!(error instanceof AutoToolsError)) throw error;
    throw new NoReference(`what was selected took too long, or cannot be: ${error.message}`);
  }
  throw new NoReference(`nothing stands at ${selection.path ?? "it"}`);
}
