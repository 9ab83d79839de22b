import type { Locations } from "../../lib/settings/locations.ts";
import { withFolder } from "../fixtures/guard/git_repository.ts";

/** Our places, of which only the folder for state is there. */
export async function withState(test: (places: Locations, state: string) => void): Promise<void> {
  await withFolder(async (state) => {
    const none = { cache: undefined, data: undefined, config: undefined, home: undefined };
    await test({ ...none, state, refused: [] }, state);
  });
}
