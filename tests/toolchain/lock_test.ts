/** What a build fetches is locked: each package by the lock and by a hash of ours, and a lock that lacks one ends the build. */
import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { PROJECT_ROOT } from "./bare_machine.ts";

const text = (path: string) => Deno.readTextFile(`${PROJECT_ROOT}${path}`);

interface Lock {
  specifiers: Record<string, string>;
  npm: Record<string, { integrity?: string }>;
}

Deno.test("deno.lock and config/toolchain/packages.sha256 hold every package that deno.json names (else run: deno task lock)", async () => {
  const { imports }: { imports: Record<string, string> } = JSON.parse(await text("deno.json"));
  const lock: Lock = JSON.parse(await text("deno.lock"));
  for (const target of Object.values(imports)) {
    const named = /^npm:(@?[^@]+@[\d.]+)/.exec(target);
    if (!named) assertMatch(target, /^\.\//, "neither a package of npm nor a file of ours");
    else {assert(
        lock.specifiers[`npm:${named[1]}`] !== undefined && lock.npm[`${named[1]}`] !== undefined,
        target,
      );}
  }
  assertEquals(Object.values(lock.npm).filter(({ integrity }) => !integrity?.startsWith("sha512-")), []);
  const known = (await text("config/toolchain/packages.sha256")).trimEnd().split("\n");
  assertEquals(known.map((line) => line.replace(/^[0-9a-f]{64} {2}/, "")), Object.keys(lock.npm).sort());
  assertNotMatch(await text("deno.lock"), /:\/\/|jsr/);
});

Deno.test("a source that imports what the lock does not hold, and a lock that lacks an entry, end the run", async () => {
  const dir = await Deno.makeTempDir();
  const lock = await text("deno.lock");
  const cache = async (source: string, lock: string) => {
    await Deno.writeTextFile(`${dir}/deno.json`, await text("deno.json"));
    await Deno.writeTextFile(`${dir}/deno.lock`, lock);
    await Deno.writeTextFile(`${dir}/main.ts`, source);
    const { code } = await new Deno.Command(Deno.execPath(), {
      args: ["cache", "-q", "--config", `${dir}/deno.json`, `${dir}/main.ts`],
      stderr: "null",
    }).output();
    return code;
  };
  assertEquals(await cache('import "zod";', lock), 0);
  assert(await cache('import "diff";', lock.replace(/ *"npm:diff@.*\n/, "")) !== 0);
  assert(await cache('import "npm:minimist@1.2.7";', lock) !== 0);
  await Deno.remove(dir, { recursive: true });
});
