import { attempt } from "../settings/attempt.ts";
import { inTime } from "../settings/in_time.ts";
import type { World } from "../settings/world.ts";

/** The installed codex: where it is, and a text that changes when another version is put in its place. */
export interface CodexProgram {
  path: string;
  identity: string;
}

/** ms to wait for `codex exec resume --help`; it takes about 150. */
const HELP_MS = 3000;

/**
 * The first executable `codex` on PATH, undefined where there is none. Relative entries of PATH are passed
 * over: the folder we stand in belongs to the repository, not to the user.
 */
export function findCodex(world: World): CodexProgram | undefined {
  for (const folder of (world.env("PATH") ?? "").split(":")) {
    if (!folder.startsWith("/")) continue;
    const path = `${folder}/codex`;
    const identity = executableIdentity(path);
    if (identity !== undefined) return { path, identity };
  }
  return undefined;
}

/** Undefined for what is not there, not readable, a link in a circle: the next folder may have one. */
function executableIdentity(path: string): string | undefined {
  return attempt(() => {
    const real = Deno.realPathSync(path);
    const { isFile, mode, mtime, size } = Deno.statSync(real);
    const isProgram = isFile && ((mode ?? 0) & 0o111) !== 0;
    return isProgram ? `${real} ${size} ${mtime?.getTime() ?? 0}` : undefined;
  });
}

/** Whether `codex exec resume` has `--last`, from its own help; undefined where it did not answer in time. */
export async function hasResumeLast(program: CodexProgram, cwd: string): Promise<boolean | undefined> {
  try {
    const child = new Deno.Command(program.path, {
      args: ["exec", "resume", "--help"],
      cwd,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const output = await inTime(child.output(), HELP_MS);
    if (output === undefined) {
      child.kill("SIGKILL");
      return undefined;
    }
    const help = new TextDecoder().decode(output.stdout) + new TextDecoder().decode(output.stderr);
    return /(?:^|\s)--last(?![\w-])/.test(help);
  } catch (error) {
    // It cannot be started: the turn itself will say so.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
