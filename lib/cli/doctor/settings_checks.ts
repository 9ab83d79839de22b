import { problemText, readSwitches } from "../../settings/control_plane.ts";
import { locations } from "../../settings/locations.ts";
import { REPO_CONFIG } from "../../settings/repo_file.ts";
import { isThere } from "../../setup/client_file.ts";
import { type Bench, type Check, failed, ok, warning } from "./check.ts";

/** The environment's switches, then the user's configuration and the repository's as a prompt would read them. */
export function checkSettings({ prepared: { root, settings }, world }: Bench): Check[] {
  const { autoTools, mode, tierMax } = readSwitches(world);
  const state = `CI_AUTO_TOOLS=${autoTools}, mode ${mode}, tools up to tier ${tierMax}`;
  const switches = autoTools === "off"
    ? warning("switches", state, "unset CI_AUTO_TOOLS to have context again")
    : ok("switches", state);
  const name = "configuration";
  const { problems, limits } = settings;
  if (problems.length > 0) {
    const remedy = "correct that; until then defaults stand in for what is wrong";
    return [switches, failed(name, problems.map(problemText).join("; "), remedy)];
  }
  if (limits.length > 0) return [switches, warning(name, limits.join("; "))];
  const files = [`${locations(world).config}/auto-tools.yaml`, `${root}/${REPO_CONFIG}`];
  return [
    switches,
    ok(name, files.filter(isThere).join(", ") || `defaults (there is no ${files.join(" or ")})`),
  ];
}

/** The program's own folders can be written. */
export function checkFolders({ world }: Bench): Check[] {
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
