import { type FusedItem, placeOf } from "./fuse.ts";
import { givenAs, type SessionMemory } from "./session_memory.ts";
import { laterTwins } from "./twins.ts";

/**
 * Splits items, best first, into those this session has not seen as they are now, and the places of those it has. A place that was only named is new where it is
 * now among the `maxSnippets` best, and so worth its lines, and no twin of one before it.
 */
export async function withoutGiven(
  items: readonly FusedItem[],
  { given: known }: SessionMemory,
  maxSnippets: number,
): Promise<{ fresh: FusedItem[]; given: string[] }> {
  const fresh: FusedItem[] = [];
  const given: string[] = [];
  let twins: ReadonlySet<FusedItem> | undefined;
  for (const [at, item] of items.entries()) {
    const place = placeOf(item);
    const before = Object.hasOwn(known, place) ? known[place] : undefined;
    const isGiven = before !== undefined && (before === await givenAs(item, "quoted") ||
      before === await givenAs(item, "named") &&
        (at >= maxSnippets || (twins ??= laterTwins(items)).has(item)));
    if (isGiven) given.push(place);
    else fresh.push(item);
  }
  return { fresh, given: [...new Set(given)] };
}
