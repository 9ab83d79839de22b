/**
 * Holds the npm packages that a build uses to what they were when `deno.lock` was written: Deno 2.4 takes a package from the registry without a look at the
 * lock's `integrity`. Hashes what Deno has unpacked, so that a cache somebody has changed is found as well. Prints what differs, and fails then.
 *
 *   packages.ts DENO_DIR LOCK SUMS [--write]
 */
import { createHash } from "node:crypto";
import { filesBelow } from "./files_below.ts";

const [denoDir = "", lock = "", sums = "", write] = Deno.args;

/** Deno's own note, empty, that it has run no script of a package. */
const NOTE = /^\.scripts-warned-\d+$/;

function hashOf(folder: string): string {
  const hash = createHash("sha256");
  for (const path of filesBelow(folder, "").filter((path) => !NOTE.test(path))) {
    const bytes = Deno.readFileSync(`${folder}/${path}`);
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}

/** The hash of a package, which Deno keeps below the one registry that has it. */
function packageHash(id: string): string {
  const [name = "", version = ""] = id.split(/(?<=.)@/);
  const path = `${name}/${version.replace(/_.*/, "")}`;
  const found = Array.from(
    Deno.readDirSync(`${denoDir}/npm`),
    (entry) => `${denoDir}/npm/${entry.name}/${path}`,
  )
    .filter((folder) => filesBelow(folder, "").length > 0);
  const [hash, other] = new Set(found.map(hashOf));
  if (hash === undefined) throw new Error(`${id} is not there`);
  if (other === undefined) return hash;
  throw new Error(`${id} is there twice, from two registries; delete one of ${found.join(", ")}`);
}

const locked: Record<string, unknown> = JSON.parse(Deno.readTextFileSync(lock)).npm;
const lines = Object.keys(locked).sort().map((id) => `${packageHash(id)}  ${id}`);
if (write === "--write") Deno.writeTextFileSync(sums, `${lines.join("\n")}\n`);
else {
  const known = new Set(Deno.readTextFileSync(sums).trimEnd().split("\n"));
  const wrong = lines.filter((line) => !known.has(line)).map((line) => line.slice(66));
  if (wrong.length > 0) {
    console.error(`not what config/toolchain/packages.sha256 says: ${wrong.join(", ")}`);
    Deno.exit(1);
  }
}
