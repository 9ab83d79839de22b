import { z } from "zod";
import { isRecord } from "../../settings/json.ts";
import { unpacked } from "../../tools/mcp_result.ts";

const path = z.string().max(1000).optional();
/** What is taken of a JSON value, one step after another in this order; paths are JSONPath (RFC 9535), with or without `$` before them. */
const selection = z.object({
  path,
  /** What stands in `[?…]`: `@.state == "open"`. */
  filter: path,
  map: path,
  fields: z.array(z.string().max(1000)).min(1).max(50).optional(),
  limit: z.coerce.number().int().min(1).optional(),
  count: z.boolean().optional(),
  first: z.boolean().optional(),
});
export type Selection = z.infer<typeof selection>;
export const reference = selection.extend({ $from: z.string() });

export interface RequestedCall {
  /** By which later calls of the batch refer to its result. */
  id?: string | undefined;
  name: string;
  arguments: Record<string, unknown>;
  /** Runs once for each item of what it refers to. */
  each?: z.infer<typeof reference> | undefined;
  /** What of its result is answered. */
  pick?: Selection | undefined;
}

/** A call as a model writes it. Other keys beside an empty `arguments` are arguments in the wrong place: it is refused, not made without them. */
export const requestedCall = z.looseObject({
  id: z.string().max(60).optional(),
  name: z.string(),
  arguments: z.preprocess((value) => unpacked(value ?? {}), z.looseObject({})),
  each: reference.optional(),
  pick: selection.optional(),
}).transform(({ id, name, each, pick, arguments: args, ...more }, { issues }): RequestedCall => {
  if (Object.keys(more).length > 0 && Object.keys(args).length === 0) {
    const message = "has more beside its name: what a tool is given goes into arguments";
    issues.push({ code: "custom", message, input: more });
  }
  return { id, name, each, pick, arguments: args };
});

/** What calls gave, by their ids, for those that refer to it; undefined where a call failed or gave no value. */
export type Known = ReadonlyMap<string, unknown>;

export function sourcesOf({ arguments: args, each }: Pick<RequestedCall, "arguments" | "each">): string[] {
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
