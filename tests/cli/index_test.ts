import { assert } from "@std/assert";

const MAIN = new URL("../../main.ts", import.meta.url).pathname;
const CONFIG = new URL("../../deno.json", import.meta.url).pathname;

/** Runs the command as a process of its own, with a home and a cache that are gone afterwards. */
async function index(
  home: string,
  ...words: (string | Record<string, string>)[]
): Promise<{ code: number; out: string; err: string }> {
  const args = words.filter((each) => typeof each === "string");
  const env = words.filter((each) => typeof each !== "string");
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--config", CONFIG, MAIN, "index", ...args],
    env: {
      HOME: home,
      XDG_CACHE_HOME: `${home}/cache`,
      XDG_CONFIG_HOME: `${home}/config`,
      DENO_DIR: denoDir(),
      NO_COLOR: "1",
      ...Object.assign({}, ...env),
    },
    cwd: home,
  }).output();
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

/** The cache of packages stays where it is. */
function denoDir(): string {
  const { stdout } = new Deno.Command(Deno.execPath(), { args: ["info", "--json"], stderr: "null" })
    .outputSync();
  const info: { denoDir: string } = JSON.parse(new TextDecoder().decode(stdout));
  return info.denoDir;
}

Deno.test("what the system says of a cache that cannot be used comes without secrets, and no terminal obeys it", async () => {
  const home = Deno.realPathSync(await Deno.makeTempDir());
  try {
    const repo = `${home}/repo`;
    await Deno.mkdir(repo);
    await new Deno.Command("git", { args: ["init", "-q"], cwd: repo }).output();
    const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
    const cache = `${home}/\u001b]0;owned\u0007-${token}`;
    await Deno.writeTextFile(cache, "no folder");
    for (const action of ["build", "clear", "status"]) {
      const { code, out, err } = await index(home, action, "--repo", repo, { XDG_CACHE_HOME: cache });
      assert(code !== 0 || action !== "build", action);
      assert(!`${out}${err}`.includes("\u001b]"), `${action}: ${out}${err}`);
      assert(!`${out}${err}`.includes(token.slice(4, 30)), `${action}: ${out}${err}`);
    }
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});
