import { isRecord } from "../../settings/json.ts";
import type { Isolate } from "../isolate/isolate.ts";
import type { RequestedCall } from "./plan_batch.ts";
import { type Known, SELECT_MS } from "./selection.ts";

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

/** A call as it will be made, once for each item where it has `each`. Throws `AutoToolsError`, whose message is for the model, where a reference stands for nothing. */
export async function resolved(
  { each, ...call }: RequestedCall,
  known: Known,
  isolate: Isolate,
): Promise<RequestedCall[]> {
  const sources = sourcesOf({ ...call, each });
  if (each === undefined && sources.length === 0) return [call];
  const used = new Map([...known].filter(([id]) => sources.includes(id)));
  const all = await isolate.run("resolve", { args: call.arguments, each, known: used }, SELECT_MS);
  return all.map((args) => ({ ...call, arguments: args }));
}
