/**
 * Holds the npm packages that a build uses to what they were when `deno.lock` was written: Deno 2.4 takes a package from the registry without a look at the
 * lock's `integrity`. Hashes what Deno has unpacked, so that a cache somebody has changed is found as well. Prints what differs, and fails then.
 *
 *   packages.ts DENO_DIR LOCK SUMS [--write]
 */
import { createHash } from "node:crypto";

const [denoDir, lock, sums, write] = Deno.args;
if (denoDir === undefined || lock === undefined || sums === undefined) {
  throw new Error("usage: packages.ts DENO_DIR LOCK SUMS [--write]");
}

/** Deno's own note, empty, that it has run no script of a package. */
const NOTE = /^\.scripts-warned-\d+$/;

/** Files of a folder by their path below it, sorted. */
function filesBelow(folder: string, below = ""): string[] {
  return Array.from(Deno.readDirSync(`${folder}/${below}`), ({ name, isDirectory }) => {
    const path = `${below}${name}`;
    return isDirectory ? filesBelow(folder, `${path}/`) : [path];
  }).flat().filter((path) => !NOTE.test(path)).sort();
}

function hashOf(folder: string): string {
  const hash = createHash("sha256");
  for (const path of filesBelow(folder)) {
    const bytes = Deno.readFileSync(`${folder}/${path}`);
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}

/** Where Deno keeps a package, below the one registry that has it. */
function folderOf(name: string, version: string): string {
  const registries = Array.from(
    Deno.readDirSync(`${denoDir}/npm`),
    (entry) => `${denoDir}/npm/${entry.name}`,
  );
  const found = registries.map((each) => `${each}/${name}/${version}`).filter((path) => {
    try {
      return Deno.statSync(path).isDirectory;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
      throw error;
    }
  });
  const [only, other] = found;
  if (only === undefined) throw new Error(`${name}@${version} is not there`);
  if (other !== undefined && hashOf(other) !== hashOf(only)) {
    throw new Error(
      `${name}@${version} is there twice, from two registries; delete one of ${found.join(", ")}`,
    );
  }
  return only;
}

const locked: Record<string, unknown> = JSON.parse(Deno.readTextFileSync(lock)).npm;
const lines = Object.keys(locked).sort().map((id) => {
  const [name = "", version = ""] = id.split(/(?<=.)@/);
  return `${hashOf(folderOf(name, version.replace(/_.*/, "")))}  ${id}`;
});
if (write === "--write") Deno.writeTextFileSync(sums, `${lines.join("\n")}\n`);
else {
  const known = new Set(Deno.readTextFileSync(sums).trimEnd().split("\n"));
  const wrong = lines.filter((line) => !known.has(line)).map((line) => line.slice(66));
  if (wrong.length > 0) {
    console.error(`not what toolchain/packages.sha256 says: ${wrong.join(", ")}`);
    Deno.exit(1);
  }
}
