import { locations } from "../../settings/locations.ts";
import { checkOwnFile } from "../../settings/own_files.ts";
import type { World } from "../../settings/world.ts";
import { writeFileAtomic } from "../../settings/write_file.ts";

/**
 * Which runs are this user's own, kept outside all repositories: a run says what is executed, and its folder lies where a stranger's commit can put one as
 * well.
 */
export interface Ownership {
  /** Notes that the user has begun a run here. Throws where that cannot be kept. */
  claim(session: string): void;
  /** Throws `NotOurs` where somebody else could have written the note. */
  isOwn(session: string): boolean;
  /** Forgets a run that is no more. */
  disown(session: string): void;
}

export function ownership(world: World): Ownership {
  const { state } = locations(world);
  const file = (session: string) => `${state ?? "/nonexistent"}/continuous/${session}`;
  return {
    claim: (session) => writeFileAtomic(file(session), `${world.now().toISOString()}\n`, { durable: true }),
    isOwn: (session) => checkOwnFile(file(session)) !== undefined,
    disown: (session) => Deno.removeSync(file(session)),
  };
}
