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
    else assert(named[1] && lock.specifiers[`npm:${named[1]}`] && lock.npm[named[1]], target);
  }
  assertEquals(Object.values(lock.npm).filter(({ integrity }) => !integrity?.startsWith("sha512-")), []);
  const known = (await text("config/toolchain/packages.sha256")).trimEnd().split("\n");
  assertEquals(known.map((line) => line.replace(/^[0-9a-f]{64} {2}/, "")), Object.keys(lock.npm).sort());
  assertNotMatch(await text("deno.lock"), /:\/\/|jsr/);
});
