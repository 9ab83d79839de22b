import { z } from "zod";

/** ms for what a stranger's value and a model's path make of each other. */
export const SELECT_MS = 5000;

const path = z.string().max(1000).optional();
/** What is taken of a JSON value, one step after another in this order; paths are JSONPath (RFC 9535), with or without `$` before them. */
export const selection = z.object({
  path,
  /** What stands in `[?…]`: `@.state == "open"`. */
  filter: path,
  /** A path within each item. */
  map: path,
  /** Paths of what is kept of each item. */
  fields: z.array(z.string().max(1000)).min(1).max(50).optional(),
  limit: z.coerce.number().int().min(1).optional(),
  count: z.boolean().optional(),
  first: z.boolean().optional(),
});
export type Selection = z.infer<typeof selection>;
export const reference = selection.extend({ $from: z.string() });

/** A result that later calls refer to by the id of its call; `failed` where there is none, and why. */
export type Known = ReadonlyMap<string, { value: unknown } | { failed: string }>;
