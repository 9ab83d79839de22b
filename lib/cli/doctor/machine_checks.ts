import { VERSION } from "../../contract/version.ts";
import { locations } from "../../settings/locations.ts";
import type { World } from "../../settings/world.ts";
import { findProgram } from "../../settings/find_program.ts";
import { runBounded } from "./bounded_process.ts";
import { type Check, failed, ok, warning } from "./check.ts";

/** ms for a program to tell its version; Node programs take a good part of a second on a slow machine. */
const VERSION_MS = 10_000;

/** The program answers, and with the version it was built as. */
export async function checkProgram(program: string): Promise<Check> {
  const version = await versionOf(program);
  if (version === `codex-auto ${VERSION}`) return ok("codex-auto", `${VERSION} (${program})`);
  return failed(
    "codex-auto",
    `${program} answers "${version ?? "nothing"}"`,
    "build and install it again with ./install.sh",
  );
}

/** Git is there: without it there is no repository root, no file list and no history. */
export async function checkGit(world: World): Promise<Check> {
  const git = findProgram("git", world);
  const version = git && await versionOf(git);
  if (version) return ok("git", `${version.replace("git version ", "")} (${git})`);
  return failed(
    "git",
    git === undefined ? "not on PATH" : `${git} does not answer`,
    "install git with the system's packages",
  );
}

/** A client's program: nothing needs both, so one that is missing is only said. */
export async function checkClient(name: string, world: World): Promise<Check> {
  const program = findProgram(name, world);
  if (program === undefined) return warning(name, "not on PATH");
  const version = await versionOf(program);
  if (version === undefined) {
    return warning(name, `${program} does not tell its version`, `run "${name} --version" yourself`);
  }
  return ok(name, `${version} (${program})`);
}

/** The program's own folders can be written. */
export function checkFolders(world: World): Check[] {
  const { cache, state, data } = locations(world);
  return Object.entries({ cache, state, data }).map(([name, folder]) =>
    checkFolder(`${name} folder`, folder, world)
  );
}

function checkFolder(name: string, folder: string | undefined, world: World): Check {
  if (folder === undefined) {
    return failed(name, "neither HOME nor an XDG variable says where it is", "set HOME");
  }
  const probe = `${folder}/.doctor-${world.nonce(4)}`;
  try {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    Deno.writeTextFileSync(probe, "", { createNew: true, mode: 0o600 });
    Deno.removeSync(probe);
    return ok(name, folder);
  } catch (error) {
    const reason = error instanceof Error
      ? error.message.split(" (os error")[0] ?? error.message
      : String(error);
    return failed(
      name,
      `${folder}: ${reason}`,
      "make the folder writable for you; until then prompts go on without it",
    );
  }
}

async function versionOf(program: string): Promise<string | undefined> {
  const outcome = await runBounded(program, { args: ["--version"], timeoutMs: VERSION_MS });
  return outcome.kind === "ended" && outcome.code === 0 ? outcome.stdout.trim().split("\n")[0] : undefined;
}
