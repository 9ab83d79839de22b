import type { Locations } from "../settings/locations.ts";
import type { Belonging } from "./gate.ts";
import { indexFolder } from "./index_folder.ts";
import type { Intent } from "./intent/intent.ts";
import { expectedPlace } from "./sandbox_ahead.ts";

/** What the words of a prompt are to the repository that most likely is meant; undefined where its index cannot tell. */
export async function belongingAt(
  cwd: string,
  places: Locations,
  { concepts, compares, continues }: Intent,
  topics: readonly string[],
): Promise<Belonging> {
  if (continues) return topics.length > 0 ? "own" : "foreign";
  const root = expectedPlace(cwd)?.root;
  const dir = root === undefined ? undefined : indexFolder(places, root);
  if (dir === undefined) return undefined;
  return (await import("../codebase/index/belonging.ts")).belonging(dir, concepts, compares);
}
