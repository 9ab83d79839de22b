import { versionText } from "../../contract/version.ts";
import { recover } from "../../settings/attempt.ts";
import { problemText, readSwitches } from "../../settings/control_plane.ts";
import { findProgram } from "../../settings/world.ts";
import { locations, without } from "../../settings/locations.ts";
import { textAt } from "../../settings/json.ts";
import type { HookClient } from "../../settings/mcp_servers/client_places.ts";
import { REPO_CONFIG } from "../../settings/small_file.ts";
import { writeFileAtomic } from "../../settings/write_file.ts";
import { isThere } from "../../setup/client_file.ts";
import { type Bench, PROBE_FILE, PROBE_PROMPT, type Prove, Unproven, warning } from "./check.ts";
import { parseJson, run } from "./process.ts";

/** ms for a whole run: the longest wall budget, its grace, and a slow start. */
const RUN_MS = 12_000;
/** Lines of the index's own report that are repeated: its state, and how much is in it; what is too large to be in it is as well. */
const INDEX_LINES = 3;
/** What the index of a small repository takes: an empty file can be made on a full disk. */
const PROBE_BYTES = 1024 * 1024;
/** The git since which there is all that is called: continuous runs need `add --sparse`. */
const GIT_NEEDED = "2.34";

const version = (name: "git" | HookClient): Prove => async ({ world }) => {
  const program = findProgram(name, world);
  if (program === undefined) throw new Unproven("not on PATH");
  const { stdout } = await run(program, { args: ["--version"], timeoutMs: RUN_MS });
  return `${stdout.trim().split("\n")[0]?.replace("git version ", "")} (${program})`;
};

/** The version of a client. Of those that few have nothing is said where they are not. */
export const client = (name: HookClient): Prove => (bench) => {
  const isRare = name === "gemini" || name === "opencode";
  return isRare && findProgram(name, bench.world) === undefined ? undefined : version(name)(bench);
};

/** Runs the program in the repository that is made for the checks. */
async function runHere({ program, repo, env }: Bench, ...args: string[]) {
  return await run(program, { args: [...args, "--repo", repo], cwd: repo, env, timeoutMs: RUN_MS });
}

const folder = (kind: "cache" | "state" | "data"): Prove => ({ world }) => {
  const places = locations(world);
  const folder = places[kind];
  if (folder === undefined) throw new Unproven(without(kind, places), "put that right, or set HOME");
  const probe = `${folder}/.doctor-${world.nonce(4)}`;
  const write = () => {
    writeFileAtomic(probe, new Uint8Array(PROBE_BYTES));
    Deno.removeSync(probe);
    return folder;
  };
  return recover(write, Error, ({ message }) => {
    throw new Unproven(`${folder}: ${message}`);
  });
};
const KEPT = "make room on its disk, or make it writable for you; until then prompts go on without it";

/** The check's name, the proof, and what to do where there is none; without that it is a warning then. The index that one of them builds is used by those after it. */
export const OWN_CHECKS: readonly (readonly [name: string, prove: Prove, remedy: string])[] = [
  ["codex-auto", ({ program }) => `${versionText()}, ${program}`, "build it anew"],
  // Without git there is no repository root, no file list and no history.
  ["git", async (bench) => {
    const found = String(await version("git")(bench));
    const detail = `${found}; ${GIT_NEEDED} or later is needed`;
    if (found.localeCompare(GIT_NEEDED, "en", { numeric: true }) >= 0) return detail;
    return warning(detail, "install a newer git: prompts get their context, continuous runs may fail");
  }, "install git with the system's packages"],
  ["cache folder", folder("cache"), KEPT],
  ["state folder", folder("state"), KEPT],
  ["data folder", folder("data"), KEPT],
  ["switches", ({ world }) => {
    const { autoTools, mode, tierMax } = readSwitches(world);
    const state = `CI_AUTO_TOOLS=${autoTools}, mode ${mode}, tools up to tier ${tierMax}`;
    return autoTools === "off" ? warning(state, "unset CI_AUTO_TOOLS to have context again") : state;
  }, ""],
  ["configuration", ({ prepared: { root, settings: { problems, limits } }, world }) => {
    if (problems.length > 0) throw new Unproven(problems.map(problemText).join("; "));
    if (limits.length > 0) return warning(limits.join("; "));
    const { config } = locations(world);
    const files = [config === undefined ? [] : `${config}/auto-tools.yaml`, `${root}/${REPO_CONFIG}`].flat();
    return files.filter(isThere).join(", ") || `defaults (there is no ${files.join(" or ")})`;
  }, "correct that; until then defaults stand in for what is wrong"],
  ["indexing", async (bench) => {
    const { ms } = await runHere(bench, "index", "build");
    return `built one for that repository, ${ms} ms`;
  }, "try: codex-auto index build"],
  ["tools and sandbox", async (bench) => {
    const { stdout, stderr, ms } = await runHere(bench, "context", "--format", "json", PROBE_PROMPT);
    const found = textAt(parseJson(stdout), "fused_context", "for_model", "additional_context");
    if (!found.includes(PROBE_FILE)) throw new Unproven(`${PROBE_FILE} was not found: ${stderr}`);
    return `found ${PROBE_FILE} in a repository made for this, ${ms} ms`;
  }, 'try: codex-auto context "a question about your code"'],
  ["code index", async ({ program, prepared: { root, rootSource, rootError } }) => {
    if (rootError !== undefined || rootSource === "cwd") {
      const why = rootError?.message ?? "not in a git repository";
      return warning(why, "run the doctor in the repository it is about");
    }
    const args = ["index", "status", "--repo", root];
    const { stdout } = await run(program, { args, cwd: root, timeoutMs: RUN_MS });
    const isTold = (line: string, at: number) => at < INDEX_LINES || /^ +not read +\d+ large/.test(line);
    const lines = stdout.trim().split("\n").filter(isTold).map((line) => line.trim());
    return lines.join("; ").replace(/ {2,}/g, " ");
  }, "try: codex-auto index status"],
];
