import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const PROJECT_ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** What every machine has, and all that the scripts may count on. */
const COMMON_PROGRAMS = (
  "bash basename cat chmod cmp cp cut date dirname env find grep gzip head id ln ls " +
  "mkdir mktemp mv rm rmdir sed sh sha256sum sleep sort tail tar touch tr uname wc xargs"
).split(" ");

export interface BareMachine extends AsyncDisposable {
  /** An empty home. */
  home: string;
  /** A folder on PATH that holds the common programs and whatever `install` puts there. */
  bin: string;
  /** Puts a shell script of that name on PATH, in the place of a common program too. */
  install(name: string, script: string): Promise<void>;
  run(
    command: string,
    args: string[],
    env?: Record<string, string>,
  ): Promise<{ code: number; stdout: string; stderr: string }>;
}

/** A machine with a shell and the common programs and nothing else: no Node, no npm, no Deno, no settings, empty caches. */
export async function bareMachine(): Promise<BareMachine> {
  const dir = await Deno.makeTempDir({ prefix: "bare-machine-" });
  const home = `${dir}/home`;
  const bin = `${dir}/bin`;
  await Deno.mkdir(home);
  await Deno.mkdir(bin);
  for (const name of COMMON_PROGRAMS) {
    const places = ["/usr/bin", "/bin"].map((place) => `${place}/${name}`);
    const found = places.find((path) => existsSync(path));
    // A script that needs what is not there will say so.
    if (found !== undefined) await Deno.symlink(await Deno.realPath(found), `${bin}/${name}`);
  }
  return {
    home,
    bin,
    async install(name, script) {
      // A common program is a link to the real one, which must not be written.
      await Deno.remove(`${bin}/${name}`).catch((error) => {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      });
      await Deno.writeTextFile(`${bin}/${name}`, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    },
    async run(command, args, env = {}) {
      const output = await new Deno.Command(command, {
        args,
        env: { PATH: bin, HOME: home, TMPDIR: dir, ...env },
        clearEnv: true,
        stdin: "null",
      }).output();
      const text = new TextDecoder();
      return { code: output.code, stdout: text.decode(output.stdout), stderr: text.decode(output.stderr) };
    },
    [Symbol.asyncDispose]: () => Deno.remove(dir, { recursive: true }),
  };
}
