import { assert, assertEquals, assertStringIncludes } from "@std/assert";

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

Deno.test("index build, status and clear tell what they did", async () => {
  const home = Deno.realPathSync(await Deno.makeTempDir());
  try {
    const repo = `${home}/repo`;
    await Deno.mkdir(`${repo}/src`, { recursive: true });
    await Deno.writeTextFile(`${repo}/src/a.ts`, "export function a() {}\n");
    await Deno.writeTextFile(`${repo}/big.ts`, "// x\n".repeat(300_000));
    await new Deno.Command("git", { args: ["init", "-q"], cwd: repo }).output();

    const before = await index(home, "status", "--repo", repo);
    assertEquals(before.code, 0, before.err);
    assertStringIncludes(before.out, "missing");

    const built = await index(home, "build", "--repo", repo);
    assertEquals(built.code, 0, built.err);
    assertStringIncludes(built.out, "2 files, 2 read");

    const after = await index(home, "status", "--repo", repo);
    assertStringIncludes(after.out, "ready");
    assertStringIncludes(after.out, "1 large, over 1 MiB: big.ts");

    const [folder] = [...Deno.readDirSync(`${home}/cache/auto-tools/index`)].map(({ name }) => name);
    const dir = `${home}/cache/auto-tools/index/${folder}`;
    assertEquals((await Deno.stat(dir)).mode! & 0o777, 0o700);
    assertEquals((await Deno.stat(`${dir}/index.db`)).mode! & 0o777, 0o600);

    const quiet = await index(home, "build", "--background", "--repo", repo);
    assertEquals([quiet.code, quiet.out], [0, ""]);

    assertEquals((await index(home, "clear", "--repo", repo)).code, 0);
    assertStringIncludes((await index(home, "status", "--repo", repo)).out, "missing");
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

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

Deno.test("index explains itself and refuses what it does not understand", async () => {
  const home = Deno.realPathSync(await Deno.makeTempDir());
  try {
    const help = await index(home, "--help");
    assertEquals(help.code, 0);
    assertStringIncludes(help.out, "codex-auto index build --repo");
    for (const args of [["rebuild"], ["build", "--fast"], ["status", "extra"]]) {
      const wrong = await index(home, ...args);
      assertEquals(wrong.code, 2, args.join(" "));
      assert(wrong.err.includes("Usage:"), wrong.err);
    }
    assertEquals((await index(home, "build", "--repo", `${home}/nowhere`)).code, 20);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});
