import { AutoToolsError } from "../contract/error_codes.ts";
import type { RepoRootSource } from "../contract/envelope.ts";
import { LIMITS } from "../contract/limits.ts";
import { resolveRepoRoot } from "../guard/boundary/repo_root.ts";
import type { Repository } from "../guard/git/repository.ts";
import { attempt, recover } from "../settings/attempt.ts";
import type { ConfigFile } from "../settings/config.ts";
import { readSwitches, type Switches } from "../settings/control_plane.ts";
import { effectiveSettings, type Settings } from "../settings/effective.ts";
import { type Locations, locations } from "../settings/locations.ts";
import type { World } from "../settings/world.ts";
import { readRepoSmallFile, REPO_CONFIG } from "../settings/small_file.ts";
import { readUserFile } from "../settings/own_files.ts";

export interface Prepared {
  root: string;
  rootSource: RepoRootSource;
  /** Why there is no place to look in; everything else is then as good as can be. */
  rootError?: AutoToolsError | undefined;
  repository?: Repository;
  settings: Settings;
  limits: string[];
}

/** Read for one thing: whether somebody expects us to follow it. */
const DEVBOOKS_CONFIG = ".devbooks/config.yaml";

/** Keys that older tools kept there and that belong to us. Blanks but no line breaks before them: those would be tried over and over. */
const OUR_KEYS = /^\uFEFF?[ \t]*["']?(auto[-_]?tools|CI_AUTO_TOOLS\w*)["']?[ \t]*:/m;

/** The place that `cwd` is in and what holds there. Throws nothing that a repository or a configuration does. */
export async function prepare(
  cwd: string,
  world: World,
  places: Locations = locations(world),
  switches: Switches = readSwitches(world),
): Promise<Prepared> {
  const limits: string[] = [];
  const userFile = places.config && `${places.config}/auto-tools.yaml`;
  const user = userFile === undefined ? undefined : await readConfig(
    userFile,
    () => readUserFile(userFile),
    ({ parseUserConfig }, text) => parseUserConfig(text, userFile),
  );
  let repo: Promise<ConfigFile | undefined> | undefined;
  const repoConfig = (top: string) => repo ??= readRepoConfig(top, places, limits);
  const env = world.env("CI_AUTO_TOOLS_REPO_ROOT");
  const config = async (top: string) => (await repoConfig(top))?.values.repo_root ?? user?.values.repo_root;
  try {
    const found = await resolveRepoRoot({ cwd, env, config, home: places.home });
    const settings = effectiveSettings(switches, { user, repo: await repoConfig(found.root) }, world);
    limits.push(...found.limits);
    const { source, refused, ...where } = found;
    const rootError = refused === undefined ? undefined : new AutoToolsError("E_REPO_ROOT", refused);
    return { ...where, rootSource: source, rootError, settings, limits };
  } catch (error) {
    if (!(error instanceof AutoToolsError)) throw error;
    const settings = effectiveSettings(switches, { user }, world);
    const rootSource = env === undefined ? "cwd" : "env";
    return { root: env ?? cwd, rootSource, rootError: error, settings, limits };
  }
}

/** What a repository configures, read once: below git's top level, else where the root is. */
async function readRepoConfig(top: string, places: Locations, limits: string[]) {
  const read = () => readRepoSmallFile(top, REPO_CONFIG);
  const found = await readConfig(REPO_CONFIG, read, async ({ parseRepoConfig }, text) => {
    const { isTrusted } = await import("../settings/trust.ts");
    return await parseRepoConfig(text, REPO_CONFIG, await isTrusted(text, `${top}/${REPO_CONFIG}`, places));
  });
  if (OUR_KEYS.test(attempt(() => readRepoSmallFile(top, DEVBOOKS_CONFIG)) ?? "")) {
    limits.push(LIMITS.devbooksIgnored);
  }
  return found;
}

async function readConfig(
  file: string,
  read: () => string | undefined,
  parse: (config: typeof import("../settings/config.ts"), text: string) => Promise<ConfigFile>,
): Promise<ConfigFile | undefined> {
  const text = recover(read, Error, (error) => error);
  if (text === undefined) return undefined;
  const config = await import("../settings/config.ts");
  if (typeof text === "string") return await parse(config, text);
  const message = `cannot be read: ${text.message}; defaults are used`;
  return config.emptyConfig({ file, key: "", message });
}
