import type { ConfigFile } from "../../settings/plain_config.ts";
import { problemText, readSwitches } from "../../settings/control_plane.ts";
import { locations } from "../../settings/locations.ts";
import { readRepoSmallFile, REPO_CONFIG } from "../../settings/repo_file.ts";
import { readUserFile } from "../../settings/own_files.ts";
import type { World } from "../../settings/world.ts";
import { type Check, failed, ok, warning } from "./check.ts";

const REMEDY = "correct the file; until then defaults stand in for what is wrong";

/** The environment's switches, the user's configuration and the repository's: each is read as a prompt would read it. */
export async function checkConfig(root: string | undefined, world: World): Promise<Check[]> {
  const { parseRepoConfig, parseUserConfig } = await import("../../settings/config.ts");
  const { isTrusted } = await import("../../settings/trust.ts");
  const places = locations(world);
  const checks = [checkEnvironment(world)];
  if (places.config !== undefined) {
    const file = `${places.config}/auto-tools.yaml`;
    const parse = (text: string) => parseUserConfig(text, file);
    checks.push(await checkFile("user configuration", file, () => readUserFile(file), parse));
  }
  if (root === undefined) return checks;
  const file = `${root}/${REPO_CONFIG}`;
  const parse = async (text: string) =>
    await parseRepoConfig(text, file, await isTrusted(text, file, places));
  const read = () => readRepoSmallFile(root, REPO_CONFIG);
  return [...checks, await checkFile("repository configuration", file, read, parse)];
}

function checkEnvironment(world: World): Check {
  const { autoTools, mode, tierMax, problems } = readSwitches(world);
  const [first] = problems;
  if (first) return warning("switches", problemText(first), "correct or unset the variable");
  const state = `CI_AUTO_TOOLS=${autoTools}, mode ${mode}, tools up to tier ${tierMax}`;
  return autoTools === "off"
    ? warning("switches", state, "unset CI_AUTO_TOOLS to have context again")
    : ok("switches", state);
}

async function checkFile(
  name: string,
  file: string,
  read: () => string | undefined,
  parse: (text: string) => Promise<ConfigFile>,
): Promise<Check> {
  let text: string | undefined;
  try {
    text = read();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return failed(name, `${file}: ${why}`, "put a plain, readable file there");
  }
  if (text === undefined) return ok(name, `defaults (there is no ${file})`);
  const { problems, limits } = await parse(text);
  if (problems.length > 0) return failed(name, problems.map(problemText).join("; "), REMEDY);
  return limits.length === 0 ? ok(name, file) : warning(name, `${file}: ${limits.join("; ")}`);
}

/** The program's own folders can be written. */
export function checkFolders(world: World): Check[] {
  const { cache, state, data } = locations(world);
  return Object.entries({ cache, state, data }).map(([name, folder]) => {
    const check = `${name} folder`;
    if (folder === undefined) {
      return failed(check, "neither HOME nor an XDG variable says where it is", "set HOME");
    }
    const probe = `${folder}/.doctor-${world.nonce(4)}`;
    try {
      Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
      Deno.writeTextFileSync(probe, "", { createNew: true, mode: 0o600 });
      Deno.removeSync(probe);
      return ok(check, folder);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const remedy = "make the folder writable for you; until then prompts go on without it";
      return failed(check, `${folder}: ${reason}`, remedy);
    }
  });
}
