import { AutoToolsError } from "../contract/error_codes.ts";
import type { RepoRootSource } from "../contract/envelope.ts";
import { LIMITS } from "../contract/limits.ts";
import { resolveRepoRoot } from "../guard/repo_root.ts";
import type { ConfigFile } from "../settings/config.ts";
import type { Switches } from "../settings/control_plane.ts";
import { effectiveSettings, type Settings } from "../settings/effective.ts";
import type { Locations } from "../settings/locations.ts";
import type { World } from "../settings/world.ts";
import { readSmallFile } from "../settings/small_file.ts";
import type { OrchestrationRequest } from "./request.ts";

/** The place a prompt is about and the settings that hold there. */
export interface Prepared {
  root: string;
  rootSource: RepoRootSource;
  /** Why there is no place to look in; everything else is then as good as can be. */
  rootError?: AutoToolsError;
  gitDir?: string;
  gitCommonDir?: string;
  commit?: string;
  settings: Settings;
  limits: string[];
}

/** Below the repository root; nothing else of a repository configures us. */
const REPO_CONFIG = "config/auto-tools.yaml";
const DEVBOOKS_CONFIG = ".devbooks/config.yaml";

/** Keys that older tools kept there and that belong to us. */
const OUR_KEYS = /^\s*["']?(auto[-_]?tools|CI_AUTO_TOOLS\w*)["']?\s*:/m;

export async function prepare(
  request: Pick<OrchestrationRequest, "cwd">,
  switches: Switches,
  world: World,
  places: Locations,
): Promise<Prepared> {
  const limits: string[] = [];
  const user = await readConfig(places.config && `${places.config}/auto-tools.yaml`, async (text, file) => {
    const { parseUserConfig } = await import("../settings/config.ts");
    return parseUserConfig(text, file);
  });
  let repo: ConfigFile | undefined;
  let readFrom: string | undefined;
  const readRepo = async (top: string): Promise<void> => {
    if (readFrom !== undefined) return;
    readFrom = top;
    repo = await readConfig(`${top}/${REPO_CONFIG}`, async (text, file) => {
      const { parseRepoConfig } = await import("../settings/config.ts");
      const { isTrusted } = await import("../settings/trust.ts");
      return parseRepoConfig(text, REPO_CONFIG, await isTrusted(text, file, places));
    });
    if (namesUsInDevbooks(`${top}/${DEVBOOKS_CONFIG}`)) limits.push(LIMITS.devbooksIgnored);
  };
  const env = world.env("CI_AUTO_TOOLS_REPO_ROOT");
  try {
    const found = await resolveRepoRoot({
      cwd: request.cwd,
      ...(env === undefined ? {} : { env }),
      config: async (top) => {
        await readRepo(top);
        return repo?.values.repo_root ?? user?.values.repo_root;
      },
      home: places.home,
    });
    await readRepo(found.root);
    limits.push(...found.limits);
    const settings = effectiveSettings(
      switches,
      { ...(user ? { user } : {}), ...(repo ? { repo } : {}) },
      world,
    );
    const { root, source, gitDir, gitCommonDir, commit } = found;
    return {
      root,
      rootSource: source,
      ...(gitDir === undefined ? {} : { gitDir }),
      ...(gitCommonDir === undefined ? {} : { gitCommonDir }),
      ...(commit === undefined ? {} : { commit }),
      ...(found.refused === undefined ? {} : { rootError: new AutoToolsError("E_REPO_ROOT", found.refused) }),
      settings,
      limits,
    };
  } catch (error) {
    if (!(error instanceof AutoToolsError)) throw error;
    const settings = effectiveSettings(switches, user ? { user } : {}, world);
    const rootSource = env === undefined ? "config" : "env";
    return { root: env ?? request.cwd, rootSource, rootError: error, settings, limits };
  }
}

/** A file that cannot be read cannot mislead anybody either. */
function namesUsInDevbooks(file: string): boolean {
  try {
    return OUR_KEYS.test(readSmallFile(file) ?? "");
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

async function readConfig(
  file: string | undefined,
  parse: (text: string, file: string) => Promise<ConfigFile>,
): Promise<ConfigFile | undefined> {
  if (file === undefined) return undefined;
  try {
    const text = readSmallFile(file);
    return text === undefined ? undefined : await parse(text, file);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { emptyConfig } = await import("../settings/config.ts");
    const config = emptyConfig();
    config.problems.push({
      file,
      key: "(file)",
      message: `cannot be read: ${error.message}; defaults are used`,
    });
    return config;
  }
}
