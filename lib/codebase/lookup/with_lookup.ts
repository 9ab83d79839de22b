import type { ToolContext } from "../codebase.ts";
import { isSqliteError } from "../index/index_database.ts";
import { session } from "../session.ts";
import { indexedLookup } from "./indexed_lookup.ts";
import type { Lookup } from "./lookup.ts";
import { searchedLookup } from "./searched_lookup.ts";

/** Runs a tool with what the index knows; where the index turns out to be unreadable, without. */
export async function withLookup<T>(
  context: ToolContext,
  run: (lookup: Lookup) => Promise<T>,
): Promise<T> {
  const here = session(context);
  if (here.stored === undefined) return await run(await searchedLookup(here, context));
  try {
    return await run(await indexedLookup(here, here.stored, context));
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    return await run(await searchedLookup(here, context));
  }
}
